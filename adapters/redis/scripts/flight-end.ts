import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Ends a flight, and keeps a note of it, unless another one has begun.
 *
 * KEYS[1] the flight, as in flight-begin.ts
 * ARGV[1] id of the lease   [2] how long to keep the note, in ms
 * ARGV[3] now, or empty for the server time   [4] extra time to live in ms
 */
export const flightEnd: RedisScript = {
  name: 'mailproofFlightEnd',
  numberOfKeys: 1,
  lua: `${prelude}
local found = redis.call('GET', KEYS[1])
if not found or string.match(found, '^lease %d+ (.*)$') ~= ARGV[1] then return end
local keepMs = tonumber(ARGV[2])
redis.call('SET', KEYS[1], 'released ' .. int(millis(ARGV[3]) + keepMs), 'PX', int(keepMs + tonumber(ARGV[4])))
`,
};
