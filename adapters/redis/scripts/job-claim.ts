import type { RedisScript } from '../client.ts';

/**
 * Changes who has an idempotency key, if it is still had by whom the caller saw.
 *
 * KEYS[1] the claim: text "<ticket> <job id>"
 * ARGV[1] the claim seen, or empty   [2] the claim wanted, or empty: give it up
 *
 * Output: 1: changed | 0: another has it
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
