import type { RedisScript } from '../client.ts';
import { consoleEntries } from './console-entries.ts';

/**
 * Adds an invitation, or a session of the operator.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] invitation or session   [2] id   [3] account, or empty for the operator   [4] how long it is valid, in milliseconds
 *     [5] now, or empty for the server time   [6] what is added to the time to live   [7] most of an account
 *
 * Output: createdAt, expiresAt | empty: the id is in use
 */
export const consoleAdd: RedisScript = {
  name: 'mailproofConsoleAdd',
  numberOfKeys: 1,
  lua: `${consoleEntries}
return { addEntry(ARGV[1], {
  id = ARGV[2], account = ARGV[3], validForMs = ARGV[4], now = millis(ARGV[5]), extraTtlMs = ARGV[6], most = ARGV[7]
}) }
`,
};
