import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Lua functions at the beginning of the ledger scripts.
 *
 * All keys of a ledger begin with the hash tag KEYS[1], and so are in one cluster slot. A smaller part could not be
 * changed atomically: ids are unique per ledger, a hold is resolved by its id alone, and a sweep covers all accounts.
 * The scripts build the other keys from KEYS[1]:
 *
 * <ledger>:operation:<id>     text "grant purchase|refund <amount> 0 <available after it> <account>", or
 *                             "hold open|captured <amount> <expiresAt> <available after it> <account>"; the first
 *                             word is "grant:<purpose>" or "hold:<purpose>" if it is known what it is for
 * <ledger>:account:<account>  hash of available and held, in milli-credits; once entries have been folded, also of
 *                             folded: how many, openingBalance, openingAt: the opening balance
 * <ledger>:journal:<account>  list of "grant|capture <amount> <at> <id>"; the sequence of an entry is
 *                             its index in the list, from 1, plus the number of folded entries
 * <ledger>:accounts           sorted set of accounts that were granted anything, by name
 * <ledger>:oldest             sorted set of accounts by the time of the oldest entry in their journal
 * <ledger>:open               sorted set of the ids of open holds by expiresAt
 */
const ledgerKeys = `
local function operationKey(id)
  return KEYS[1] .. ':operation:' .. id
end
local function readOperation(id)
  local text = redis.call('GET', operationKey(id))
  if not text then return nil end
  local kind, purpose, state, amount, expiresAt, available, account =
    string.match(text, '^(%a+):?(%S*) (%a+) (%d+) (%d+) (%d+) (.*)$')
  return {
    kind = kind, purpose = purpose, state = state, amount = amount, expiresAt = expiresAt, available = available, account = account,
  }
end
local function writeOperation(id, operation)
  local kind = operation.purpose == '' and operation.kind or operation.kind .. ':' .. operation.purpose
  local fields = {
    kind, operation.state, operation.amount, operation.expiresAt, operation.available, operation.account,
  }
  redis.call('SET', operationKey(id), table.concat(fields, ' '))
end
local function readBalance(account)
  local found = redis.call('HMGET', KEYS[1] .. ':account:' .. account, 'available', 'held')
  return tonumber(found[1] or 0), tonumber(found[2] or 0)
end
local function addToBalance(account, part, amount)
  redis.call('HINCRBY', KEYS[1] .. ':account:' .. account, part, amount)
end
local function timeOf(entry)
  return string.match(entry, '^%a+ %d+ (%d+) ')
end
local function indexOldest(account)
  local oldest = redis.call('LINDEX', KEYS[1] .. ':journal:' .. account, 0)
  if oldest then redis.call('ZADD', KEYS[1] .. ':oldest', timeOf(oldest), account)
  else redis.call('ZREM', KEYS[1] .. ':oldest', account) end
end
local function appendEntry(account, kind, amount, now, id)
  local fields = { kind, amount, now, id }
  local length = redis.call('RPUSH', KEYS[1] .. ':journal:' .. account, table.concat(fields, ' '))
  if length == 1 then indexOldest(account) end
end
local function resolve(id, hold, state, now)
  addToBalance(hold.account, 'held', '-' .. hold.amount)
  redis.call('ZREM', KEYS[1] .. ':open', id)
  hold.state = state
  if state == 'released' then
    addToBalance(hold.account, 'available', hold.amount)
    redis.call('DEL', operationKey(id))
  else
    writeOperation(id, hold)
    appendEntry(hold.account, 'capture', hold.amount, now, id)
  end
end
`;

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

/**
 * Returns a page of an account's journal.
 *
 * KEYS[1] <ledger>
 * ARGV[1] account   [2] most entries to return   [3] only entries before this sequence, or empty
 *
 * Output: sequence of the oldest change of the page, changes from oldest to newest, what each is for, or empty, and if the page
 *         reaches the opening balance: its sequence, balance, at
 */
export const ledgerEntries: RedisScript = {
  name: 'mailproofLedgerEntries',
  numberOfKeys: 1,
  lua: `${ledgerKeys}
local journal = KEYS[1] .. ':journal:' .. ARGV[1]
local limit = tonumber(ARGV[2])
local opening = redis.call(
  'HMGET', KEYS[1] .. ':account:' .. ARGV[1], 'folded', 'openingBalance', 'openingAt')
local folded = tonumber(opening[1] or 0)
local last = redis.call('LLEN', journal)
if ARGV[3] ~= '' then last = math.min(last, tonumber(ARGV[3]) - 1 - folded) end
local first = math.max(1, last - limit + 1)
local changes = {}
if last >= 1 then changes = redis.call('LRANGE', journal, first - 1, last - 1) end
local purposes = {}
for index, change in ipairs(changes) do
  local operation = readOperation(string.match(change, '^%a+ %d+ %d+ (.*)$'))
  purposes[index] = operation and operation.purpose or ''
end
local reached = folded > 0 and #changes < limit and last >= 0
return { folded + first, changes, purposes, reached and opening or {} }
`,
};

/**
 * Returns a page of the accounts, by name.
 *
 * KEYS[1] <ledger>
 * ARGV[1] most accounts to return   [2] the last account of the previous page, or empty
 *
 * Output: account, available, held, for each
 */
export const ledgerAccounts: RedisScript = {
  name: 'mailproofLedgerAccounts',
  numberOfKeys: 1,
  lua: `
local index = KEYS[1] .. ':accounts'
local after = ARGV[2] == '' and '-' or '(' .. ARGV[2]
local page = {}
for _, account in ipairs(redis.call('ZRANGEBYLEX', index, after, '+', 'LIMIT', 0, ARGV[1])) do
  local balance = redis.call('HMGET', KEYS[1] .. ':account:' .. account, 'available', 'held')
  page[#page + 1] = account
  page[#page + 1] = balance[1] or '0'
  page[#page + 1] = balance[2] or '0'
end
return page
`,
};

/**
 * Folds the oldest entries of journals into the opening balances of their accounts, and deletes the operations that
 * end with them: a purchase is kept, so that a repeat is none.
 *
 * KEYS[1] <ledger>
 * ARGV[1] least age of an entry in ms   [2] most entries to fold   [3] now, or empty for the server time
 *
 * Output: number of entries folded
 */
export const ledgerFold: RedisScript = {
  name: 'mailproofLedgerFold',
  numberOfKeys: 1,
  lua: `${prelude}${ledgerKeys}
local latest = millis(ARGV[3]) - tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local function foldAccount(account, most)
  local journal = KEYS[1] .. ':journal:' .. account
  local count, change, at = 0, 0, nil
  local ended = {}
  for _, entry in ipairs(redis.call('LRANGE', journal, 0, most - 1)) do
    local kind, amount, time, id = string.match(entry, '^(%a+) (%d+) (%d+) (.*)$')
    if tonumber(time) > latest then break end
    count, at = count + 1, time
    change = change + (kind == 'grant' and 1 or -1) * tonumber(amount)
    if kind == 'capture' or readOperation(id).state ~= 'purchase' then ended[#ended + 1] = operationKey(id) end
  end
  if count > 0 then
    local hash = KEYS[1] .. ':account:' .. account
    redis.call('HINCRBY', hash, 'folded', count)
    redis.call('HINCRBY', hash, 'openingBalance', int(change))
    redis.call('HSET', hash, 'openingAt', at)
    redis.call('LTRIM', journal, count, -1)
    if #ended > 0 then redis.call('DEL', unpack(ended)) end
    redis.call('ZADD', KEYS[1] .. ':accounts', 0, account)
  end
  indexOldest(account)
  return count
end

local folded = 0
while folded < limit do
  local account = redis.call('ZRANGEBYSCORE', KEYS[1] .. ':oldest', '-inf', int(latest), 'LIMIT', 0, 1)[1]
  if not account then break end
  folded = folded + foldAccount(account, limit - folded)
end
return folded
`,
};
