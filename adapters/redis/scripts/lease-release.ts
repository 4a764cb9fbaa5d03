import { releaseRememberedMs } from '../../stores/lease-waiters.ts';
import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Ends a lease, and remembers its release.
 *
 * KEYS[1] leases of an exchange: sorted set of ids by expiry   [2] until when the last release is remembered
 * ARGV[1] id of the lease   [2] now, or empty for the server time   [3] extra time to live in ms
 */
export const leaseRelease: RedisScript = {
  name: 'mailproofLeaseRelease',
  numberOfKeys: 2,
  lua: `${prelude}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return end
local ends = int(millis(ARGV[2]) + ${releaseRememberedMs})
redis.call('SET', KEYS[2], ends, 'PX', int(${releaseRememberedMs} + tonumber(ARGV[3])))
`,
};
