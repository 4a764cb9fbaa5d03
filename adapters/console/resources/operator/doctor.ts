import * as z from 'zod';
import { Problem } from '../../../http/problem.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import { answerSchemas } from '../named-schemas.ts';

const finding = z
  .looseObject({
    check: z.string().describe('What was examined.'),
    severity: z.string(),
    text: z.string().describe('What was found, and what that means.'),
    advice: z.string().nullable(),
  })
  .describe('As "mailproof doctor --json" has it.')
  .register(answerSchemas, { id: 'Finding' });

export const doctorEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'POST',
  path: '/api/doctor',
  operationId: 'examine',
  summary: 'Find out whether mail servers will answer this server',
  otherFormats: {
    'text/event-stream': { schema: finding, description: 'Events finding, then end, or problem.' },
  },
  errors: [403, 404, 503],
  async respond({ parts: { examine, streams }, signedIn, account, request }) {
    if (examine === undefined) throw new Problem(404, 'This server cannot examine its network.');
    const owner = { sessionId: signedIn.session.id, account, clientGone: request.signal };
    return streams.open(owner, async (send, signal) => {
      for (const found of await examine(signal)) {
        const { summary, meaning, ...fields } = found;
        send('finding', { ...fields, text: `${summary} ${meaning}` });
      }
      send('end', {});
    });
  },
};
