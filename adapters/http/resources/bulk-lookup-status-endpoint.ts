import type { Endpoint } from '../endpoint.ts';
import { jsonReply } from '../reply.ts';
import { bulkLookupJob } from './bulk-lookup-schemas.ts';
import { jobPath } from './bulk-schemas.ts';
import { jobIdOf } from './job-id.ts';

export const bulkLookupStatusEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk-lookup/:job_id',
  operationId: 'getBulkLookup',
  summary: 'How far a bulk lookup is',
  parameters: jobPath,
  response: bulkLookupJob,
  errors: [400, 404],
  async respond(call) {
    return jsonReply(await call.engine.jobs.lookupStatus(jobIdOf(call), { keyId: call.key.id }));
  },
};
