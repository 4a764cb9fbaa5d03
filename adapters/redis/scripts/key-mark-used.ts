import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Notes that a key was used now. Its time only moves forward.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of the id   [2] now, or empty for the server time
 *
 * Output: 1: noted | 0: the key is unknown or revoked
 */
export const keyMarkUsed: RedisScript = {
  name: 'mailproofKeyMarkUsed',
  numberOfKeys: 1,
  lua: `${prelude}
local first = redis.call('GET', KEYS[1] .. ':id:' .. ARGV[1])
if not first then return 0 end
local record = KEYS[1] .. ':hash:' .. first
if redis.call('HEXISTS', record, 'revokedAt') == 1 then return 0 end
local now = millis(ARGV[2])
local last = tonumber(redis.call('HGET', record, 'lastUsedAt') or 0)
if now > last then redis.call('HSET', record, 'lastUsedAt', int(now)) end
return 1
`,
};
