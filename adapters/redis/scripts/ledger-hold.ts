import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Sets credits of an account aside.
 *
 * KEYS[1] <ledger>
 * ARGV[1] id   [2] account   [3] amount   [4] milliseconds until it expires
 *     [5] now, or empty for the server time   [6] what it is for, or empty
 *
 * Output: held, available after the hold | a repeat: held | captured, the first available
 *         | insufficient, available | id_conflict
 */
export const ledgerHold: RedisScript = {
  name: 'mailproofLedgerHold',
  numberOfKeys: 1,
  lua: `${prelude}${ledgerKeys}
local id, account, amount = ARGV[1], ARGV[2], ARGV[3]
local found = readOperation(id)
if found then
  local same = found.kind == 'hold' and found.account == account
    and found.amount == amount
  if not same then return { 'id_conflict' } end
  return { found.state == 'open' and 'held' or found.state, found.available }
end
local available = readBalance(account)
if tonumber(amount) > available then return { 'insufficient', int(available) } end
local now = millis(ARGV[5])
local expiresAt = int(now + tonumber(ARGV[4]))
local after = int(available - tonumber(amount))
addToBalance(account, 'available', '-' .. amount)
addToBalance(account, 'held', amount)
writeOperation(id, {
  kind = 'hold', purpose = ARGV[6], state = 'open', amount = amount, expiresAt = expiresAt, available = after, account = account,
})
redis.call('ZADD', KEYS[1] .. ':open', expiresAt, id)
return { 'held', after }
`,
};
