import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';

/**
 * Records a key by its SHA-256. The keys of Redis that belong to a key store share one slot: a key is found by its
 * hash, by its id and by its account.
 *
 * <keys>:hash:<sha-256>     hash of id, account, createdAt and, where there are such, label and revokedAt
 * <keys>:id:<sha-256>       of the id; leads to the SHA-256 of the key
 * <keys>:account:<account>  list of the SHA-256s, oldest first
 *
 * KEYS[1] <keys>
 * ARGV[1] SHA-256   [2] id   [3] SHA-256 of the id   [4] account   [5] now, or empty
 * ARGV[6] label; left out where there is none
 *
 * Output: createdAt
 */
export const keyCreate: RedisScript = {
  name: 'mailproofKeyCreate',
  numberOfKeys: 1,
  lua: `${numbers}
local createdAt = int(millis(ARGV[5]))
local record = KEYS[1] .. ':hash:' .. ARGV[1]
redis.call('HSET', record, 'id', ARGV[2], 'account', ARGV[4], 'createdAt', createdAt)
if ARGV[6] then redis.call('HSET', record, 'label', ARGV[6]) end
redis.call('SET', KEYS[1] .. ':id:' .. ARGV[3], ARGV[1])
redis.call('RPUSH', KEYS[1] .. ':account:' .. ARGV[4], ARGV[1])
return createdAt
`,
};
