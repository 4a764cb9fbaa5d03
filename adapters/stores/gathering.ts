import { setImmediate as nextIteration } from 'node:timers/promises';

const mostAtOnce = 250;

interface Call<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes calls together that come in the same iteration of the event loop, or while others of their group are under way: a
 * round trip and a commit cost the same for one as for a hundred. Groups do not wait for one another.
 */
export class Gathering<Request, Result> {
  readonly #run: (requests: readonly Request[], group: string) => Promise<readonly Result[]>;
  readonly #isOfOne: (error: unknown) => boolean;
  readonly #waiting = new Map<string, Call<Request, Result>[]>();

  /**
   * `run` returns a result for each request, in their order. If it fails for several, it is called again with each alone, unless
   * the error is of the connection (`isOfOne`).
   */
  constructor(
    run: (requests: readonly Request[], group: string) => Promise<readonly Result[]>,
    isOfOne: (error: unknown) => boolean,
  ) {
    this.#run = run;
    this.#isOfOne = isOfOne;
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
      await this.#make(waiting.splice(0, mostAtOnce), group);
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
      if (calls.length > 1 && this.#isOfOne(error))
        await Promise.all(calls.map((call) => this.#make([call], group)));
      else for (const { reject } of calls) reject(error);
    }
  }
}
