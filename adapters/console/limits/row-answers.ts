import { Problem } from '../../http/problem.ts';
import { tenantOf } from './tenant.ts';

/** Answers that send the rows of jobs to one account, or the operator, at once. */
const mostOfTenant = 8;

/** Counts the answers with rows that are being sent: each reads the store for as long as its client takes to read. */
export class RowAnswers {
  /** Only those who are sent something now. */
  readonly #open = new Map<string, number>();

  /** Yields what `chunks` yields, and counts that until it ends. Throws a Problem with status 429 at too many. */
  count(
    account: string | null,
    chunks: AsyncGenerator<string, undefined>,
  ): AsyncGenerator<string, undefined> {
    const tenant = tenantOf(account);
    const open = this.#open.get(tenant) ?? 0;
    if (open >= mostOfTenant)
      throw new Problem(429, `The results of ${mostOfTenant} jobs are being sent already: wait for one.`, {
        headers: { 'Retry-After': '5' },
      });
    this.#open.set(tenant, open + 1);
    return this.#send(tenant, chunks);
  }

  async *#send(tenant: string, chunks: AsyncGenerator<string, undefined>): AsyncGenerator<string, undefined> {
    try {
      return yield* chunks;
    } finally {
      const open = this.#open.get(tenant) ?? 1;
      if (open > 1) this.#open.set(tenant, open - 1);
      else this.#open.delete(tenant);
    }
  }
}
