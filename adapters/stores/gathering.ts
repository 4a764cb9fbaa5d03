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

/** Each has a connection: what blocks the calls of one group leaves others to the other groups. */
const mostUnderWay = 2;

interface Group<Request, Result> {
  readonly waiting: Call<Request, Result>[];
  readonly underWay: Set<Promise<void>>;
  isWorking: boolean;
}

/**
 * Makes calls together that come in the same iteration of the event loop, or while others of their group are under way, for
 * at most one second: a round trip and a commit cost the same for one as for a hundred. Groups do not wait for one another.
 */
export class Gathering<Request, Result> {
  readonly #run: (requests: readonly Request[], group: string) => Promise<readonly Result[]>;
  readonly #isAboutOneRequest: (error: unknown) => boolean;
  readonly #clock: Clock;
  readonly #groups = new Map<string, Group<Request, Result>>();

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

  add(request: Request, name = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      const group = this.#groups.get(name) ?? { waiting: [], underWay: new Set(), isWorking: false };
      this.#groups.set(name, group);
      group.waiting.push({ request, resolve, reject });
      if (!group.isWorking) void this.#work(group, name);
    });
  }

  async #work(group: Group<Request, Result>, name: string): Promise<void> {
    const { waiting, underWay } = group;
    const forget = () => {
      if (!group.isWorking && underWay.size === 0) this.#groups.delete(name);
    };
    group.isWorking = true;
    while (waiting.length > 0) {
      await nextIteration();
      const made = this.#make(waiting.splice(0, mostAtOnce), name).then(() => {
        underWay.delete(made);
        forget();
      });
      underWay.add(made);
      await this.#waitFor(made);
      while (underWay.size >= mostUnderWay) await Promise.race(underWay);
    }
    group.isWorking = false;
    forget();
  }

  async #waitFor(made: Promise<void>): Promise<void> {
    let cancel: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.after(mostWaitMs, resolve, { background: true });
    });
    await Promise.race([made, late]);
    cancel?.();
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
