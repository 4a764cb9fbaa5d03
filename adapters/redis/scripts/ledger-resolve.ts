import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Captures or releases an open hold.
 *
 * KEYS[1] <ledger>
 * ARGV[1] id of the hold   [2] captured | released: the new state   [3] now, or empty for the server time
 *
 * Output: captured, by this call or an earlier one | released, by this call | unknown
 */
export const ledgerResolve: RedisScript = {
  name: 'mailproofLedgerResolve',
  numberOfKeys: 1,
  lua: `${prelude}${ledgerKeys}
local hold = readOperation(ARGV[1])
if not hold or hold.kind ~= 'hold' then return { 'unknown' } end
if hold.state == 'open' then resolve(ARGV[1], hold, ARGV[2], int(millis(ARGV[3]))) end
return { hold.state }
`,
};
