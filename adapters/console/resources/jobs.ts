import * as z from 'zod';
import { isStorableText } from '../../../src/argument-checks.ts';
import { Conflict } from '../../../src/errors.ts';
import type { JobPosition } from '../../../src/ports/job-store.ts';
import { integer, integerInQuery } from '../../http/parameter-schemas.ts';
import { Problem } from '../../http/problem.ts';
import { readQuery } from '../../http/query.ts';
import { emptyResponse, statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
import { findJob, jobFields, jobPath, showJob, showJobs } from './job-fields.ts';
import { answerSchemas } from './named-schemas.ts';

const cursorRule = 'must be the next_cursor of the page before';
const limitRule = 'must be a whole number from 1 to 200';

const listQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}~[\w-]{1,100}$/, cursorRule)
    .optional()
    .describe('The next_cursor of the page before.'),
  limit: integerInQuery(integer(limitRule, { min: 1, max: 200 }))
    .default(50)
    .describe('Jobs a page.'),
  account: z
    .string()
    .refine(isStorableText, 'must be well-formed Unicode text without NUL')
    .optional()
    .describe('For the operator: only those of this account.'),
  unfinished: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .describe('Only those that have neither completed nor failed.'),
});

const jobList = z
  .object({
    jobs: z.array(jobFields).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('null on the last page.'),
  })
  .register(answerSchemas, { id: 'Jobs' });

export const jobEndpoints: readonly ConsoleEndpoint[] = [
  {
    access: 'session',
    method: 'GET',
    path: '/api/jobs',
    operationId: 'listJobs',
    summary: 'The jobs of all keys of the account; for the operator, of all accounts',
    query: listQuery,
    response: jobList,
    errors: [422],
    async respond({ parts, request, account: own }) {
      const { cursor, limit, account, unfinished } = readQuery(request.target, listQuery);
      const shown = own ?? account;
      const filter = {
        ...(shown === undefined ? {} : { account: shown }),
        unfinished: unfinished === 'true',
      };
      const after = cursor === undefined ? undefined : positionOf(cursor);
      // One more tells whether there is another page.
      const found = await parts.listing.page(filter, {
        account: own,
        limit: limit + 1,
        after,
        signal: request.signal,
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const answer: z.output<typeof jobList> = {
        jobs: await showJobs(parts, page),
        next_cursor: found.length > limit && last !== undefined ? cursorOf(last) : null,
      };
      return statusResponse(200, answer);
    },
  },
  {
    access: 'session',
    method: 'GET',
    path: '/api/jobs/:id',
    operationId: 'getJob',
    summary: 'How far a job is',
    parameters: jobPath,
    response: jobFields,
    errors: [404],
    async respond(context) {
      return statusResponse(200, await showJob(context.parts, await findJob(context)));
    },
  },
  {
    access: 'session',
    method: 'POST',
    path: '/api/jobs/:id/cancel',
    operationId: 'cancelJob',
    summary: 'End a job, and refund what has no result; does nothing if it has ended',
    parameters: jobPath,
    response: jobFields,
    errors: [404],
    async respond(context) {
      const { parts } = context;
      const { id } = await findJob(context);
      await parts.engine.jobs.cancel(id);
      return statusResponse(200, await showJob(parts, await findJob(context)));
    },
  },
  {
    access: 'session',
    method: 'DELETE',
    path: '/api/jobs/:id',
    operationId: 'deleteJob',
    summary: 'Delete a job that has ended, with its addresses and results',
    parameters: jobPath,
    status: 204,
    errors: [404, 409],
    async respond(context) {
      const { id } = await findJob(context);
      try {
        await context.parts.engine.jobs.delete(id);
      } catch (error) {
        throw error instanceof Conflict ? new Problem(409, error.message) : error;
      }
      return emptyResponse(204, { 'Cache-Control': 'no-store' });
    },
  },
];

function cursorOf({ submittedAt, id }: JobPosition): string {
  return `${submittedAt}~${id}`;
}

function positionOf(cursor: string): JobPosition {
  const [submittedAt = '', id = ''] = cursor.split('~');
  return { submittedAt: Number(submittedAt), id };
}
