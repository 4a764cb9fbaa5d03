import { words } from '../../../src/argument-checks.ts';
/** Fields of a job's hash, in the order in which scripts and commands return them. */
export const jobFields = [
  ...words(
    'id kind account keyId milliCreditsPerItem submittedAt idempotencyKey fingerprint traceparent startedAt',
  ),
  ...words(
    'completedAt failedAt cancelled settledAt total processed retrying retried safe risky invalid unknown',
  ),
  ...words('ticket name'),
];

export type JobField = (typeof jobFields)[number];

/**
 * Lua functions at the beginning of the job scripts. All keys of a job are in one cluster slot:
 *
 * <job>:record           hash of the fields above, without those that are null. The job exists if this key exists
 * <job>:items            hash of packed items: 16 items per field, one per line
 * <job>:marks            string of one character per item: - no result | p, P provisional | f, F final; upper case if
 *                        the result is safe
 * <job>:results          hash of "<attempts> <retryAt or ->[@<egress>] <packed result>" by position
 * <job>:retries          sorted set of "<position>:<status>" of the items that wait for a retry, by the time when it is due
 * <job>:lease            hash of owner, until, and the duration in ms
 * <job>:announce         set of the endpoints that are still to be told of its end, by name
 * <job>:staged:<number>  the items while the job is being created, by creation number
 */
export const jobKeys = `
local function part(name)
  return KEYS[1] .. ':' .. name
end
local function exists()
  return redis.call('EXISTS', part('record')) == 1
end
local function readRecord()
  return redis.call('HMGET', part('record'), ${jobFields.map((field) => `'${field}'`).join(', ')})
end
`;
