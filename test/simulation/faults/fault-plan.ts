import { type ReplyTrouble, replyTroubleKinds } from '../network/reply-trouble.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { CallMoment, Fault, FaultKind } from './fault.ts';

export interface FaultPlanOptions {
  readonly processes: readonly string[];
  readonly egresses: readonly { readonly process: string; readonly name: string }[];
  readonly hosts: readonly string[];
  /** When clients begin something large: most faults strike then. */
  readonly busyAtMs: readonly number[];
  /** All faults are over by then. */
  readonly calmAtMs: number;
  /** If set, only faults of these kinds are planned, as many as otherwise of all kinds. */
  readonly only?: readonly Fault['kind'][] | undefined;
  /** If set, all trouble with replies is of this kind, and strikes every exchange. */
  readonly trouble?: ReplyTrouble['kind'] | undefined;
  /** True if an exchange that blocks us blocks a single egress. Default: every second one. */
  readonly blocksOneEgress?: boolean;
}

/** Methods of the stores whose calls are the most interesting moments to die. */
const deadlyCalls = [
  'ledger.hold',
  'ledger.capture',
  'ledger.release',
  'ledger.grant',
  'cache.set',
  'cache.add',
  'cache.get',
  'jobs.create',
  'jobs.record',
  'jobs.lease',
  'jobs.start',
  'jobs.openItems',
  'flights.join',
  'flight.release',
  'leases.acquire',
  'lease.release',
] as const;

/** Calls of work that takes a while, and then of what it ends with. */
const callsWithinWork = [
  'flight.renew',
  'flight.renew',
  'lease.renew',
  'lease.renew',
  'ledger.hold',
  'ledger.capture',
  'cache.set',
  'jobs.record',
] as const;

/** Calls that leave something half done if their answer is lost, and those that undo it. */
const callsThatChangeSomething = [
  'ledger.hold',
  'ledger.capture',
  'ledger.capture',
  'cache.set',
  'jobs.create',
  'jobs.create',
  'jobs.record',
  'jobs.fail',
] as const;
const callsThatUndoSomething = ['ledger.release', 'ledger.grant', 'ledger.grant', 'cache.add'] as const;

const minuteMs = 60_000;

/** Generates everything that goes wrong in a run. The same for the same seed, whatever else happens. */
export function planFaults(seed: number, options: FaultPlanOptions): readonly Fault[] {
  const random = new RandomStream(seed, 'faults');
  // Some days are quiet: then the rules for what must not happen without a fault are checked.
  const count = random.weighted([
    [10, 0],
    [25, random.integer(1, 5)],
    [40, random.integer(6, 20)],
    [25, random.integer(20, 50)],
  ] as const);
  return Array.from({ length: count }, (_, id) => planFault(id, random.fork(String(id)), options));
}

function planFault(id: number, random: RandomStream, options: FaultPlanOptions): Fault {
  const kind = planKind(random, options);
  const latest = options.calmAtMs - ('durationMs' in kind ? kind.durationMs : 0) - 10 * minuteMs;
  const busyAtMs =
    options.busyAtMs.length > 0 && random.chance(0.7) ? random.pick(options.busyAtMs) : undefined;
  const atMs =
    busyAtMs === undefined
      ? random.integer(minuteMs, Math.max(minuteMs, latest))
      : Math.min(
          latest,
          busyAtMs +
            (random.chance(0.25) ? -random.skewed(0, 10 * minuteMs) : random.skewed(0, 75 * minuteMs)),
        );
  return { ...kind, id, atMs: Math.max(0, atMs) };
}

function planKind(random: RandomStream, options: FaultPlanOptions): FaultKind {
  for (;;) {
    const planned = random.weighted(kinds)(random, options);
    if (options.only !== undefined && !options.only.includes(planned.kind)) continue;
    const { trouble } = options;
    if (planned.kind !== 'reply-trouble' || trouble === undefined) return planned;
    return { ...planned, trouble, host: undefined };
  }
}

function momentOf(random: RandomStream, methods: readonly string[]): CallMoment {
  return { method: random.pick(methods), when: random.chance(0.5) ? 'before' : 'after' };
}

type Generate = (random: RandomStream, options: FaultPlanOptions) => FaultKind;

const kinds: readonly (readonly [number, Generate])[] = [
  [
    14,
    (random, { processes }) => ({
      kind: 'killed',
      process: random.pick(processes),
      connections: random.chance(0.8) ? 'reset' : 'half-open',
      restartAfterMs: random.skewed(500, 20 * minuteMs),
      // Where processes share a queue, a batch of retries may be queued by one that dies then.
      calls: random.fork('queue').chance(0.1)
        ? [momentOf(random, ['queue.put'])]
        : random.chance(0.85)
          ? [momentOf(random, deadlyCalls)]
          : [],
    }),
  ],
  [
    9,
    (random, { processes }) => ({
      kind: 'paused',
      process: random.pick(processes),
      durationMs: random.skewed(200, 90_000),
      calls: random.chance(0.6) ? [momentOf(random, callsWithinWork)] : [],
    }),
  ],
  [
    5,
    (random, { processes }) => ({
      kind: 'clock-set',
      process: random.pick(processes),
      byMs: random.integer(-1, 1) * random.skewed(100, 2 * 60 * minuteMs),
    }),
  ],
  [
    8,
    (random, { processes }) => ({
      kind: 'store-away',
      process: random.chance(0.5) ? undefined : random.pick(processes),
      durationMs: random.skewed(500, 30 * minuteMs),
      calls: [],
    }),
  ],
  [
    5,
    // A store that fails in the midst of something, and soon again.
    (random, { processes }) => ({
      kind: 'store-away',
      process: random.pick(processes),
      durationMs: random.skewed(3_000, 5 * minuteMs),
      calls: [
        momentOf(random, callsThatChangeSomething),
        ...(random.chance(0.6) ? [momentOf(random, callsThatUndoSomething)] : []),
      ],
    }),
  ],
  [
    12,
    (random, { processes }) => ({
      kind: 'store-losses',
      process: random.pick(processes),
      lose: random.pick(['requests', 'answers', 'answers', 'either']),
      chance: random.pick([0.02, 0.1, 0.4]),
      durationMs: random.skewed(minuteMs, 60 * minuteMs),
    }),
  ],
  [
    5,
    (random, { processes }) => ({
      kind: 'store-slow',
      process: random.chance(0.5) ? undefined : random.pick(processes),
      delayMs: random.skewed(20, 4_000),
      durationMs: random.skewed(minuteMs, 30 * minuteMs),
    }),
  ],
  [
    5,
    (random, { processes }) => ({
      kind: 'resolvers-silent',
      process: random.pick(processes),
      durationMs: random.skewed(5_000, 20 * minuteMs),
    }),
  ],
  [
    5,
    (random) => ({
      kind: 'resolvers-fail',
      each: random.chance(0.5) ? 'name' : 'question',
      share: random.pick([0.1, 0.5, 1]),
      durationMs: random.skewed(5_000, 40 * minuteMs),
    }),
  ],
  [
    2,
    (random) => ({
      kind: 'resolvers-lie',
      share: random.pick([0.05, 0.3]),
      durationMs: random.skewed(5_000, 20 * minuteMs),
    }),
  ],
  [
    4,
    (random) => ({
      kind: 'resolvers-slow',
      delayMs: random.skewed(200, 20_000),
      durationMs: random.skewed(5_000, 20 * minuteMs),
    }),
  ],
  [
    4,
    (random, { processes }) => ({
      kind: 'port-25-blocked',
      process: random.pick(processes),
      durationMs: random.skewed(5_000, 40 * minuteMs),
    }),
  ],
  [
    8,
    (random, { hosts }) => ({
      kind: 'exchange-down',
      host: random.pick(hosts),
      how: random.chance(0.5) ? 'refuses' : 'silent',
      durationMs: random.skewed(minuteMs, 120 * minuteMs),
    }),
  ],
  [
    8,
    (random, { hosts, egresses, blocksOneEgress = false }) => ({
      kind: 'exchange-blocks',
      host: random.pick(hosts),
      egress:
        random.fork('egress').chance(0.5) || blocksOneEgress
          ? random.fork('whom').pick(egresses).name
          : undefined,
      stage: random.pick(['greeting', 'greeting', 'mail', 'rcpt', 'rcpt']),
      why: random.chance(0.5) ? 'client' : 'policy',
      durationMs: random.skewed(minuteMs, 180 * minuteMs),
    }),
  ],
  [
    5,
    (random, { egresses }) => {
      const { process, name } = random.pick(egresses);
      return {
        kind: 'egress-fails',
        process,
        egress: name,
        how: random.pick(['refuses', 'silent']),
        durationMs: random.skewed(2_000, 40 * minuteMs),
      };
    },
  ],
  [
    20,
    (random, { hosts }) => ({
      kind: 'reply-trouble',
      host: random.chance(0.5) ? undefined : random.pick(hosts),
      trouble: random.pick(replyTroubleKinds),
      chance: random.pick([0.05, 0.3, 1]),
      durationMs: random.skewed(minuteMs, 120 * minuteMs),
    }),
  ],
];
