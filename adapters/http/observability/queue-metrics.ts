import { Gauge, type Registry } from 'prom-client';
import type { QueueDepth } from '../../../src/ports/work-queue.ts';
import { shareResult } from './shared-result.ts';

/**
 * Adds the metrics of the work queue. Returns a function that says from where they are read, when they are scraped. As
 * long as they cannot be read, they have no value.
 */
export function createQueueMetrics(registry: Registry): (read: () => Promise<QueueDepth>) => void {
  let readDepth: () => Promise<QueueDepth | undefined> = async () => undefined;
  const registers = [registry];
  new Gauge({
    name: 'mailproof_queue_batches',
    help: 'Batches of bulk jobs by state: queued, delayed, active. On a shared store, those of all processes.',
    labelNames: ['state'],
    registers,
    async collect() {
      const depth = await readDepth();
      this.reset();
      if (depth === undefined) return;
      for (const state of ['queued', 'delayed', 'active'] as const) this.set({ state }, depth[state]);
    },
  });
  new Gauge({
    name: 'mailproof_queue_oldest_due_retry_seconds',
    help: 'For how long the retry of unknown results has been due that is due longest; 0 if none is due.',
    registers,
    async collect() {
      const depth = await readDepth();
      // Without labels, `reset` would leave a 0.
      this.remove();
      if (depth !== undefined) this.set(depth.oldestDueRetryMs / 1_000);
    },
  });
  return (read) => {
    const shared = shareResult(read);
    readDepth = () => shared().catch(() => undefined);
  };
}
