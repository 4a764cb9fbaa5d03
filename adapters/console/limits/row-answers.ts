import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Semaphore } from '../../../src/concurrency/semaphore.ts';
import { Problem } from '../../http/problem.ts';
import { tenantOf } from './tenant.ts';

/** Answers that send the rows of jobs to one account, or the operator, at once. */
const mostOfTenant = 8;

/** The answers that are being sent to one account, or the operator. */
interface OpenAnswers {
  count: number;
  /** Lets one of them read rows at a time. */
  readonly turns: Semaphore;
}

/**
 * Limits the answers with rows that are being sent: each reads the store for as long as its client takes to read. Those of one
 * account, or of the operator, take turns, so that others wait for one piece of rows at most, however many it asks for.
 */
export class RowAnswers {
  /** Only those who are sent something now. */
  readonly #open = new Map<string, OpenAnswers>();

  /** Yields what `chunks` yields, and counts that until it ends. Throws a Problem with status 429 at too many. */
  count(
    account: string | null,
    chunks: AsyncGenerator<string, undefined>,
  ): AsyncGenerator<string, undefined> {
    const tenant = tenantOf(account);
    const open = this.#open.get(tenant) ?? { count: 0, turns: new Semaphore(1) };
    if (open.count >= mostOfTenant)
      throw new Problem(429, `The results of ${mostOfTenant} jobs are being sent already: wait for one.`, {
        headers: { 'Retry-After': '5' },
      });
    open.count += 1;
    this.#open.set(tenant, open);
    return this.#send(tenant, open, chunks);
  }

  async *#send(
    tenant: string,
    open: OpenAnswers,
    chunks: AsyncGenerator<string, undefined>,
  ): AsyncGenerator<string, undefined> {
    try {
      for (;;) {
        const { done, value } = await open.turns.run(() => readChunk(chunks));
        if (done === true) return undefined;
        yield value;
      }
    } finally {
      open.count -= 1;
      if (open.count === 0) this.#open.delete(tenant);
      await chunks.return(undefined);
    }
  }
}

/** Lets everything else go first: reading may keep the event loop busy. */
async function readChunk(
  chunks: AsyncGenerator<string, undefined>,
): Promise<IteratorResult<string, undefined>> {
  await yieldToEventLoop();
  return chunks.next();
}
