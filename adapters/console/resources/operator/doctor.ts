import { Problem } from '../../../http/problem.ts';
import { type ConsoleEndpoint, streamEvents } from '../../endpoint.ts';
import { findingFields, showFinding } from './finding-fields.ts';

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
