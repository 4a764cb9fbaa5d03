import { RandomStream } from '../randomness/random-stream.ts';

/** How the service of one seed is built. */
export interface ServicePlan {
  readonly processes: readonly ProcessPlan[];
  /** How long a process drives a job before it must renew that. Each visit costs calls of the store. */
  readonly jobLeaseMs: number;
  /** Most entries of each bounded map of a process. Undefined: as many as in a real one, more than a day has. */
  readonly mostEntries: number | undefined;
}

export interface ProcessPlan {
  readonly name: string;
  /** Answers clients. */
  readonly isFront: boolean;
  /** Works on jobs. */
  readonly works: boolean;
  readonly clientAddress: string;
  readonly clientAddress6: string;
  readonly hasIPv6: boolean;
  /** How wrong its clock is at first. */
  readonly aheadMs: number;
}

/** Plans one to five processes: a single one that does everything, or front ends and workers. */
export function planService(seed: number): ServicePlan {
  const random = new RandomStream(seed, 'service');
  const count = random.weighted([
    [35, 1],
    [30, 2],
    [20, 3],
    [10, 4],
    [5, 5],
  ] as const);
  const shareAddress = random.chance(0.3);
  const processes = Array.from({ length: count }, (_, index): ProcessPlan => {
    const role = count === 1 ? 'both' : index === 0 ? 'front' : random.pick(['worker', 'both', 'both']);
    const isLast = index === count - 1;
    return {
      name: `${role === 'both' ? 'server' : role}-${index + 1}`,
      isFront: role !== 'worker',
      works: role !== 'front' || isLast,
      clientAddress: shareAddress ? '45.79.1.10' : `45.79.${index + 1}.10`,
      clientAddress6: shareAddress ? '2600:3c00:1::10' : `2600:3c00:${index + 1}::10`,
      hasIPv6: random.chance(0.4),
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
  return { processes, jobLeaseMs, mostEntries };
}
