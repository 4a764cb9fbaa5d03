import type { Endpoint } from '../endpoint.ts';
import { jsonReply } from '../reply.ts';
import { bulkJob, jobPath } from './bulk-schemas.ts';
import { jobIdOf } from './job-id.ts';

export const bulkStatusEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/bulk/:job_id',
  operationId: 'getBulkVerification',
  summary: 'How far a bulk verification is',
  parameters: jobPath,
  response: bulkJob,
  errors: [400, 404],
  async respond(call) {
    return jsonReply(await call.engine.jobs.status(jobIdOf(call), { keyId: call.key.id }));
  },
};
