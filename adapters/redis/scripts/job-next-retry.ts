import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Returns when the first of the items that wait for a retry is due.
 *
 * KEYS[1] <job>
 *
 * Output: null: no such job | the time | empty: none waits
 */
export const jobNextRetry: RedisScript = {
  name: 'mailproofJobNextRetry',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
return redis.call('ZRANGE', part('retries'), 0, 0, 'WITHSCORES')[2] or ''
`,
};
