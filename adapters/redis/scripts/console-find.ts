import type { RedisScript } from '../client.ts';
import { consoleEntries } from './console-entries.ts';

/**
 * Finds a session.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] id   [2] now, or empty for the server time
 *
 * Output: createdAt, expiresAt, account | empty: unknown, ended, expired or not yet begun
 */
export const consoleFind: RedisScript = {
  name: 'mailproofConsoleFind',
  numberOfKeys: 1,
  lua: `${consoleEntries}
local now = millis(ARGV[2])
local createdAt, expiresAt, account = entryOf('session', ARGV[1], now)
if not createdAt or now < tonumber(createdAt) then return {} end
return { createdAt, expiresAt, account }
`,
};
