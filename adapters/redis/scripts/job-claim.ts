import type { RedisScript } from '../client.ts';

/**
 * Changes the claim on an idempotency key, if it is still the one that the caller has read.
 *
 * KEYS[1] the claim: text "<creation number> <job id>"
 * ARGV[1] the claim read before, or empty   [2] the new claim, or empty to delete it
 *
 * Output: 1: changed | 0: another creator has changed the claim
 */
export const jobClaim: RedisScript = {
  name: 'mailproofJobClaim',
  numberOfKeys: 1,
  lua: `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 1
`,
};
