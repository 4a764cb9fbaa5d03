import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Releases expired open holds, in order of expiry.
 *
 * KEYS[1] <ledger>
 * ARGV[1] most holds to release   [2] now, or empty for the server time
 *
 * Output: number of holds released
 */
export const ledgerSweep: RedisScript = {
  name: 'mailproofLedgerSweep',
  numberOfKeys: 1,
  lua: `${prelude}${ledgerKeys}
local now = int(millis(ARGV[2]))
local ids = redis.call('ZRANGEBYSCORE', KEYS[1] .. ':open', '-inf', now, 'LIMIT', 0, ARGV[1])
for _, id in ipairs(ids) do
  resolve(id, readOperation(id), 'released', now)
end
return #ids
`,
};
