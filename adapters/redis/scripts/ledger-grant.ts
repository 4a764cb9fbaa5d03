import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Adds credits to an account.
 *
 * KEYS[1] <ledger>
 * ARGV[1] id   [2] account   [3] amount   [4] reason   [5] now, or empty for the server time
 *     [6] what the refund is of, or empty
 *
 * Output: granted, available after the grant (a repeat returns the first answer) | id_conflict | balance_too_large
 */
export const ledgerGrant: RedisScript = {
  name: 'mailproofLedgerGrant',
  numberOfKeys: 1,
  lua: `${prelude}${ledgerKeys}
local id, account, amount, reason = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local found = readOperation(id)
if found then
  local same = found.kind == 'grant' and found.account == account
    and found.amount == amount and found.state == reason
  if same then return { 'granted', found.available } end
  return { 'id_conflict' }
end
local available, held = readBalance(account)
if tonumber(amount) > 9007199254740991 - available - held then return { 'balance_too_large' } end
local after = int(available + tonumber(amount))
addToBalance(account, 'available', amount)
writeOperation(id, {
  kind = 'grant', purpose = ARGV[6], state = reason, amount = amount, expiresAt = '0', available = after, account = account,
})
redis.call('ZADD', KEYS[1] .. ':accounts', 0, account)
appendEntry(account, 'grant', amount, int(millis(ARGV[5])), id)
return { 'granted', after }
`,
};
