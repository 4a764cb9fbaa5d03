import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Deletes a job that is completed or settled. Redis frees the memory in the background.
 *
 * KEYS[1] <job>
 * ARGV[1] creation number
 *
 * Output: null: no such job | 1: deleted | 0: neither completed nor settled
 */
export const jobDelete: RedisScript = {
  name: 'mailproofJobDelete',
  numberOfKeys: 1,
  lua: `${jobKeys}
local values = redis.call('HMGET', part('record'), 'ticket', 'completedAt', 'settledAt')
if values[1] ~= ARGV[1] then return false end
if not values[2] and not values[3] then return 0 end
redis.call('UNLINK', part('record'), part('items'), part('marks'), part('results'), part('retries'), part('lease'),
  part('announce'))
return 1
`,
};
