import { startHoldSweep } from '../../../adapters/cli/service/hold-sweep.ts';
import { InProcessQueue } from '../../../adapters/stores/in-process-queue.ts';
import { createEngine } from '../../../src/engine.ts';
import type { Engine, EngineOptions } from '../../../src/engine-interface.ts';
import type { Clock, Stores, WorkQueue } from '../../../src/ports/index.ts';
import { codeOf } from '../clients/call-outcomes.ts';
import { type CallOutcome, type ClientCalls, clientCallsOf, type Front } from '../clients/front.ts';
import type { VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { CallMoment } from '../faults/fault.ts';
import type { MapsOfDay } from '../maps/watched-maps.ts';
import type { Internet } from '../network/internet.ts';
import { SimulatedDns } from '../network/simulated-dns.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import { MachineClock } from './process-clock.ts';
import { ProcessLife } from './process-life.ts';
import type { ProcessPlan } from './service-plan.ts';
import { StoreLink } from './store-link.ts';

/** What all processes of a service share. */
export interface SharedParts {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly world: World;
  readonly internet: Internet;
  readonly stores: Stores;
  readonly faults: ActiveFaults;
  readonly story: Story;
  readonly maps: MapsOfDay;
  readonly jobLeaseMs: number;
  readonly maxConnections: number | undefined;
  readonly giveUpMs: number | undefined;
  /** A work queue for all processes, as on Redis. Default: each has its own. */
  readonly queue?: WorkQueue;
  /** Further options of the engines. */
  readonly options?: EngineOptions;
}

const mailFrom = 'check@probe.example.net';

/** A process with a real engine. It can be killed, paused and started again. */
export class SimulatedProcess implements Front {
  readonly plan: ProcessPlan;
  readonly machine: MachineClock;
  readonly #shared: SharedParts;
  #lives = 0;
  #life: ProcessLife | undefined;
  #engine: Engine | undefined;
  /** What strikes it at calls that are still to come. */
  readonly #strikes: (CallMoment & { readonly strike: () => void })[] = [];

  /** Undefined in a process that runs no sweep, or is dead. */
  #sweep: AsyncDisposable | undefined;

  constructor(plan: ProcessPlan, shared: SharedParts) {
    this.plan = plan;
    this.#shared = shared;
    this.machine = new MachineClock(shared.time, plan.aheadMs);
  }

  get name(): string {
    return this.plan.name;
  }

  get isRunning(): boolean {
    return this.#life !== undefined;
  }

  get engine(): Engine | undefined {
    return this.#engine;
  }

  start(): void {
    if (this.#life !== undefined) return;
    const { seed, time, world, internet, stores, faults, story, maps } = this.#shared;
    const { jobLeaseMs, maxConnections, giveUpMs, options, queue: sharedQueue } = this.#shared;
    this.#lives += 1;
    const life = new ProcessLife(time, maps.begin(this.name));
    this.#life = life;
    const random = new RandomStream(seed, `${this.name} life ${this.#lives}`);
    const clock = this.machine.clockOf(life);
    const link = new StoreLink({
      process: this.name,
      time,
      life,
      stores,
      faults,
      story,
      random: random.fork('link'),
      machine: this.machine,
      onCall: (method, when) => this.#onCall(life, method, when),
    });
    const ownQueue = new InProcessQueue({ clock });
    const queue = sharedQueue === undefined ? ownQueue : link.linkedQueue(sharedQueue);
    story.add({ kind: 'process-started', process: this.name });
    time.schedule(
      0,
      () => {
        const engine = createEngine(
          {
            ...link.linkedStores(),
            queue,
            close: () => ownQueue.close(),
            dns: new SimulatedDns({
              process: this.name,
              time,
              owner: life,
              world,
              faults,
              story,
              random: random.fork('dns'),
            }),
            egresses: mapAll(this.plan.egresses, (plan) => {
              const wayOut = internet.wayOutOf({ process: this.name, owner: life, clock, egress: plan });
              return { name: plan.name, identity: { helo: plan.helo, mailFrom }, ...wayOut };
            }),
            clock,
            random: { next: () => random.next(), uuid: () => random.uuid() },
          },
          {
            ...options,
            bulk: {
              ...options?.bulk,
              leaseMs: jobLeaseMs,
              ...(giveUpMs === undefined ? {} : { giveUpMs }),
            },
            ...(maxConnections === undefined ? {} : { maxConnections }),
          },
        );
        engine.observe((event) => {
          if (event.kind === 'batch_failed' || event.kind === 'listener_failed')
            story.add({
              kind: 'event-of-engine',
              process: this.name,
              text: `${event.kind}: ${messageOf(event.cause)}`,
            });
        });
        this.#engine = engine;
        if (this.plan.works) engine.jobs.work();
        if (this.plan.sweeps) this.#startSweep(engine, clock);
      },
      life,
    );
  }

  kill(connections: 'reset' | 'half-open'): void {
    const life = this.#life;
    if (life === undefined) return;
    this.#forget();
    life.kill();
    this.#shared.maps.lose(life.maps);
    this.#shared.story.add({ kind: 'process-killed', process: this.name, how: connections });
    this.#shared.internet.loseClient(life, connections);
  }

  /** Calls `strike` at a moment that comes. */
  strikeAtCall(moment: CallMoment, strike: () => void): void {
    this.#strikes.push({ ...moment, strike });
  }

  disarm(): void {
    this.#strikes.length = 0;
  }

  pause(ms: number): void {
    this.#life?.pause();
    this.#shared.story.add({ kind: 'process-paused', process: this.name, ms });
  }

  resume(): void {
    this.#life?.resume();
    this.#shared.story.add({ kind: 'process-resumed', process: this.name });
  }

  setClock(byMs: number): void {
    this.machine.aheadMs += byMs;
    this.#shared.story.add({ kind: 'clock-stepped', process: this.name, byMs });
  }

  /** Runs `task` as an event of this process, in this life only. */
  later(delayMs: number, task: () => void): void {
    if (this.#life !== undefined) this.#shared.time.schedule(delayMs, task, this.#life);
  }

  /** Calls the engine on behalf of a client. */
  call<Value>(what: string, work: (calls: ClientCalls) => Promise<Value>): Promise<CallOutcome<Value>> {
    const life = this.#life;
    const calledAt = this.#shared.time.now;
    if (life === undefined) return Promise.resolve({ kind: 'lost' });
    return new Promise((resolve) => {
      const removeListener = life.onDeath(() => resolve({ kind: 'lost' }));
      const settle = (outcome: CallOutcome<Value>) => {
        removeListener();
        resolve(outcome);
      };
      this.#shared.time.schedule(
        1,
        () => {
          const engine = this.#engine;
          if (engine === undefined) return settle({ kind: 'lost' });
          work(clientCallsOf(engine)).then(
            (value) => settle({ kind: 'answered', value }),
            (error: unknown) => {
              this.#noteFailure(what, error, calledAt);
              settle({ kind: 'failed', error });
            },
          );
        },
        life,
      );
    });
  }

  /** Closes the engine in order. */
  async close(): Promise<void> {
    const engine = this.#engine;
    const life = this.#life;
    if (engine === undefined || life === undefined) return;
    this.#shared.story.add({ kind: 'process-closing', process: this.name });
    await this.#sweep?.[Symbol.asyncDispose]();
    await this.call('close', () => engine.close());
    const left = [...life.pending, ...this.#shared.internet.connectionsOf(life)];
    this.#forget();
    this.#shared.story.add({ kind: 'process-closed', process: this.name, left });
  }

  /** `serve` and `worker` sweep by this timer of theirs. */
  #startSweep(engine: Engine, clock: Clock): void {
    const sweep = () => {
      const sweptAt = this.#shared.time.now;
      return engine.accounts.sweep().catch((error: unknown) => {
        this.#noteFailure('accounts.sweep', error, sweptAt);
        throw error;
      });
    };
    this.#sweep = startHoldSweep({ sweep }, { clock, logger: { info() {}, warn() {} } });
  }

  #noteFailure(call: string, error: unknown, calledAt: number): void {
    const { story, time } = this.#shared;
    const failure = { code: codeOf(error), message: messageOf(error), tookMs: time.now - calledAt };
    story.add({ kind: 'call-failed', process: this.name, call, ...failure });
  }

  #forget(): void {
    this.#sweep = undefined;
    this.#life = undefined;
    this.#engine = undefined;
  }

  #onCall(life: ProcessLife, method: string, when: 'before' | 'after'): void {
    if (this.#strikes.length === 0 || this.#life !== life) return;
    const index = this.#strikes.findIndex((strike) => strike.method === method && strike.when === when);
    const [struck] = index < 0 ? [] : this.#strikes.splice(index, 1);
    struck?.strike();
  }
}

function mapAll<From, To>(
  [first, ...others]: readonly [From, ...From[]],
  to: (value: From) => To,
): [To, ...To[]] {
  return [to(first), ...others.map(to)];
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
