import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Revokes a key once. The argument is hashed whether it is a key or an id, so that a key never appears in Redis' logs
 * of slow commands.
 *
 * KEYS[1] <keys>, as in key-create
 * ARGV[1] SHA-256 of the key or of its id   [2] now, or empty for the server time
 *
 * Output: 1: this call revoked it | 0: unknown, or already revoked
 */
export const keyRevoke: RedisScript = {
  name: 'mailproofKeyRevoke',
  numberOfKeys: 1,
  lua: `${prelude}
local hash = redis.call('GET', KEYS[1] .. ':id:' .. ARGV[1]) or ARGV[1]
local record = KEYS[1] .. ':hash:' .. hash
if redis.call('EXISTS', record) == 0 then return 0 end
return redis.call('HSETNX', record, 'revokedAt', int(millis(ARGV[2])))
`,
};
