import * as z from 'zod';
import { isoTime } from '../../../../src/iso-time.ts';
import { statusResponse } from '../../../http/response.ts';
import { type ConsoleEndpoint, type ConsoleParts, streamEvents } from '../../endpoint.ts';
import { pause } from '../job-events.ts';
import { answerSchemas, time } from '../named-schemas.ts';
import { findingFields, showFinding } from './doctor.ts';

const everyMs = 2_000;
const count = z.int().min(0);

const serviceFields = z
  .object({
    version: z.string(),
    node: z.string(),
    uptime_ms: z.number().describe('Of this process.'),
    store: z.object({
      kind: z.string().describe('What keeps the data, such as sqlite.'),
      findings: z
        .array(findingFields)
        .nullable()
        .describe('How it is set up, at most a minute old; null if that is not known.'),
    }),
    queue: z
      .object({
        waiting: count.describe('Batches that are due.'),
        active: count.describe('Batches that somebody works on.'),
        retries: count.describe('Batches that are not due yet.'),
        oldest_retry_at: time
          .nullable()
          .describe('Since when the oldest due retry waits; null if none does.'),
      })
      .describe('On a shared store that of all processes.'),
    memory: z.object({ rss: z.number(), heap_used: z.number(), external: z.number() }).describe('Bytes.'),
    streams: count.describe('Streams of events that are open.'),
  })
  .register(answerSchemas, { id: 'Service' });

export const serviceEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'GET',
  path: '/api/service',
  operationId: 'getService',
  summary: 'How the service is',
  response: serviceFields,
  errors: [403],
  async respond({ parts }) {
    return statusResponse(200, await showService(parts));
  },
};

export const serviceEventsEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'GET',
  path: '/api/service/events',
  operationId: 'followService',
  summary: 'How the service is, every two seconds',
  otherFormats: { 'text/event-stream': { schema: serviceFields, description: 'Events service.' } },
  errors: [403, 503],
  async respond(context) {
    const { parts } = context;
    return streamEvents(context, async (send, signal) => {
      while (!signal.aborted) {
        send('service', await showService(parts));
        await pause(parts.clock, everyMs, signal);
      }
    });
  },
};

async function showService({
  engine,
  server,
  clock,
  streams,
  storeFindings,
}: ConsoleParts): Promise<z.output<typeof serviceFields>> {
  const { queued, delayed, active, oldestDueRetryMs } = await engine.jobs.queueDepth();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    version: server.version,
    node: process.version,
    uptime_ms: Math.round(process.uptime() * 1_000),
    store: {
      kind: server.store ?? 'unknown',
      findings: (await storeFindings?.recent())?.map(showFinding) ?? null,
    },
    queue: {
      waiting: queued,
      active,
      retries: delayed,
      oldest_retry_at: oldestDueRetryMs === 0 ? null : isoTime(clock.now() - oldestDueRetryMs),
    },
    memory: { rss, heap_used: heapUsed, external },
    streams: streams.size,
  };
}
