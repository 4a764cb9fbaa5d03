import type { RedisScript } from '../client.ts';
import { ledgerRecords } from './ledger-records.ts';
import { numbers } from './numbers.ts';

/**
 * Captures or releases an open hold.
 *
 * KEYS[1] the ledger
 * ARGV[1] id of the hold   [2] captured | released: what is wanted   [3] now, or empty
 *
 * Output: captured | released: the state that the hold has now, whoever made it | unknown
 */
export const ledgerResolve: RedisScript = {
  name: 'mailproofLedgerResolve',
  numberOfKeys: 1,
  lua: `${numbers}${ledgerRecords}
local hold = readOperation(ARGV[1])
if not hold or hold.kind ~= 'hold' then return { 'unknown' } end
if hold.state == 'open' then resolve(ARGV[1], hold, ARGV[2], int(millis(ARGV[3]))) end
return { hold.state }
`,
};
