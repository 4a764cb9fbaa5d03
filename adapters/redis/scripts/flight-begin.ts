import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Begins a flight, unless one is under way.
 *
 * KEYS[1] the flight: "lease <expiry> <id>" while it is under way, "released <expiry>" afterwards
 * ARGV[1] id of the lease   [2] leaseMs   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 0: begun | 1: begun, and an earlier one was released lately | id of the lease of the flight under way
 */
export const flightBegin: RedisScript = {
  name: 'mailproofFlightBegin',
  numberOfKeys: 1,
  lua: `${prelude}
local now, leaseMs = millis(ARGV[3]), tonumber(ARGV[2])
local found, releasedBefore = redis.call('GET', KEYS[1]), 0
if found then
  local kind, expiry, id = string.match(found, '^(%a+) (%d+) ?(.*)$')
  local leftMs = tonumber(expiry) - now
  -- A lease that ends later than a new one would is from before the clock was set back.
  if kind == 'lease' and leftMs > 0 and leftMs <= leaseMs then return id end
  if kind == 'released' and leftMs > 0 then releasedBefore = 1 end
end
redis.call('SET', KEYS[1], 'lease ' .. int(now + leaseMs) .. ' ' .. ARGV[1], 'PX', int(leaseMs + tonumber(ARGV[4])))
return releasedBefore
`,
};
