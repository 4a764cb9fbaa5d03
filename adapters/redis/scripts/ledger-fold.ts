import type { RedisScript } from '../client.ts';
import { ledgerKeys } from './ledger-keys.ts';
import { prelude } from './prelude.ts';

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
