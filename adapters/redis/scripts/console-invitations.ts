import type { RedisScript } from '../client.ts';
import { consoleEntries } from './console-entries.ts';

/**
 * Returns the pending invitations of an account, oldest first.
 *
 * KEYS[1] <console>, as in console-entries
 * ARGV[1] account   [2] now, or empty for the server time
 *
 * Output: id, createdAt, expiresAt, id …
 */
export const consoleInvitations: RedisScript = {
  name: 'mailproofConsoleInvitations',
  numberOfKeys: 1,
  lua: `${consoleEntries}
local now = millis(ARGV[2])
local found = {}
for _, id in ipairs(idsOf('invitation', ARGV[1], now)) do
  local createdAt, expiresAt = entryOf('invitation', id, now)
  for _, value in ipairs({ id, createdAt, expiresAt }) do found[#found + 1] = value end
end
return found
`,
};
