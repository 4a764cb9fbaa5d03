import { preferred } from '../accept.ts';
import type { Endpoint } from '../endpoint.ts';
import { streamReply } from '../reply.ts';
import { resultsAs, resultsTypes } from './bulk-results.ts';
import { bulkResults, jobPath } from './bulk-schemas.ts';
import { jobIdOf } from './job-id.ts';
import { emailVerification } from './schemas.ts';

export const bulkResultsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk/:job_id/results',
  operationId: 'getBulkVerificationResults',
  summary: 'The results of a bulk verification, in the order of submission',
  parameters: jobPath,
  response: bulkResults,
  otherForms: {
    'application/x-ndjson': { schema: emailVerification, description: 'One result a line.' },
    'text/csv': { description: 'A line with the names of the twelve fields, then one result a line.' },
  },
  errors: [400, 404, 409],
  async respond(call) {
    const { engine, key, request } = call;
    const results = await engine.jobs.results(jobIdOf(call), { keyId: key.id });
    const { contentType, write } = resultsAs[preferred(request.header('accept'), resultsTypes)];
    return streamReply(write(results), {
      'Content-Type': contentType,
      Vary: 'Accept',
      // What JSON says in its body, for the forms that have rows only.
      'X-Job-Status': results.job.status,
    });
  },
};
