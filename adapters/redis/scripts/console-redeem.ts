import type { RedisScript } from '../client.ts';
import { consoleEntries } from './console-entries.ts';

/**
 * Uses up an invitation, and begins a session of its account.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] id of the invitation   [2] id of the session   [3] how long the session is valid, in milliseconds
 *     [4] now, or empty for the server time   [5] what is added to the time to live   [6] most of an account
 *
 * Output: the account, and createdAt and expiresAt unless the id of the session is in use | empty: there is no such invitation
 */
export const consoleRedeem: RedisScript = {
  name: 'mailproofConsoleRedeem',
  numberOfKeys: 1,
  lua: `${consoleEntries}
local now = millis(ARGV[4])
local createdAt, _, account = entryOf('invitation', ARGV[1], now)
if not createdAt or now < tonumber(createdAt) then return {} end
local begunAt, expiresAt = addEntry('session', {
  id = ARGV[2], account = account, validForMs = ARGV[3], now = now, extraTtlMs = ARGV[5], most = ARGV[6]
})
if not begunAt then return { account } end
removeEntry('invitation', ARGV[1], account)
return { account, begunAt, expiresAt }
`,
};
