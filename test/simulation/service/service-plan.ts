import { RandomStream } from '../randomness/random-stream.ts';

/** How the service of one seed is built. */
export interface ServicePlan {
  readonly processes: readonly ProcessPlan[];
  /** The processes have one work queue in common, as on Redis. Otherwise each has its own. */
  readonly sharesQueue: boolean;
  /** How long a process drives a job before it must renew that. Each visit costs calls of the store. */
  readonly jobLeaseMs: number;
  /** Most entries of each bounded map of a process. Undefined: as many as in a real one, more than a day has. */
  readonly mostEntries: number | undefined;
  /** Most connections of a process. Undefined: as many as in a real one, more than a day needs. */
  readonly maxConnections: number | undefined;
  /** How long a job may fail without a new result. Undefined: as long as with a real one, longer than faults last. */
  readonly giveUpMs: number | undefined;
}

export interface ProcessPlan {
  readonly name: string;
  /** Answers clients. */
  readonly isFront: boolean;
  /** Works on jobs. */
  readonly works: boolean;
  /** Sweeps expired holds all the time, as `serve` and `worker` do. An engine that somebody embeds only sweeps when it charges. */
  readonly sweeps: boolean;
  readonly egresses: readonly [EgressPlan, ...EgressPlan[]];
  /** How wrong its clock is at first. */
  readonly aheadMs: number;
}

/** Where a process asks from. Two of the same name have their limits in common. */
export interface EgressPlan {
  readonly name: string;
  /** What it says in EHLO. */
  readonly helo: string;
  readonly clientAddress: string;
  readonly clientAddress6: string;
  readonly hasIPv6: boolean;
  /** Its way out can be checked apart from the servers behind it. */
  readonly isProxy: boolean;
}

/**
 * Plans one to five processes: a single one that does everything, or front ends and workers. `egresses`: how many each has.
 * Default: one on most days.
 */
export function planService(
  seed: number,
  {
    isFlooded = false,
    egresses,
  }: { readonly isFlooded?: boolean; readonly egresses?: 2 | 3 | undefined } = {},
): ServicePlan {
  const random = new RandomStream(seed, 'service');
  const count = random.weighted([
    [35, 1],
    [30, 2],
    [20, 3],
    [10, 4],
    [5, 5],
  ] as const);
  const shareAddress = random.chance(0.3);
  // Of several egresses each is known by a name of its own, and is counted by itself.
  const egressesOf = random.fork('egresses');
  const mostEgresses = egressesOf.weighted([
    [60, 0],
    [15, 1],
    [20, 2],
    [5, 3],
  ] as const);
  const isEmbedded = random.fork('sweeping').chance(0.3);
  const processes = Array.from({ length: count }, (_, index): ProcessPlan => {
    const role = count === 1 ? 'both' : index === 0 ? 'front' : random.pick(['worker', 'both', 'both']);
    const isLast = index === count - 1;
    const network = shareAddress ? 1 : index + 1;
    const hasIPv6 = random.chance(0.4);
    const only: EgressPlan = {
      name: 'probe.example.net',
      helo: 'probe.example.net',
      clientAddress: `45.79.${network}.10`,
      clientAddress6: `2600:3c00:${network}::10`,
      hasIPv6,
      isProxy: false,
    };
    const [first = only, ...others] = Array.from(
      { length: egresses ?? (mostEgresses === 0 ? 0 : egressesOf.integer(1, mostEgresses)) },
      (__, number): EgressPlan => ({
        name: `egress-${index + 1}${'abc'[number] ?? ''}`,
        helo: `probe${index + 1}${number + 1}.example.net`,
        clientAddress: `45.79.${index + 1}${number + 1}.10`,
        clientAddress6: `2600:3c00:${index + 1}${number + 1}::10`,
        hasIPv6,
        isProxy: egressesOf.chance(0.5),
      }),
    );
    return {
      name: `${role === 'both' ? 'server' : role}-${index + 1}`,
      isFront: role !== 'worker',
      works: role !== 'front' || isLast,
      sweeps: !isEmbedded,
      egresses: [first, ...others],
      aheadMs: random.chance(0.3) ? random.integer(-1, 1) * random.skewed(1, 60_000) : 0,
    };
  });
  const jobLeaseMs = random.weighted([
    [10, 10_000],
    [20, 30_000],
    [70, 120_000],
  ] as const);
  const mostEntries = random.fork('maps').weighted([
    [40, undefined],
    [20, 3],
    [20, 10],
    [20, 30],
  ] as const);
  // A flood takes them all only where there are few.
  const maxConnections = random.fork('connections').weighted([
    [isFlooded ? 0 : 60, undefined],
    [20, 4],
    [20, 8],
  ] as const);
  const sharesQueue = random.fork('queue').chance(0.4);
  const giveUpMs = random.fork('giving up').weighted([
    [60, undefined],
    [20, 1_200_000],
    [20, 300_000],
  ] as const);
  return { processes, sharesQueue, jobLeaseMs, mostEntries, maxConnections, giveUpMs };
}
