import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Renews the lease of a flight, even if it has lapsed.
 *
 * KEYS[1] the flight, as in flight-begin.ts
 * ARGV[1] id of the lease   [2] leaseMs   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 1: renewed until now + leaseMs | 0: another flight has begun since
 */
export const flightRenew: RedisScript = {
  name: 'mailproofFlightRenew',
  numberOfKeys: 1,
  lua: `${prelude}
local now, leaseMs = millis(ARGV[3]), tonumber(ARGV[2])
local found = redis.call('GET', KEYS[1])
if found and string.match(found, '^lease %d+ (.*)$') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], 'lease ' .. int(now + leaseMs) .. ' ' .. ARGV[1], 'PX', int(leaseMs + tonumber(ARGV[4])))
return 1
`,
};
