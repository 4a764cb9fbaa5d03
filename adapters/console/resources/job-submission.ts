import * as z from 'zod';
import { maxEmails, maxRows } from '../../../src/bulk/jobs.ts';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { LookupRow } from '../../../src/resources.ts';
import type { BodyList } from '../../http/body/body-list.ts';
import { Problem } from '../../http/problem.ts';
import { readQuery } from '../../http/query.ts';
import { emailList } from '../../http/resources/bulk.ts';
import { lookupRow, rowList } from '../../http/resources/bulk-lookup.ts';
import { refuseWithoutCredits } from '../../http/resources/idempotency.ts';
import { statusResponse } from '../../http/response.ts';
import { validationProblem } from '../../http/validation-problem.ts';
import type { AccountContext, ConsoleEndpoint } from '../endpoint.ts';
import { jobFields, showJob } from './job-fields.ts';
import { bodySchemas } from './named-schemas.ts';
import { maxListBytes } from './session.ts';

const submitQuery = z.object({
  kind: z
    .enum(['verifications', 'lookups'], { error: 'must be verifications or lookups' })
    .default('verifications')
    .describe('What the body is a list of: emails, or people.'),
  level: z
    .enum(['syntax', 'dns', 'smtp'], { error: 'must be syntax, dns or smtp' })
    .default('smtp')
    .describe('How far each verification goes.'),
  name: z
    .string()
    .max(1_000, 'must have at most 1,000 characters')
    .optional()
    .describe('What the job is called, such as the name of the file: the first 200 characters are kept.'),
});

const submitHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .describe('A repeated submission under the same key gets the same job and is charged once.'),
});

const person = z
  .object(lookupRow.shape)
  .register(bodySchemas, { id: 'Person' }) satisfies z.ZodType<LookupRow>;

/** For OpenAPI only: lists are checked element by element, as they arrive. */
const submission = z
  .union([
    z.object({ emails: z.array(z.string()).min(1).max(maxEmails) }),
    z.object({ people: z.array(person).min(1).max(maxRows) }),
  ])
  .register(bodySchemas, { id: 'Submission' });

export const submitEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'POST',
  path: '/api/jobs',
  operationId: 'submitJob',
  summary: 'Submit a list as a job; charged to the account as a whole',
  query: submitQuery,
  headers: submitHeaders,
  body: submission,
  status: 202,
  response: jobFields,
  maxBodyBytes: maxListBytes,
  errors: [400, 403, 408, 413, 422, 503],
  async respond(context) {
    const { parts, request } = context;
    const query = readQuery(request.target, submitQuery);
    const idempotencyKey = request.header('idempotency-key');
    if (idempotencyKey === undefined || idempotencyKey === '' || idempotencyKey.length > 255)
      throw new Problem(422, 'Idempotency-Key: must have from 1 to 255 characters.');
    try {
      const jobId = await submit(context, { ...query, idempotencyKey });
      return statusResponse(202, await showJob(parts, await parts.engine.jobs.get(jobId)));
    } catch (error) {
      throw asSubmissionProblem(error);
    }
  },
};

async function submit(
  { parts: { engine }, account, body }: AccountContext,
  { kind, level, name, idempotencyKey }: z.output<typeof submitQuery> & { idempotencyKey: string },
): Promise<string> {
  const options = { account, idempotencyKey, ...(name === undefined ? {} : { name }) };
  const { jobs } = engine;
  if (kind === 'lookups') {
    await refuseWithoutCredits(jobs, 'lookup', options);
    return (await jobs.submitLookup(await body.list(peopleList), options)).id;
  }
  await refuseWithoutCredits(jobs, 'verification', { ...options, level });
  return (await jobs.submit(await body.list(addressList), { ...options, level })).id;
}

const addressList: BodyList<string> = {
  ...emailList,
  field: 'emails',
  bodyRule: 'must be an object with the field emails',
  fieldRule: 'must be an array of strings',
  check(element, index) {
    if (typeof element !== 'string') throw new Problem(422, `emails[${index}]: must be a string.`);
    return element;
  },
};

const peopleList: BodyList<LookupRow> = {
  ...rowList,
  field: 'people',
  bodyRule: 'must be an object with the field people',
  fieldRule: 'must be an array of people',
  check(element, index) {
    const row = person.safeParse(element);
    if (!row.success) throw validationProblem(row.error, `people[${index}]`);
    return row.data;
  },
};

function asSubmissionProblem(error: unknown): unknown {
  if (error instanceof Conflict)
    return new Problem(422, 'Idempotency-Key: was used before, for another submission. Use a new one.');
  if (error instanceof InvalidArgument) return new Problem(400, error.message);
  return error;
}
