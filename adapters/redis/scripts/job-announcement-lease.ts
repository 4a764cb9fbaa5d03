import type { RedisScript } from '../client.ts';
import { jobAnnouncements } from './job-announcements.ts';
import { prelude } from './prelude.ts';

/** How many of those that wait are looked at in one call. */
const perCall = 500;

/**
 * Leases the announcement whose turn it is.
 *
 * KEYS[1] <announcements>
 * ARGV[1] now, empty for the server's time   [2] id of the lease   [3] length of the lease in ms
 *
 * What has become due gets a place in the turns: that after the last one of its account, and after the one that was leased
 * last. So each account has one of them in each round, however many it has in all.
 *
 * Output: empty: none is due | the announcement, and its failures
 */
export const jobAnnouncementLease: RedisScript = {
  name: 'mailproofJobAnnouncementLease',
  numberOfKeys: 1,
  lua: `${prelude}${jobAnnouncements}
local now = millis(ARGV[1])
local wasSetBack = now < tonumber(redis.call('HGET', leases, 'now') or 0)
local till = wasSetBack and '+inf' or int(now)
local due = redis.call('ZRANGEBYSCORE', waiting, '-inf', till, 'LIMIT', 0, ${perCall})
if #due < ${perCall} then redis.call('HSET', leases, 'now', int(now)) end
local round = tonumber(redis.call('HGET', places, 'round') or 0)
for _, announcement in ipairs(due) do
  local account = 'of ' .. cjson.encode(cjson.decode(announcement)[1])
  local place = math.max(round, tonumber(redis.call('HGET', places, account) or 0)) + 1
  redis.call('HSET', places, account, int(place))
  redis.call('ZADD', turns, int(place), announcement)
  redis.call('ZREM', waiting, announcement)
end
local next = redis.call('ZPOPMIN', turns)
if not next[1] then
  redis.call('DEL', places)
  return {}
end
redis.call('HSET', places, 'round', next[2])
local _, failures = parse(redis.call('HGET', leases, next[1]))
redis.call('HSET', leases, next[1], ARGV[2] .. ' ' .. failures)
redis.call('ZADD', waiting, int(now + tonumber(ARGV[3])), next[1])
return { next[1], failures }
`,
};
