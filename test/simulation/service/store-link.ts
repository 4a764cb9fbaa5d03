import { abortable } from '../../../src/concurrency/deadline.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { BatchHandler, Cache, Lease, Leases, Stores, WorkQueue } from '../../../src/ports/index.ts';
import { changedPort, interceptedPort } from '../../stores/changed-port.ts';
import type { VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { Story } from '../story/story.ts';
import type { MachineClock } from './process-clock.ts';
import type { ProcessLife } from './process-life.ts';

export interface StoreLinkParts {
  readonly process: string;
  readonly time: VirtualTime;
  readonly life: ProcessLife;
  readonly stores: Stores;
  readonly faults: ActiveFaults;
  readonly story: Story;
  readonly random: RandomStream;
  readonly machine: MachineClock;
  /** Called before and after each call is carried out. May kill the process. */
  readonly onCall: (method: string, when: 'before' | 'after') => void;
}

/** After this time without an answer a call fails. */
const answerTimeoutMs = 5_000;

/** Of the leases on work that others wait for. The story calls them flights. */
const flightPrefix = 'flight:';

/** When the batches of a process that has died go to others. */
const redeliveredAfterMs = 30_000;

type LinkedStores = Omit<Stores, 'queue' | 'close'>;

/**
 * What a process sees of the shared stores: every call is a request and an answer, and both may be late or lost. A
 * request that was sent is carried out even if its process dies meanwhile.
 *
 * Times of several machines are treated as on Redis: claims go by the clock of the store, and only durations are sent.
 */
export class StoreLink {
  readonly #parts: StoreLinkParts;

  constructor(parts: StoreLinkParts) {
    this.#parts = parts;
  }

  linkedStores(): LinkedStores {
    const { stores } = this.#parts;
    const { cache, rateLimits, ledger, keys, jobs } = stores;
    return {
      cache: changedPort(this.#linked('cache', cache), {
        replace: (...args) => this.call('cache.replace', args, () => this.#replace(...args)),
      }),
      rateLimits: this.#linked('rateLimits', rateLimits),
      ledger: this.#linked('ledger', ledger),
      keys: this.#linked('keys', keys),
      jobs: changedPort(this.#linked('jobs', jobs), {
        lease: (id, { owner, now, until }) =>
          this.call('jobs.lease', [id, { owner, ms: until - now }], () => {
            const at = this.#parts.time.now;
            return jobs.lease(id, { owner, now: at, until: at + until - now });
          }),
      }),
      leases: this.#leases(stores.leases),
      ping: () => this.call('ping', [], () => stores.ping()),
      checkReady: () => this.call('checkReady', [], () => stores.checkReady()),
    };
  }

  /** What a process sees of a queue that all processes share. */
  linkedQueue(queue: WorkQueue): WorkQueue {
    const { life, time, machine } = this.#parts;
    return {
      shared: true,
      put: (batches, { dueAt }) => {
        const inMs = dueAt - (time.now + machine.aheadMs);
        return this.call('queue.put', [batches, inMs], () => queue.put(batches, { dueAt: time.now + inMs }));
      },
      count: (jobId) => this.call('queue.count', [jobId], () => queue.count(jobId)),
      egresses: () => this.call('queue.egresses', [], () => queue.egresses()),
      depth: () => this.call('queue.depth', [], () => queue.depth()),
      drop: (jobId) => this.call('queue.drop', [jobId], () => queue.drop(jobId)),
      work: (handler, options) => {
        const worker = queue.work((...delivery) => this.#deliver(handler, ...delivery), options);
        // Nobody renews its batches any more: others get them.
        life.onDeath(() => void time.schedule(redeliveredAfterMs, () => void worker.close()));
        return worker;
      },
    };
  }

  /** Lets the process handle a batch. It may die meanwhile. */
  #deliver(handler: BatchHandler, ...[batch, signal, freeLane]: Parameters<BatchHandler>): Promise<void> {
    const { life, time } = this.#parts;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        if (!life.isAlive) reject(signal.reason);
      });
      const freeLaneLater = () => void time.schedule(1, freeLane);
      time.schedule(1, () => handler(batch, signal, freeLaneLater).then(resolve, reject), life);
    });
  }

  /** Whoever follows what is stored hears of a replacement as of any other entry that is set. */
  async #replace(...[key, expected, entry, options]: Parameters<Cache['replace']>): Promise<boolean> {
    const { stores, story, process } = this.#parts;
    const replaced = await stores.cache.replace(key, expected, entry, options);
    const set = { method: 'cache.set', args: [key, entry, options], outcome: { value: undefined } };
    if (replaced) story.add({ kind: 'store-call', process, ...set });
    return replaced;
  }

  /** Carries out one call at the store, or does not. */
  call<Value>(method: string, args: readonly unknown[], carryOut: () => Promise<Value>): Promise<Value> {
    return this.#send(method, args, carryOut, this.#parts.life.begin(method));
  }

  /** Calls `end` before it settles. */
  #send<Value>(
    method: string,
    args: readonly unknown[],
    carryOut: () => Promise<Value>,
    end: () => void = () => {},
  ): Promise<Value> {
    const { time, life, story, process, onCall } = this.#parts;
    const trouble = this.#trouble();
    return new Promise<Value>((resolve, reject) => {
      const failLater = (why: string) => {
        story.add({ kind: 'store-trouble', process, method, trouble: why });
        time.schedule(
          answerTimeoutMs,
          () => {
            end();
            reject(new StorageUnavailable(`The store does not answer to ${method}. Try again later.`));
          },
          life,
        );
      };
      if (trouble.lost === 'request') return failLater('the request is lost');
      time.schedule(trouble.requestMs, () => {
        const wasAlive = life.isAlive;
        onCall(method, 'before');
        // It died before it sent the request. What a process had sent before its death is carried out.
        if (wasAlive && !life.isAlive) return;
        if (this.#isAway) return failLater('the request is lost');
        const answer = (settle: () => void) => {
          onCall(method, 'after');
          if (trouble.lost === 'answer' || this.#isAway) failLater('the answer is lost');
          else
            time.schedule(
              trouble.answerMs,
              () => {
                end();
                settle();
              },
              life,
            );
        };
        carryOut().then(
          (value) => {
            story.add({ kind: 'store-call', process, method, args, outcome: { value } });
            answer(() => resolve(value));
          },
          (error: unknown) => {
            story.add({ kind: 'store-call', process, method, args, outcome: { error } });
            answer(() => reject(error));
          },
        );
      });
    });
  }

  #linked<Port extends object>(name: string, port: Port): Port {
    return interceptedPort(port, (method, args, carryOut) =>
      this.call(`${name}.${method}`, args, carryOut as () => Promise<unknown>),
    );
  }

  #leases(leases: Leases): Leases {
    const { time, machine } = this.#parts;
    return {
      acquire: (key, { signal, ...options }) => {
        const isFlight = key.startsWith(flightPrefix);
        const what = isFlight ? 'flight' : 'lease';
        const name = isFlight ? key.slice(flightPrefix.length) : key;
        return this.#wait(
          isFlight ? 'flights.join' : 'leases.acquire',
          [name, options.max],
          signal,
          (inner) => leases.acquire(key, { ...options, signal: inner }),
          (grant) =>
            grant.kind === 'lease'
              ? this.#lease(grant, what, name)
              : { ...grant, until: grant.until + machine.aheadMs },
          (grant) => (grant.kind === 'lease' ? this.#giveBack(what, name, grant) : undefined),
        );
      },
      pause: (exchange, { until, reason }) => {
        const durationMs = until - (time.now + machine.aheadMs);
        return this.call('leases.pause', [exchange, { durationMs, reason }], () =>
          leases.pause(exchange, { until: time.now + durationMs, reason }),
        );
      },
    };
  }

  #lease(lease: Lease, what: string, name: string): Lease {
    return {
      ...lease,
      renew: () => this.call(`${what}.renew`, [name], () => lease.renew()),
      release: () => this.call(`${what}.release`, [name], () => lease.release()),
    };
  }

  /**
   * A call that waits at the store. If its caller leaves, the store is told so; what it had granted by then is given
   * back, unless the process is dead.
   */
  #wait<Granted, Value>(
    method: string,
    args: readonly unknown[],
    signal: AbortSignal | undefined,
    carryOut: (inner: AbortSignal) => Promise<Granted>,
    wrap: (granted: Granted) => Value,
    giveBack: (granted: Granted) => Promise<void> | undefined,
  ): Promise<Value> {
    // As every store does, which then grants nothing.
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { time, life } = this.#parts;
    const inner = new AbortController();
    let left = false;
    const granted = this.#send(method, args, () => carryOut(inner.signal));
    const leave = () => {
      left = true;
      time.schedule(1, () => inner.abort(new Error('The caller has left.')));
    };
    signal?.addEventListener('abort', leave, { once: true });
    const wrapped = granted.then(
      (value) => {
        signal?.removeEventListener('abort', leave);
        if (left && life.isAlive) giveBack(value)?.catch(() => {});
        return wrap(value);
      },
      (error: unknown) => {
        signal?.removeEventListener('abort', leave);
        throw error;
      },
    );
    // Once the caller has left, nobody waits for the call.
    return abortable(wrapped, signal).finally(life.begin(method));
  }

  /** Gives back what was granted after its caller had left. */
  async #giveBack(lease: string, key: string, granted: { release(): Promise<void> }): Promise<void> {
    const { story, process } = this.#parts;
    await granted.release();
    const method = `${lease}.release`;
    story.add({ kind: 'store-call', process, method, args: [key], outcome: { value: undefined } });
  }

  get #isAway(): boolean {
    const { faults, process } = this.#parts;
    return faults
      .of('store-away')
      .some(({ fault }) => fault.process === undefined || fault.process === process);
  }

  #trouble(): {
    readonly requestMs: number;
    readonly answerMs: number;
    readonly lost: 'request' | 'answer' | undefined;
  } {
    const { faults, random, process } = this.#parts;
    const concerns = (name: string | undefined) => name === undefined || name === process;
    const usual = random.integer(0, 3);
    let slowMs = 0;
    for (const { fault } of faults.of('store-slow')) if (concerns(fault.process)) slowMs += fault.delayMs;
    if (this.#isAway) return { requestMs: 0, answerMs: 0, lost: 'request' };
    for (const { fault, random: own } of faults.of('store-losses')) {
      if (fault.process !== process || !own.chance(fault.chance)) continue;
      const losesRequest = fault.lose === 'requests' || (fault.lose === 'either' && own.chance(0.5));
      return { requestMs: 1 + slowMs, answerMs: 1, lost: losesRequest ? 'request' : 'answer' };
    }
    return { requestMs: (usual & 1) + slowMs, answerMs: usual >> 1, lost: undefined };
  }
}
