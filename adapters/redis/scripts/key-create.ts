import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

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
