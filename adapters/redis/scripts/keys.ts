import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Lua function of the scripts of API keys; needs the prelude.
 *
 * `keyOfSecret(hash, now)`: the first SHA-256 of the key for which the secret with the SHA-256 `hash` is valid, by the time
 * `now` in milliseconds; nil if there is none. Does not say whether the key is revoked.
 */
const keySecret = `
local function keyOfSecret(hash, now)
  local first = redis.call('GET', KEYS[1] .. ':secret:' .. hash) or hash
  local id, current = unpack(redis.call('HMGET', KEYS[1] .. ':hash:' .. first, 'id', 'current'))
  if not id then return nil end
  if (current or first) == hash then return first end
  local times = redis.call('HGET', KEYS[1] .. ':replaced:' .. first, hash)
  if not times then return nil end
  local replacedAt, validUntil = times:match('^(%d+) (%d+)$')
  if now < tonumber(replacedAt) or now >= tonumber(validUntil) then return nil end
  return first
end
`;

/**
 * Stores an API key by the SHA-256 of its first secret, which stays its name in Redis when the secret is replaced. The keys
 * of a key store share one cluster slot: an API key is found by its secrets, its id and its account.
 *
 * <keys>:hash:<first>       hash of id, account, createdAt, and optionally label, test, revokedAt, lastUsedAt and, once the secret was
 *                           replaced, current (SHA-256 of the secret), rotatedAt and previousValidUntil
 * <keys>:secret:<sha-256>   by the SHA-256 of every later secret: the SHA-256 of the first
 * <keys>:replaced:<first>   hash of the SHA-256s of replaced secrets: when each was replaced, and when it ends
 * <keys>:id:<sha-256>       by the SHA-256 of the id: the SHA-256 of the first secret
 * <keys>:account:<account>  list of the SHA-256s of first secrets, oldest first
 *
 * KEYS[1] <keys>
 * ARGV[1] SHA-256   [2] id   [3] SHA-256 of the id   [4] account   [5] now, or empty for the server time
 * ARGV[6] 1 for a test key, or empty   [7] label; optional
 *
 * Output: createdAt
 */
export const keyCreate: RedisScript = {
  name: 'mailproofKeyCreate',
  numberOfKeys: 1,
  lua: `${prelude}
local createdAt = int(millis(ARGV[5]))
local record = KEYS[1] .. ':hash:' .. ARGV[1]
redis.call('HSET', record, 'id', ARGV[2], 'account', ARGV[4], 'createdAt', createdAt)
if ARGV[6] ~= '' then redis.call('HSET', record, 'test', ARGV[6]) end
if ARGV[7] then redis.call('HSET', record, 'label', ARGV[7]) end
redis.call('SET', KEYS[1] .. ':id:' .. ARGV[3], ARGV[1])
redis.call('RPUSH', KEYS[1] .. ':account:' .. ARGV[4], ARGV[1])
return createdAt
`,
};

/**
 * Finds the key of a secret.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of the secret   [2] now, or empty for the server time   [3…] fields of the record
 *
 * Output: the values of the fields | empty: the secret is unknown or has ended
 */
export const keyFind: RedisScript = {
  name: 'mailproofKeyFind',
  numberOfKeys: 1,
  lua: `${prelude}${keySecret}
local first = keyOfSecret(ARGV[1], millis(ARGV[2]))
if not first then return {} end
return redis.call('HMGET', KEYS[1] .. ':hash:' .. first, unpack(ARGV, 3))
`,
};

/**
 * Reads keys of an account.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] account   [2], [3] the first and the last to read, from 0   [4…] fields of the record
 *
 * Output: of each key, oldest first: the values of the fields
 */
export const keyList: RedisScript = {
  name: 'mailproofKeyList',
  numberOfKeys: 1,
  lua: `
local records = {}
for _, first in ipairs(redis.call('LRANGE', KEYS[1] .. ':account:' .. ARGV[1], ARGV[2], ARGV[3])) do
  records[#records + 1] = redis.call('HMGET', KEYS[1] .. ':hash:' .. first, unpack(ARGV, 4))
end
return records
`,
};

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

/**
 * Revokes a key once, with all its secrets. The argument is hashed whether it is a secret or an id, so that a secret never
 * appears in Redis' logs of slow commands.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of a valid secret or of the id   [2] now, or empty for the server time
 *
 * Output: 1: this call revoked it | 0: unknown, or already revoked
 */
export const keyRevoke: RedisScript = {
  name: 'mailproofKeyRevoke',
  numberOfKeys: 1,
  lua: `${prelude}${keySecret}
local now = millis(ARGV[2])
local first = redis.call('GET', KEYS[1] .. ':id:' .. ARGV[1]) or keyOfSecret(ARGV[1], now)
if not first then return 0 end
return redis.call('HSETNX', KEYS[1] .. ':hash:' .. first, 'revokedAt', int(now))
`,
};

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
