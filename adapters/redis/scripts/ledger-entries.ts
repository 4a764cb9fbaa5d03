import type { RedisScript } from '../client.ts';

/**
 * Returns a page of an account's journal.
 *
 * KEYS[1] <ledger>
 * ARGV[1] account   [2] most entries to return   [3] only entries before this sequence, or empty
 *
 * Output: sequence of the oldest entry of the page, entries from oldest to newest
 */
export const ledgerEntries: RedisScript = {
  name: 'mailproofLedgerEntries',
  numberOfKeys: 1,
  lua: `
local journal = KEYS[1] .. ':journal:' .. ARGV[1]
local last = redis.call('LLEN', journal)
if ARGV[3] ~= '' then last = math.min(last, tonumber(ARGV[3]) - 1) end
if last < 1 then return { 0, {} } end
local first = math.max(1, last - tonumber(ARGV[2]) + 1)
return { first, redis.call('LRANGE', journal, first - 1, last - 1) }
`,
};
