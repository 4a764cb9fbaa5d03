import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Renews a lease that has not expired.
 *
 * KEYS[1] leases of an exchange: sorted set of ids by expiry
 * KEYS[2] processes with an urgent caller: sorted set by when they lose their place
 * ARGV[1] id of the lease   [2] leaseMs   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 0: expired or released | 1: renewed until now + leaseMs | 2: the same, and an urgent caller waits
 */
export const leaseRenew: RedisScript = {
  name: 'mailproofLeaseRenew',
  numberOfKeys: 2,
  lua: `${prelude}
local now, leaseMs = millis(ARGV[3]), tonumber(ARGV[2])
local expiresAt = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not expiresAt or tonumber(expiresAt) <= now then return 0 end
redis.call('ZADD', KEYS[1], int(now + leaseMs), ARGV[1])
extendTtl(KEYS[1], leaseMs + tonumber(ARGV[4]))
return redis.call('ZCOUNT', KEYS[2], '(' .. int(now), '+inf') > 0 and 2 or 1
`,
};
