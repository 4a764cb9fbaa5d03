import type { RedisScript } from '../client.ts';
import { keySecret } from './key-secret.ts';
import { prelude } from './prelude.ts';

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
