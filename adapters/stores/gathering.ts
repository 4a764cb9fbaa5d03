import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Clock } from '../../src/ports/clock.ts';
import { systemClock } from '../system-clock.ts';

const mostAtOnce = 250;

/** A call to a server that has lost the connection may take minutes. The next ones get another connection. */
const mostWaitMs = 1_000;

interface Call<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes calls together that come in the same iteration of the event loop, or while others of their group are under way, for
 * at most one second: a round trip and a commit cost the same for one as for a hundred. Groups do not wait for one another.
 */
export class Gathering<Request, Result> {
  readonly #run: (requests: readonly Request[], group: string) => Promise<readonly Result[]>;
  readonly #isAboutOneRequest: (error: unknown) => boolean;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Call<Request, Result>[]>();

  /**
   * `run` returns a result for each request, in their order. If a batch fails because of one request (`isAboutOneRequest`), each
   * request is tried alone; any other error rejects all.
   */
  constructor(
    run: (requests: readonly Request[], group: string) => Promise<readonly Result[]>,
    isAboutOneRequest: (error: unknown) => boolean,
    clock: Clock = systemClock,
  ) {
    this.#run = run;
    this.#isAboutOneRequest = isAboutOneRequest;
    this.#clock = clock;
  }

  add(request: Request, group = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      const call = { request, resolve, reject };
      const waiting = this.#waiting.get(group);
      if (waiting !== undefined) {
        waiting.push(call);
        return;
      }
      const calls = [call];
      this.#waiting.set(group, calls);
      void this.#work(calls, group);
    });
  }

  async #work(waiting: Call<Request, Result>[], group: string): Promise<void> {
    while (waiting.length > 0) {
      await nextIteration();
      const calls = waiting.splice(0, mostAtOnce);
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.after(mostWaitMs, resolve, { background: true });
        void this.#make(calls, group).then(resolve).finally(cancel);
      });
    }
    this.#waiting.delete(group);
  }

  async #make(calls: readonly Call<Request, Result>[], group: string): Promise<void> {
    try {
      const results = await this.#run(
        calls.map(({ request }) => request),
        group,
      );
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      // One after the other: in the transaction of a host, they share a connection and a savepoint.
      if (calls.length > 1 && this.#isAboutOneRequest(error))
        for (const call of calls) await this.#make([call], group);
      else for (const { reject } of calls) reject(error);
    }
  }
}
