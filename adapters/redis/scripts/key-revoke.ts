import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';

/**
 * Revokes a key, once. Key and id are told apart here, so that a key is never sent: Redis logs slow commands.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of the key or of its id   [2] now, or empty
 *
 * Output: 1: this call revoked it | 0: unknown, or revoked before
 */
export const keyRevoke: RedisScript = {
  name: 'mailproofKeyRevoke',
  numberOfKeys: 1,
  lua: `${numbers}
local hash = redis.call('GET', KEYS[1] .. ':id:' .. ARGV[1]) or ARGV[1]
local record = KEYS[1] .. ':hash:' .. hash
if redis.call('EXISTS', record) == 0 then return 0 end
return redis.call('HSETNX', record, 'revokedAt', int(millis(ARGV[2])))
`,
};
