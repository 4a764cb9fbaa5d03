/** Fields of the hash of a job, in the order in which scripts and commands give them. */
export const jobFields = [
  'id',
  'kind',
  'account',
  'keyId',
  'milliCreditsPerItem',
  'submittedAt',
  'idempotencyKey',
  'fingerprint',
  'startedAt',
  'completedAt',
  'failedAt',
  'settledAt',
  'total',
  'processed',
  'retrying',
  'retried',
  'safe',
  'ticket',
] as const;

export type JobField = (typeof jobFields)[number];

/**
 * Lua that the scripts of jobs begin with: the keys of one job, which its tag holds in one slot, and what is in them.
 *
 * <job>:record           hash of the fields above; those without a value are not there. It is there, or no job is
 * <job>:items            hash of packed items: those of 16 positions in one field, a line each
 * <job>:marks            string of one character per item: - without a result | p, P provisional | f, F final;
 *                        capital where the result is safe
 * <job>:results          hash of "<attempts> <retryAt, or -> <packed result>" by position
 * <job>:lease            hash of owner and until
 * <job>:staged:<ticket>  what is to become the items, while the job is being created
 */
export const jobRecords = `
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
