import { prelude } from './prelude.ts';

/**
 * Lua functions of the scripts of console sessions, after the prelude. An entry is an invitation or a session; which of the two is
 * its `kind`. All keys share one cluster slot.
 *
 * <console>:invitation:<id>, <console>:session:<id>   "createdAt expiresAt account"; the account of the operator is empty
 * <console>:invitations:<account>, <console>:sessions:<account>   list of ids, oldest first, perhaps with some that have expired
 *
 * `entryOf(kind, id, now)`: createdAt, expiresAt and account of an entry that has not expired; nothing if there is none.
 * `removeEntry(kind, id, account)`
 * `idsOf(kind, account, now)`: the ids of those that have not expired. Removes the others from the list.
 * `addEntry(kind, entry)`: adds `{ id, account, now, validForMs, extraTtlMs, most }` unless its id is in use, and removes the oldest
 * ones of which the account has too many. Returns createdAt and expiresAt; nothing if the id is in use.
 */
export const consoleEntries = `${prelude}
local function entryOf(kind, id, now)
  local entry = redis.call('GET', KEYS[1] .. ':' .. kind .. ':' .. id)
  if not entry then return end
  local createdAt, expiresAt, account = entry:match('^(%d+) (%d+) (.*)$')
  if now < tonumber(expiresAt) then return createdAt, expiresAt, account end
end
local function removeEntry(kind, id, account)
  redis.call('DEL', KEYS[1] .. ':' .. kind .. ':' .. id)
  redis.call('LREM', KEYS[1] .. ':' .. kind .. 's:' .. account, 0, id)
end
local function idsOf(kind, account, now)
  local ids = {}
  for _, id in ipairs(redis.call('LRANGE', KEYS[1] .. ':' .. kind .. 's:' .. account, 0, -1)) do
    if entryOf(kind, id, now) then ids[#ids + 1] = id else removeEntry(kind, id, account) end
  end
  return ids
end
local function addEntry(kind, entry)
  if entryOf(kind, entry.id, entry.now) then return end
  local ids = idsOf(kind, entry.account, entry.now)
  for index = 1, #ids + 1 - tonumber(entry.most) do removeEntry(kind, ids[index], entry.account) end
  local createdAt, expiresAt = int(entry.now), int(entry.now + tonumber(entry.validForMs))
  local text = createdAt .. ' ' .. expiresAt .. ' ' .. entry.account
  local ttlMs = tonumber(entry.validForMs) + tonumber(entry.extraTtlMs)
  redis.call('SET', KEYS[1] .. ':' .. kind .. ':' .. entry.id, text, 'PX', int(ttlMs))
  local list = KEYS[1] .. ':' .. kind .. 's:' .. entry.account
  redis.call('RPUSH', list, entry.id)
  extendTtl(list, ttlMs)
  return createdAt, expiresAt
end
`;
