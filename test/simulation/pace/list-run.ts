import { InProcessQueue } from '../../../adapters/stores/in-process-queue.ts';
import type { EmailVerification, EngineOptions } from '../../../src/index.ts';
import { withEscapedErrors } from '../clock/escaped-errors.ts';
import { drainPromises, goRound, runEvents } from '../clock/event-loop.ts';
import { withoutRealTime } from '../clock/real-time-guard.ts';
import { VirtualTime } from '../clock/virtual-time.ts';
import { ActiveFaults } from '../faults/active-faults.ts';
import { enterProcess, MapsOfDay } from '../maps/watched-maps.ts';
import { Internet } from '../network/internet.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import { MachineClock } from '../service/process-clock.ts';
import { Service } from '../service/service.ts';
import { openSharedStores, type SharedStores } from '../service/shared-stores.ts';
import type { SimulatedProcess } from '../service/simulated-process.ts';
import { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import { type Fleet, planFleet } from './fleet.ts';
import type { HiddenLimits } from './hidden-limits.ts';
import { type MixName, mixedWorld } from './mixed-world.ts';
import { type Traffic, TrafficWatch } from './traffic-watch.ts';

export interface ListRunOptions {
  readonly seed: number;
  /** How many addresses. */
  readonly addresses: number;
  readonly mix: MixName;
  readonly limits: HiddenLimits;
  readonly fleet: Fleet;
  /** Options of the engines. */
  readonly options: EngineOptions;
}

export interface ListOutcome {
  /** From the submission to the last result. */
  readonly durationMs: number;
  readonly right: number;
  readonly unknown: number;
  /** Results that are neither right nor unknown, the first few of them. */
  readonly wrong: readonly EmailVerification[];
  readonly wrongCount: number;
  readonly traffic: Traffic;
  readonly events: number;
  /** Errors that nobody has caught. */
  readonly escaped: readonly unknown[];
}

const startsAt = Date.UTC(2030, 0, 1);
const lookEveryMs = 1_000;
/** A list that takes longer never ends. */
const longestMs = 48 * 3_600_000;
/** Greylisting ends after three seconds in the mixed world. */
const retryDelaysMs = [4_000, 4_000, 8_000, 16_000, 32_000];
const mostWrongShown = 5;

/**
 * Runs one list in virtual time, with engines that know nothing, and nothing that goes wrong: it is submitted by one
 * process, and worked on by others with a store and a work queue in common.
 */
export async function runList(options: ListRunOptions): Promise<ListOutcome> {
  const time = new VirtualTime(startsAt);
  const clock = new MachineClock(time, 0).clockOf();
  const shared = openSharedStores('memory', clock);
  const ids = new RandomStream(options.seed, 'ids of leases');
  const virtual = {
    now: () => time.now,
    soon: (task: () => void) => void time.schedule(0, task),
    uuid: () => ids.uuid(),
  };
  const escaped: unknown[] = [];
  try {
    return await withoutRealTime(virtual, () =>
      withEscapedErrors(
        (error) => void escaped.push(error),
        () => new ListRun(options, time, shared, new InProcessQueue({ clock })).run(escaped),
      ),
    );
  } finally {
    await shared.remove();
  }
}

class ListRun {
  readonly #time: VirtualTime;
  readonly #service: Service;
  readonly #world: World;
  readonly #addresses: readonly string[];
  readonly #watch: TrafficWatch;
  #endedAt = 0;

  constructor(options: ListRunOptions, time: VirtualTime, shared: SharedStores, queue: InProcessQueue) {
    const { seed, limits, fleet } = options;
    const { world, addresses } = mixedWorld(seed, options.addresses, limits, options.mix);
    const story = new Story(() => time.now, { isForgetful: true });
    const faults = new ActiveFaults(seed);
    const internet = new Internet({ seed, time, world, faults, story });
    enterProcess(undefined);
    this.#time = time;
    this.#world = world;
    this.#addresses = addresses;
    this.#watch = new TrafficWatch({ time, story, internet, limits });
    this.#service = new Service(planFleet(fleet), {
      ...{ seed, time, world, internet, faults, story, queue },
      stores: shared.stores,
      maps: new MapsOfDay(undefined),
      jobLeaseMs: 10_000,
      maxConnections: undefined,
      giveUpMs: undefined,
      options: { ...options.options, bulk: { retryDelaysMs } },
    });
    story.onCall(['jobs.record'], (_, at) => {
      this.#endedAt = at;
    });
  }

  async run(escaped: readonly unknown[]): Promise<ListOutcome> {
    this.#service.start();
    const results = await this.#while(this.#verifyList());
    await this.#while(this.#service.close());
    await drainPromises();
    return {
      durationMs: this.#endedAt - startsAt,
      ...judge(this.#world, results),
      traffic: this.#watch.traffic,
      events: this.#time.happened,
      escaped,
    };
  }

  async #verifyList(): Promise<readonly EmailVerification[]> {
    const [submitter] = this.#service.fronts;
    if (submitter === undefined) throw new Error('No process can submit the list.');
    const { id: jobId } = await this.#call(submitter, ({ jobs }) => jobs.submit(this.#addresses));
    for (;;) {
      await new Promise<void>((resolve) => void this.#time.schedule(lookEveryMs, resolve));
      const { status } = await this.#call(submitter, ({ jobs }) => jobs.get(jobId));
      if (status === 'failed') throw new Error('The list was given up.');
      if (status === 'complete') break;
    }
    return this.#call(submitter, async ({ jobs }) => {
      const read: EmailVerification[] = [];
      for await (const page of (await jobs.results(jobId)).pages()) read.push(...page);
      return read;
    });
  }

  async #call<Value>(
    process: SimulatedProcess,
    work: Parameters<typeof process.call<Value>>[1],
  ): Promise<Value> {
    const outcome = await process.call('a list', work);
    if (outcome.kind === 'answered') return outcome.value;
    throw outcome.kind === 'failed' ? outcome.error : new Error(`${process.name} is gone.`);
  }

  /** Lets events happen until the work is done. */
  async #while<Value>(work: Promise<Value>): Promise<Value> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    work.then(settle, settle);
    while (!settled) {
      if (this.#time.now > startsAt + longestMs) throw new Error('The list does not end.');
      await runEvents(this.#time, { until: this.#time.now + lookEveryMs, afterEvent: () => {} });
      await goRound();
    }
    return work;
  }
}

function judge(
  world: World,
  results: readonly EmailVerification[],
): Pick<ListOutcome, 'right' | 'unknown' | 'wrong' | 'wrongCount'> {
  let [right, unknown] = [0, 0];
  const wrong: EmailVerification[] = [];
  for (const result of results) {
    const { email, status, substatus } = result;
    const exists = world.truthOf(email).kind === 'mailbox';
    const isRight = exists
      ? status === 'safe' && substatus === 'deliverable'
      : status === 'invalid' && substatus === 'mailbox_not_found';
    if (isRight) right += 1;
    else if (status === 'unknown') unknown += 1;
    else wrong.push(result);
  }
  return { right, unknown, wrong: wrong.slice(0, mostWrongShown), wrongCount: wrong.length };
}
