import type { RedisScript } from '../client.ts';

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
