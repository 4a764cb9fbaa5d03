import type { ServedEngine } from '../http-engine.ts';
import { Problem } from '../problem.ts';
import { jsonReply, type Reply, writtenReply } from '../reply.ts';
import type { Metrics } from './metrics.ts';

/** A path for whoever runs the service. It needs no key. */
export interface Operation {
  readonly path: string;
  respond(): Promise<Reply>;
}

/** A storage that takes longer to answer is not ready. */
const patienceMs = 2_000;

export function operations(options: {
  engine: ServedEngine;
  metrics: Metrics;
  document: object;
}): readonly Operation[] {
  const { engine, metrics, document } = options;
  const { registry } = metrics;
  const fine = jsonReply({ status: 'ok' });
  const described = jsonReply(document);
  return [
    { path: '/healthz', respond: async () => fine },
    {
      path: '/readyz',
      async respond() {
        await inTime(engine.ping()).catch((cause: unknown) => {
          throw new Problem(503, 'The storage cannot be reached.', { cause });
        });
        return fine;
      },
    },
    {
      path: '/metrics',
      respond: async () =>
        writtenReply(200, await registry.metrics(), {
          'Content-Type': registry.contentType,
          'Cache-Control': 'no-store',
        }),
    },
    { path: '/openapi.json', respond: async () => described },
  ];
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
