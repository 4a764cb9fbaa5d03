import type { Endpoint } from '../endpoint.ts';
import { readQuery } from '../query.ts';
import { jsonReply } from '../reply.ts';
import { bulkLookupPage, bulkLookupPageQuery } from './bulk-lookup-schemas.ts';
import { jobPath } from './bulk-schemas.ts';
import { jobIdOf } from './job-id.ts';

export const bulkLookupResultsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk-lookup/:job_id/results',
  operationId: 'getBulkLookupResults',
  summary: 'A page of the results of a bulk lookup, while it runs or afterwards',
  parameters: jobPath,
  query: bulkLookupPageQuery,
  response: bulkLookupPage,
  errors: [400, 404, 422],
  async respond(call) {
    const { engine, key, request } = call;
    const jobId = jobIdOf(call);
    const page = readQuery(request.target, bulkLookupPageQuery);
    return jsonReply(await engine.jobs.lookupResults(jobId, page, { keyId: key.id }));
  },
};
