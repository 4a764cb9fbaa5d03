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
export const ledgerKeys = `
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
