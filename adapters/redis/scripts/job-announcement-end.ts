import type { RedisScript } from '../client.ts';
import { jobAnnouncements } from './job-announcements.ts';
import { prelude } from './prelude.ts';

/**
 * Ends the lease on an announcement.
 *
 * KEYS[1] <announcements>
 * ARGV[1] now, empty for the server's time   [2] announcement   [3] id of the lease   [4] after how many ms it is due
 *      again, or empty to remove it
 *
 * Output: 1: done | 0: the lease was lost
 */
export const jobAnnouncementEnd: RedisScript = {
  name: 'mailproofJobAnnouncementEnd',
  numberOfKeys: 1,
  lua: `${prelude}${jobAnnouncements}
local id, failures = parse(redis.call('HGET', leases, ARGV[2]))
if id ~= ARGV[3] then return 0 end
redis.call('ZREM', turns, ARGV[2])
if ARGV[4] == '' then
  redis.call('HDEL', leases, ARGV[2])
  redis.call('ZREM', waiting, ARGV[2])
  if redis.call('HLEN', leases) == 1 then redis.call('DEL', leases) end
else
  redis.call('HSET', leases, ARGV[2], '- ' .. int(failures + 1))
  redis.call('ZADD', waiting, int(millis(ARGV[1]) + tonumber(ARGV[4])), ARGV[2])
end
return 1
`,
};
