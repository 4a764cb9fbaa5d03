import type { RedisScript } from '../client.ts';
import { keySecret } from './key-secret.ts';
import { prelude } from './prelude.ts';

/**
 * Replaces the secret of a key that is not revoked. Replaced secrets that have ended are deleted.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of a valid secret or of the id
 *     [2], [3] SHA-256 of the new secret for a live key, and for a test key
 *     [4] how long replaced secrets remain valid, in milliseconds   [5] now, or empty for the server time
 *     [6…] fields of the record
 *
 * Output: the values of the fields | empty: unknown or revoked
 */
export const keyRotate: RedisScript = {
  name: 'mailproofKeyRotate',
  numberOfKeys: 1,
  lua: `${prelude}${keySecret}
local now = millis(ARGV[5])
local validUntil = now + tonumber(ARGV[4])
local first = redis.call('GET', KEYS[1] .. ':id:' .. ARGV[1]) or keyOfSecret(ARGV[1], now)
if not first then return {} end
local record = KEYS[1] .. ':hash:' .. first
if redis.call('HEXISTS', record, 'revokedAt') == 1 then return {} end
local replaced = KEYS[1] .. ':replaced:' .. first
local current = redis.call('HGET', record, 'current') or first
redis.call('HSET', replaced, current, int(now) .. ' ' .. int(validUntil))
local secrets = redis.call('HGETALL', replaced)
for index = 1, #secrets, 2 do
  local hash = secrets[index]
  local at, ending = secrets[index + 1]:match('^(%d+) (%d+)$')
  ending = math.min(tonumber(ending), validUntil)
  if ending > now then
    redis.call('HSET', replaced, hash, at .. ' ' .. int(ending))
  else
    redis.call('HDEL', replaced, hash)
    redis.call('DEL', KEYS[1] .. ':secret:' .. hash)
  end
end
local secret = redis.call('HEXISTS', record, 'test') == 1 and ARGV[3] or ARGV[2]
redis.call('SET', KEYS[1] .. ':secret:' .. secret, first)
redis.call('HSET', record, 'current', secret, 'rotatedAt', int(now), 'previousValidUntil', int(validUntil))
return redis.call('HMGET', record, unpack(ARGV, 6))
`,
};
