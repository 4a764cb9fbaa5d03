/**
 * Lua that the scripts of the ledger begin with: the keys and what is in them.
 *
 * All keys of a ledger begin with KEYS[1], which is a hash tag: a whole ledger lives in one slot of a cluster. Ids
 * are unique per ledger, a hold is resolved by its id alone, and one sweep covers all accounts, so that no smaller
 * part could be changed in one atomic step. The other keys are made from it within the scripts.
 *
 * <ledger>:operation:<id>     text "grant purchase|refund <amount> 0 <available after it> <account>", or
 *                             "hold open|captured|released <amount> <expiresAt> <available after it> <account>"
 * <ledger>:account:<account>  hash of available and held, in milli-credits
 * <ledger>:journal:<account>  list of "grant|hold|capture|release <amount> <at> <id>"; the sequence of an entry is
 *                             its place in the list, from 1
 * <ledger>:open               sorted set of the ids of open holds by expiresAt
 */
export const ledgerRecords = `
local function operationKey(id)
  return KEYS[1] .. ':operation:' .. id
end
local function readOperation(id)
  local text = redis.call('GET', operationKey(id))
  if not text then return nil end
  local kind, state, amount, expiresAt, available, account =
    string.match(text, '^(%a+) (%a+) (%d+) (%d+) (%d+) (.*)$')
  return {
    kind = kind, state = state, amount = amount, expiresAt = expiresAt, available = available, account = account,
  }
end
local function writeOperation(id, it)
  local words = { it.kind, it.state, it.amount, it.expiresAt, it.available, it.account }
  redis.call('SET', operationKey(id), table.concat(words, ' '))
end
local function readBalance(account)
  local found = redis.call('HMGET', KEYS[1] .. ':account:' .. account, 'available', 'held')
  return tonumber(found[1] or 0), tonumber(found[2] or 0)
end
local function move(account, part, amount)
  redis.call('HINCRBY', KEYS[1] .. ':account:' .. account, part, amount)
end
local function note(account, kind, amount, now, id)
  local words = { kind, amount, now, id }
  redis.call('RPUSH', KEYS[1] .. ':journal:' .. account, table.concat(words, ' '))
end
local function resolve(id, hold, state, now)
  move(hold.account, 'held', '-' .. hold.amount)
  if state == 'released' then move(hold.account, 'available', hold.amount) end
  hold.state = state
  writeOperation(id, hold)
  redis.call('ZREM', KEYS[1] .. ':open', id)
  note(hold.account, state == 'captured' and 'capture' or 'release', hold.amount, now, id)
end
`;
