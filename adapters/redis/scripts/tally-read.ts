import type { RedisScript } from '../client.ts';

/**
 * Reads a tally. A script, because clients make objects of the reply to HGETALL.
 *
 * KEYS[1] hash of counts by name
 *
 * Output: name, count, name, count …; the empty name is no count
 */
export const tallyRead: RedisScript = {
  name: 'mailproofTallyRead',
  numberOfKeys: 1,
  lua: "return redis.call('HGETALL', KEYS[1])",
};
