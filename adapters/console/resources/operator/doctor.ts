import * as z from 'zod';
import type { DoctorFinding } from '../../../../src/doctor/finding.ts';
import { Problem } from '../../../http/problem.ts';
import { type ConsoleEndpoint, streamEvents } from '../../endpoint.ts';
import { answerSchemas } from '../named-schemas.ts';

/** What the doctor found out. */
export const findingFields = z
  .looseObject({
    check: z.string().describe('What was examined.'),
    severity: z.enum(['ok', 'warning', 'failure']),
    text: z.string().describe('What was found, and what that means.'),
    advice: z.string().nullable(),
  })
  .describe('As "mailproof doctor --json" has it.')
  .register(answerSchemas, { id: 'Finding' });

export function showFinding({ summary, meaning, ...fields }: DoctorFinding): z.output<typeof findingFields> {
  return { ...fields, text: `${summary} ${meaning}` };
}

export const doctorEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'POST',
  path: '/api/doctor',
  operationId: 'examine',
  summary: 'Find out whether mail servers will answer this server',
  otherFormats: {
    'text/event-stream': {
      schema: findingFields,
      description: 'Events finding, each as soon as it is known, then end, or problem.',
    },
  },
  errors: [403, 404, 503],
  async respond(context) {
    const { examine } = context.parts;
    if (examine === undefined) throw new Problem(404, 'This server cannot examine its network.');
    return streamEvents(context, async (send, signal) => {
      await examine({ signal, onFinding: (finding) => send('finding', showFinding(finding)) });
      send('end', {});
    });
  },
};
