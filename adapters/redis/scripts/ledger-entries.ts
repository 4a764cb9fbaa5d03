import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';

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
