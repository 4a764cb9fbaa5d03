import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import type { Stores } from '../../src/ports/index.ts';
import type { ClientPlanOptions } from './clients/client-action.ts';
import { planClients } from './clients/client-plan.ts';
import { Clients } from './clients/clients.ts';
import { isFloodDay } from './clients/flood-plan.ts';
import { type LastWork, planLastWork } from './clients/last-work.ts';
import { withEscapedErrors } from './clock/escaped-errors.ts';
import { drainPromises, goRound, runEvents } from './clock/event-loop.ts';
import { withoutRealTime } from './clock/real-time-guard.ts';
import { VirtualTime } from './clock/virtual-time.ts';
import { ActiveFaults } from './faults/active-faults.ts';
import type { Fault } from './faults/fault.ts';
import { planFaults } from './faults/fault-plan.ts';
import { allInvariants } from './invariants/all-invariants.ts';
import type { Watch, WatchedRun } from './invariants/invariant.ts';
import { isSound } from './invariants/results/sound-exchange.ts';
import { enterProcess, MapsOfDay } from './maps/watched-maps.ts';
import { Internet } from './network/internet.ts';
import type { ReplyTrouble } from './network/reply-trouble.ts';
import { RandomStream } from './randomness/random-stream.ts';
import { MachineClock } from './service/process-clock.ts';
import { Service } from './service/service.ts';
import { planService } from './service/service-plan.ts';
import { openSharedStores, type StoreKind } from './service/shared-stores.ts';
import { Story } from './story/story.ts';
import { generateWorld } from './world/world-generation.ts';

/** How much happens in one run. */
interface SimulationSize {
  readonly domains: number;
  /** Different addresses that clients choose from. */
  readonly addresses: number;
  /** Addresses in jobs, all jobs together. */
  readonly jobAddresses: number;
  readonly singles: number;
  readonly lookups: number;
  /** People in lists of people, on the days that have such lists. */
  readonly listedPeople: number;
}

/** By name. A `small` day has the same faults as a usual one, and less work. */
export const simulationSizes = {
  usual: { domains: 60, addresses: 500, jobAddresses: 500, singles: 200, lookups: 40, listedPeople: 24 },
  small: { domains: 30, addresses: 120, jobAddresses: 100, singles: 50, lookups: 10, listedPeople: 9 },
} as const satisfies Record<string, SimulationSize>;

type SimulationSizeName = keyof typeof simulationSizes;

/** What all days of a run have in common. */
export interface DayKind {
  readonly size: SimulationSizeName;
  readonly store: StoreKind;
  /** The kinds of faults that strike. Undefined: all. */
  readonly only?: readonly Fault['kind'][] | undefined;
  /** All trouble with replies is of this kind, and strikes every exchange. Undefined: each is of any kind. */
  readonly trouble?: ReplyTrouble['kind'] | undefined;
  /** So many has each process, and an exchange that blocks us blocks one of them. Undefined: most have one. */
  readonly egresses?: 2 | 3 | undefined;
}

export interface SimulationOptions extends DayKind {
  readonly seed: number;
  /** Ids of faults to leave out. */
  readonly without?: ReadonlySet<number>;
  /** The story can be watched, but not told later, which saves a tenth of the time of a day. Default false. */
  readonly isForgetful?: boolean;
}

/** An invariant that did not hold. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly message: string;
  readonly subjects: readonly string[];
}

export interface SimulationResult {
  readonly seed: number;
  readonly broken: BrokenInvariant | undefined;
  /** Other invariants that did not hold at the same moment either, each once. */
  readonly alsoBroken: readonly BrokenInvariant[];
  readonly story: Story;
  /** Errors that nobody has caught. */
  readonly escaped: readonly unknown[];
  /** The faults that were to happen. */
  readonly faults: readonly Fault[];
  readonly simulatedMs: number;
  readonly events: number;
}

const startsAt = Date.UTC(2030, 0, 1);
const hourMs = 3_600_000;
/** Enough to take the few connections of a process for several minutes. */
const hangingDomainsOfFlood = 40;
const earlyMs = 2 * hourMs;
const clientsUntilMs = 19 * hourMs;
const calmAtMs = 20 * hourMs;
/** By then everything should have finished: the longest retries take an hour. */
const finishedByMs = 24 * hourMs;
/** By then also lists are given up whose mail servers block us at each of their attempts, for six hours after the last one. */
const givenUpByMs = 48 * hourMs;
const checkEveryMs = 600_000;
/** Long enough for servers to give up idle connections. */
const closingMs = 900_000;

/** Runs one simulated day from a seed. Rejects only if it cannot even begin. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const time = new VirtualTime(startsAt);
  const shared = openSharedStores(options.store, new MachineClock(time, 0).clockOf());
  const ids = new RandomStream(options.seed, 'ids of leases');
  const virtual = {
    now: () => time.now,
    soon: (task: () => void) => void time.schedule(0, task),
    uuid: () => ids.uuid(),
  };
  try {
    return await withoutRealTime(virtual, () => {
      const simulation = new Simulation(options, time, shared.stores);
      return withEscapedErrors(
        (error) => simulation.escape('work that nobody waits for', error),
        () => simulation.run(),
      );
    });
  } finally {
    await shared.remove();
  }
}

/** Returns everything that goes wrong on a day. */
export function plannedFaults(options: DayKind & { readonly seed: number }): readonly Fault[] {
  return planDay(options).faults;
}

function planDay({ seed, size: sizeName, only, trouble, egresses }: DayKind & { readonly seed: number }) {
  const size = simulationSizes[sizeName];
  const isFlooded = isFloodDay(seed);
  const hangingDomains = isFlooded ? hangingDomainsOfFlood : 0;
  const { world, addresses, hangingAddresses, strangers } = generateWorld(seed, {
    ...size,
    hangingDomains,
    startsAt,
  });
  const plan = planService(seed, { isFlooded, egresses });
  const clientOptions: ClientPlanOptions = {
    ...size,
    addresses,
    subtractions: 2,
    checks: Math.ceil(size.singles / 10),
    forgets: Math.ceil(size.singles / 20),
    hasOwners: true,
    strangers,
    untilMs: clientsUntilMs,
    ...(isFlooded && {
      flood: {
        hangingAddresses,
        soundAddresses: addresses.filter((email) => world.exchangesOf(email).every(isSound)),
      },
    }),
  };
  const actions = planClients(seed, clientOptions);
  const faults = planFaults(seed, {
    busyAtMs: actions.filter(({ kind }) => kind === 'job').map(({ atMs }) => atMs),
    processes: plan.processes.map(({ name }) => name),
    egresses: plan.processes.flatMap(({ name: process, egresses }) =>
      egresses.map(({ name }) => ({ process, name })),
    ),
    hosts: [...world.exchanges.keys()],
    calmAtMs,
    only,
    trouble,
    blocksOneEgress: egresses !== undefined,
  });
  const early = actions.flatMap((action) =>
    action.kind === 'single' && action.atMs < earlyMs ? [action.email] : [],
  );
  return { world, plan, actions, lastWork: planLastWork(seed, addresses, early), faults };
}

class Simulation {
  readonly #time: VirtualTime;
  readonly #seed: number;
  readonly #story: Story;
  readonly #service: Service;
  readonly #clients: Clients;
  readonly #lastWork: LastWork;
  readonly #faults: readonly Fault[];
  readonly #watched: Omit<WatchedRun, 'fail'>;
  readonly #escaped: unknown[] = [];
  #watches: readonly (Watch | undefined)[] = [];
  /** By name, in the order in which they were broken. */
  readonly #broken = new Map<string, BrokenInvariant>();

  constructor(
    { seed, without = new Set(), isForgetful = false, ...days }: SimulationOptions,
    time: VirtualTime,
    stores: Stores,
  ) {
    const { world, plan, actions, lastWork, faults } = planDay({ seed, ...days });
    this.#seed = seed;
    this.#time = time;
    const story = new Story(() => time.now, { isForgetful });
    this.#story = story;
    const active = new ActiveFaults(seed, plan.processes);
    const internet = new Internet({ seed, time, world, faults: active, story });
    const { jobLeaseMs, mostEntries, maxConnections, giveUpMs, sharesQueue } = plan;
    const maps = new MapsOfDay(mostEntries);
    enterProcess(undefined);
    this.#service = new Service(plan, {
      seed,
      time,
      world,
      internet,
      stores,
      faults: active,
      story,
      maps,
      jobLeaseMs,
      maxConnections,
      giveUpMs,
      ...(sharesQueue && { queue: new InProcessQueue({ clock: new MachineClock(time, 0).clockOf() }) }),
    });
    this.#clients = new Clients({
      seed,
      time,
      service: this.#service,
      story,
      looksWithinMs: 2 * hourMs,
      onError: (error) => this.escape('a client', error),
    });
    this.#faults = faults.filter(({ id }) => !without.has(id));
    this.#clients.schedule(actions, startsAt);
    this.#lastWork = lastWork;
    this.#service.schedule(this.#faults, startsAt);
    this.#watched = {
      time,
      story,
      world,
      internet,
      service: this.#service,
      clients: this.#clients,
      faults: active,
      maps,
      stores,
    };
  }

  async run(): Promise<SimulationResult> {
    this.#watches = allInvariants.map(({ name, watch }) =>
      watch({
        ...this.#watched,
        fail: (message, subjects = []) => {
          if (!this.#broken.has(name)) this.#broken.set(name, { invariant: name, message, subjects });
        },
      }),
    );
    this.#service.start();
    const time = this.#time;
    for (let at = startsAt + checkEveryMs; at < startsAt + finishedByMs; at += checkEveryMs)
      time.scheduleAt(at, () => this.#check('regularly'));
    time.scheduleAt(startsAt + calmAtMs, () => this.#service.calmDown());
    await this.#runUntil(startsAt + finishedByMs);
    while (this.#broken.size === 0 && time.now < startsAt + givenUpByMs) {
      const { length: unfinished } = await this.#watched.stores.jobs.unfinished({ limit: 1 });
      // Clients look after their lists now and then only.
      if (unfinished + this.#clients.busy === 0) break;
      await this.#runUntil(time.now + hourMs);
    }
    const finishedAt = time.now;
    if (this.#broken.size === 0) {
      this.#check('afterCalm');
      const { actions, untilMs } = this.#lastWork;
      this.#clients.schedule(actions, time.now);
      time.schedule(untilMs, () => this.#clients.leave());
      this.#background(this.#service.close(untilMs));
      await this.#runUntil(finishedAt + closingMs);
    }
    if (this.#broken.size === 0) {
      this.#check('atEnd');
      await this.#runUntil(finishedAt + closingMs);
    }
    const [broken, ...alsoBroken] = this.#broken.values();
    return {
      seed: this.#seed,
      broken,
      alsoBroken,
      story: this.#story,
      escaped: this.#escaped,
      faults: this.#faults,
      simulatedMs: time.now - startsAt,
      events: time.happened,
    };
  }

  /** Notes an error that nobody has caught. */
  escape(from: string, error: unknown): void {
    this.#escaped.push(error);
    this.#story.add({ kind: 'error-escaped', from, text: String(error) });
  }

  /** Stops early if an invariant is broken. */
  async #runUntil(until: number): Promise<void> {
    const stopped = new Error('An invariant is broken.');
    const afterEvent = () => {
      if (this.#broken.size > 0) throw stopped;
    };
    let at = this.#time.now;
    do {
      at = Math.min(until, at + checkEveryMs);
      await runEvents(this.#time, { until: at, afterEvent }).catch((error: unknown) => {
        if (error !== stopped) this.escape('an event', error);
      });
      await goRound();
    } while (at < until && this.#broken.size === 0);
    await drainPromises();
  }

  #check(when: keyof Watch): void {
    for (const watch of this.#watches) this.#background(Promise.resolve(watch?.[when]?.()));
  }

  #background(work: Promise<void>): void {
    work.catch((error: unknown) => this.escape('a check', error));
  }
}
