import type { ActiveFaults } from '../../faults/active-faults.ts';
import type { CountedConnection } from '../../network/client-counts.ts';

/** How long the leases of a process outlive it. */
const leaseMs = 15_000;
/** A process that stood still asks at once whether it still has its leases, and closes what it has lost. */
export const awakeMs = 500;

/**
 * Returns what tells whether a connection counts against us at a time. What no process can know or help does not: the
 * connections of a machine that has died with them, and those of a process that stood still, or was cut off from the
 * store, for longer than its leases.
 */
export function connectionsThatCount(
  faults: ActiveFaults,
): (connection: CountedConnection, at: number) => boolean {
  return ({ view, orphaned }, at) => {
    if (orphaned) return false;
    const concerns = (process: string | undefined) => process === undefined || process === view.process;
    if (faults.during(at - awakeMs, at).some((fault) => fault.kind === 'paused' && concerns(fault.process)))
      return false;
    return !faults
      .during(at - leaseMs, at)
      .some(
        (fault) =>
          (fault.kind === 'store-away' ||
            fault.kind === 'store-losses' ||
            fault.kind === 'store-slow' ||
            fault.kind === 'killed') &&
          concerns(fault.process),
      );
  };
}
