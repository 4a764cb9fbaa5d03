import type { RedisScript } from '../client.ts';
import { ledgerRecords } from './ledger-records.ts';
import { numbers } from './numbers.ts';

/**
 * Releases open holds that have expired, those first that expired first.
 *
 * KEYS[1] the ledger
 * ARGV[1] released are those with expiresAt <= this   [2] how many at most   [3] now, or empty
 *
 * Output: how many were released
 */
export const ledgerSweep: RedisScript = {
  name: 'mailproofLedgerSweep',
  numberOfKeys: 1,
  lua: `${numbers}${ledgerRecords}
local now = int(millis(ARGV[3]))
local ids = redis.call('ZRANGEBYSCORE', KEYS[1] .. ':open', '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do
  resolve(id, readOperation(id), 'released', now)
end
return #ids
`,
};
