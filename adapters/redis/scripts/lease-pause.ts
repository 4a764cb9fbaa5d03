import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Pauses an exchange for a time: no new leases. A longer existing pause stays.
 *
 * KEYS[1] pause: text "until reason duration"
 * ARGV[1] duration in ms   [2] reason   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 1: paused | 0: the time has passed, or a longer pause exists
 */
export const leasePause: RedisScript = {
  name: 'mailproofLeasePause',
  numberOfKeys: 1,
  lua: `${prelude}
local durationMs, now = tonumber(ARGV[1]), millis(ARGV[3])
if durationMs <= 0 then return 0 end
local earlier = redis.call('GET', KEYS[1])
if earlier then
  local untilMs, earlierMs = string.match(earlier, '^(%d+) %a+ (%d+)$')
  if math.min(tonumber(untilMs) - now, tonumber(earlierMs)) >= durationMs then return 0 end
end
local pause = int(now + durationMs) .. ' ' .. ARGV[2] .. ' ' .. int(durationMs)
redis.call('SET', KEYS[1], pause, 'PX', int(durationMs + tonumber(ARGV[4])))
return 1
`,
};
