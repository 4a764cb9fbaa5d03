import type { RedisScript } from '../client.ts';
import { consoleEntries } from './console-entries.ts';

/**
 * Removes an invitation or a session.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] invitation or session   [2] id   [3] now, or empty for the server time
 *
 * Output: 1: this call removed it | 0: unknown, removed before or expired
 */
export const consoleRemove: RedisScript = {
  name: 'mailproofConsoleRemove',
  numberOfKeys: 1,
  lua: `${consoleEntries}
local createdAt, _, account = entryOf(ARGV[1], ARGV[2], millis(ARGV[3]))
if not createdAt then return 0 end
removeEntry(ARGV[1], ARGV[2], account)
return 1
`,
};

/**
 * Removes all invitations and sessions of an account.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] account, or empty for the operator   [2] now, or empty for the server time
 *
 * Output: how many there were that had not expired
 */
export const consoleRemoveAll: RedisScript = {
  name: 'mailproofConsoleRemoveAll',
  numberOfKeys: 1,
  lua: `${consoleEntries}
local count = 0
for _, kind in ipairs({ 'invitation', 'session' }) do
  for _, id in ipairs(idsOf(kind, ARGV[1], millis(ARGV[2]))) do
    removeEntry(kind, id, ARGV[1])
    count = count + 1
  end
end
return count
`,
};
