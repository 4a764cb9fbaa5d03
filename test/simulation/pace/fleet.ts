import type { EgressPlan, ProcessPlan, ServicePlan } from '../service/service-plan.ts';

/** The worker processes of a list, and how many egresses each has: all different. */
export interface Fleet {
  readonly workers: number;
  readonly egressesEach: number;
}

/** Plans a process that submits lists, and the workers. */
export function planFleet({ workers, egressesEach }: Fleet): ServicePlan {
  let egresses = 0;
  const nextEgress = (): EgressPlan => {
    egresses += 1;
    return {
      name: `egress-${egresses}`,
      helo: `probe-${egresses}.example.net`,
      clientAddress: `45.79.${egresses}.10`,
      clientAddress6: `2600:3c00:${egresses}::10`,
      hasIPv6: false,
      isProxy: false,
    };
  };
  const plan = (name: string, isFront: boolean, count: number): ProcessPlan => ({
    name,
    isFront,
    works: !isFront,
    sweeps: isFront,
    egresses: [nextEgress(), ...Array.from({ length: count - 1 }, nextEgress)],
    aheadMs: 0,
  });
  return {
    processes: [
      plan('submitter', true, 1),
      ...Array.from({ length: workers }, (_, index) => plan(`worker-${index + 1}`, false, egressesEach)),
    ],
    sharesQueue: true,
    jobLeaseMs: 10_000,
    mostEntries: undefined,
    maxConnections: undefined,
    giveUpMs: undefined,
  };
}
