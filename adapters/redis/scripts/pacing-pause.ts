import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Pauses an exchange until a time: no new leases. A longer existing pause stays.
 *
 * KEYS[1] pause: text "until reason"
 * ARGV[1] until   [2] reason   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 1: paused | 0: the time has passed, or a longer pause exists
 */
export const pacingPause: RedisScript = {
  name: 'mailproofPacingPause',
  numberOfKeys: 1,
  lua: `${prelude}
local untilMs, now = tonumber(ARGV[1]), millis(ARGV[3])
if untilMs <= now then return 0 end
local earlier = redis.call('GET', KEYS[1])
if earlier and tonumber(string.match(earlier, '^%d+')) >= untilMs then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', int(untilMs - now + tonumber(ARGV[4])))
return 1
`,
};
