import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';

/**
 * Stops new leases on an exchange until a time, unless they are stopped for longer already.
 *
 * KEYS[1] pause: text "until reason"
 * ARGV[1] until   [2] reason   [3] now, or empty   [4] slack in ms
 *
 * Output: 1: this pause stands | 0: it is over already, or a longer one stands
 */
export const pacingPause: RedisScript = {
  name: 'mailproofPacingPause',
  numberOfKeys: 1,
  lua: `${numbers}
local till, now = tonumber(ARGV[1]), millis(ARGV[3])
if till <= now then return 0 end
local earlier = redis.call('GET', KEYS[1])
if earlier and tonumber(string.match(earlier, '^%d+')) >= till then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', int(till - now + tonumber(ARGV[4])))
return 1
`,
};
