import type { RedisScript } from '../client.ts';
import { keySecret } from './key-secret.ts';
import { prelude } from './prelude.ts';

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
