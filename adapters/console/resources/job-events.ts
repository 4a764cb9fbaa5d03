import type { Job } from '../../../src/bulk/job.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { type ConsoleEndpoint, type SessionContext, streamEvents } from '../endpoint.ts';
import type { SendEvent } from '../event-streams.ts';
import { findJob, jobFields, jobPath, jobShower } from './job-fields.ts';

const lookEveryMs = 1_000;

export const jobEventsEndpoint: ConsoleEndpoint = {
  access: 'session',
  method: 'GET',
  path: '/api/jobs/:id/events',
  operationId: 'followJob',
  summary: 'A job whenever it changes, until it has ended',
  parameters: jobPath,
  otherFormats: {
    'text/event-stream': {
      schema: jobFields,
      description:
        'Events job, at once and at most one a second, then end; problem if it cannot be read any more.',
    },
  },
  errors: [404, 503],
  async respond(context) {
    const job = await findJob(context);
    return streamEvents(context, (send, signal) => follow(context, job, { send, signal }));
  },
};

async function follow(
  context: SessionContext,
  first: Job,
  { send, signal }: { send: SendEvent; signal: AbortSignal },
): Promise<void> {
  const { parts } = context;
  const show = await jobShower(parts, first);
  let sent = '';
  for (let job = first; ; job = await findJob(context)) {
    const fields = show(job);
    const text = JSON.stringify(fields);
    if (text !== sent) send('job', fields);
    sent = text;
    if (job.finishedAt !== null) break;
    await pause(parts.clock, lookEveryMs, signal);
    if (signal.aborted) return;
  }
  send('end', {});
}

/** Resolves after a time, or when the signal fires. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
