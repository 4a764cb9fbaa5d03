import type { Lease, LeasePause } from '../../../../src/ports/leases.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** From a refusal at the server until its process knows of it. */
const arrivalMs = 2_000;
/** A limit is tried again after half a minute. It may have been met on a connection that was opened somewhat later. */
const keptMs = 20_000;
/** From the lease of a server, over those of its address, to the connection. */
const diallingMs = 50;

/** Leases of a process on a server. `held`: of all processes, with this one. */
interface Granted {
  readonly held: number;
  readonly at: number;
}

/** What a process knows from a refusal: so many connections were too many. */
interface Refused {
  readonly connections: number;
  readonly at: number;
}

/**
 * The limits in force are often far below the stated ones, which servers are seen to count: a process asks with what it
 * has found out. So the leases are counted where they are granted: all processes together keep to what each of them
 * asks for, and that is less after a refusal at the server.
 */
export const learnedLimitsAreKept: Invariant = {
  name: 'learned limits are kept',
  promise:
    'A process that a mail server has refused a connection, for having too many, keeps for half a minute to fewer than there were then, with those of the other processes; they find out by themselves, or begin with what it has found out.',
  watch({ story, world, maps, faults, fail }) {
    const granted = new Map<string, Granted[]>();
    /** By the number of each connection, how many leases there were with its own. Of those whose lease is known for certain. */
    const heldBy = new Map<number, number>();
    const refused = new Map<string, Refused>();
    const keyOf = ({ process, egress, host }: ConnectionView) => `${process}: ${egress} host:${host}`;
    story.onCall(['leases.acquire'], ({ args, process, outcome }, at) => {
      if ('error' in outcome) return;
      const [exchange, maxConnections] = args as readonly [string, number];
      const grant = outcome.value as Lease | LeasePause;
      if (grant.kind !== 'lease') return;
      const { held } = grant;
      if (held > maxConnections)
        fail(`${process} got lease ${held} of ${maxConnections} on ${exchange}`, [process]);
      const key = `${process}: ${exchange}`;
      const recent = (granted.get(key) ?? []).filter((other) => at - other.at <= diallingMs);
      granted.set(key, [...recent, { held, at }]);
      const known = refused.get(key);
      if (known === undefined || held < known.connections) return;
      const sinceMs = at - known.at;
      if (sinceMs < arrivalMs || sinceMs > keptMs) return;
      if (faults.during(known.at, at).some((fault) => strikesProcess(fault, process))) return;
      fail(
        `${process} got lease ${held} on ${exchange} ${sinceMs} ms after ${known.connections} were too many`,
        [process, exchange],
      );
    });
    // A process that evicts what it knows finds it out again.
    if (maps.mostEntries !== undefined) return;
    story.on('process-started', ({ process }) => {
      for (const key of refused.keys()) if (key.startsWith(`${process}:`)) refused.delete(key);
    });
    story.on('connection-opened', ({ connection }, at) => {
      const [first, ...others] = (granted.get(keyOf(connection)) ?? []).filter(
        (grant) => at - grant.at <= diallingMs,
      );
      if (first !== undefined && others.length === 0) heldBy.set(connection.number, first.held);
    });
    story.on('replies', ({ connection, trouble }) => {
      if (trouble !== '') heldBy.delete(connection.number);
    });
    story.on('connection-closed', ({ connection, how }, at) => {
      const connections = heldBy.get(connection.number) ?? 0;
      heldBy.delete(connection.number);
      // Nobody can see which of several names a limit belongs to.
      if (how !== 'too many connections' || connections < 2 || world.hasAliases(connection.host)) return;
      const key = keyOf(connection);
      const known = refused.get(key);
      // A refusal of more than are permitted by now teaches nothing.
      if (known === undefined || at - known.at > keptMs || connections < known.connections)
        refused.set(key, { connections, at });
    });
  },
};
