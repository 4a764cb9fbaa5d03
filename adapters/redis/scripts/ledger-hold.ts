import type { RedisScript } from '../client.ts';
import { ledgerRecords } from './ledger-records.ts';
import { numbers } from './numbers.ts';

/**
 * Sets credits of an account aside.
 *
 * KEYS[1] the ledger
 * ARGV[1] id   [2] account   [3] amount   [4] expiresAt   [5] now, or empty
 *
 * Output: held, available after it | a repeat: held | captured | released, available after the first
 *         | insufficient, available | id_conflict
 */
export const ledgerHold: RedisScript = {
  name: 'mailproofLedgerHold',
  numberOfKeys: 1,
  lua: `${numbers}${ledgerRecords}
local id, account, amount, expiresAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local found = readOperation(id)
if found then
  local same = found.kind == 'hold' and found.account == account
    and found.amount == amount and found.expiresAt == expiresAt
  if not same then return { 'id_conflict' } end
  return { found.state == 'open' and 'held' or found.state, found.available }
end
local available = readBalance(account)
if tonumber(amount) > available then return { 'insufficient', int(available) } end
local after = int(available - tonumber(amount))
move(account, 'available', '-' .. amount)
move(account, 'held', amount)
writeOperation(id, {
  kind = 'hold', state = 'open', amount = amount, expiresAt = expiresAt, available = after, account = account,
})
redis.call('ZADD', KEYS[1] .. ':open', expiresAt, id)
note(account, 'hold', amount, int(millis(ARGV[5])), id)
return { 'held', after }
`,
};
