import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Lua functions at the beginning of the scripts of announcements, and their data: what one endpoint is still to be told. An
 * announcement is the text `[account, creation number, id of the job]` in JSON.
 *
 * <announcements>            sorted set of those that wait, by when they are due; 0 for a job that has just finished
 * <announcements>:turns      sorted set of those that are due, by their place
 * <announcements>:places     hash of the last place of each account, and `round`: that of the one leased last
 * <announcements>:leases     hash of "<id of the lease or -> <failures>" of those that were leased, and `now`: the time of
 *                            the last lease, by which a clock that was set back is seen
 */
const jobAnnouncements = `
local waiting = KEYS[1]
local turns, places, leases = waiting .. ':turns', waiting .. ':places', waiting .. ':leases'
local function parse(lease)
  local id, failures = string.match(lease or '- 0', '^(%S+) (%d+)$')
  return id, tonumber(failures)
end
`;

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
