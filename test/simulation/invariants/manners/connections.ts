import { isIP } from 'node:net';
import { providerOf } from '../../../../src/exchange/provider.ts';
import type { Lease, LeasePause } from '../../../../src/ports/leases.ts';
import type { ActiveFaults } from '../../faults/active-faults.ts';
import type { CountedConnection } from '../../network/client-counts.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import type { Invariant } from '../invariant.ts';

/** How long the leases of a process outlive it. */
const leaseMs = 15_000;
/** A process that stood still asks at once whether it still has its leases, and closes what it has lost. */
const awakeMs = 500;

/**
 * Returns what tells whether a connection counts against us at a time. What no process can know or help does not: the
 * connections of a machine that has died with them, and those of a process that stood still, or was cut off from the
 * store, for longer than its leases.
 */
function connectionsThatCount(faults: ActiveFaults): (connection: CountedConnection, at: number) => boolean {
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

/**
 * The most connections from one egress to each provider that is counted as one, and to any other server. Written down here
 * once more, so that another limit in the code shows.
 */
const statedLimits: Readonly<Record<string, number>> = {
  gmail: 20,
  'google-workspace': 20,
  'microsoft-365': 30,
  'outlook-com': 20,
  yahoo: 5,
  icloud: 10,
};
const usualLimit = 4;

/**
 * Connections, counted as the servers count them: by client, and so by egress. Not counted against us is what no process can know or help: the
 * connections of a machine that has died with them, and those of a process that stood still, or was cut off from the
 * store, for longer than its leases.
 */
export const connectionLimits: Invariant = {
  name: 'connection limits',
  promise:
    'No mail server and no provider ever has more connections from an egress, whatever its processes, than the stated limit.',
  watch({ story, world, internet, service, faults, time, fail }) {
    const counts = connectionsThatCount(faults);
    const check = ({ host, address, process, egress }: ConnectionView) => {
      // Nobody can see that the IPv4 and the IPv6 address of several names are one server, which also sees two clients.
      const countsFamilies = world.hasAliases(host);
      const provider = providerOf(host);
      const perProvider = provider && statedLimits[provider.id];
      const canaries = canaryHosts.includes(host) ? service.processes.length : 0;
      let [sameKey, sameAddress] = [0, 0];
      for (const exchange of internet.exchanges.values()) {
        const isSame =
          exchange.spec.host === host ||
          (perProvider !== undefined && providerOf(exchange.spec.host)?.id === provider?.id);
        if (!isSame) continue;
        for (const connection of exchange.connections) {
          if (connection.view.egress !== egress || !counts(connection, time.now)) continue;
          if (countsFamilies && isIP(connection.view.address) !== isIP(address)) continue;
          sameKey += 1;
          if (connection.view.address === address) sameAddress += 1;
        }
      }
      const limit = (perProvider ?? usualLimit) + canaries;
      if (sameKey > limit)
        fail(`${provider?.name ?? host} has ${sameKey} connections of ${egress}, and allows ${limit}`, [
          host,
          process,
        ]);
      if (sameAddress > limit)
        fail(`${address} has ${sameAddress} connections of ${egress}, and allows ${limit}`, [host, process]);
    };
    story.on('connection-opened', ({ connection }) => check(connection));
    // What it has lost while it stood still, others may have by now.
    story.on('process-resumed', ({ process }) => {
      time.schedule(awakeMs + 1, () => {
        for (const { connections } of internet.exchanges.values())
          for (const { view } of connections) if (view.process === process) check(view);
      });
    });
  },
};

/**
 * Looks at the connections under a limit whenever a lease under it is granted: each must have another lease. Whoever asks
 * about somebody must have had one for the address.
 */
export const connectionsHaveLeases: Invariant = {
  name: 'connections have leases',
  promise:
    'A connection counts under all of its limits, of the mail server, its provider and its IP address, for all processes, as long as it is open.',
  watch({ story, internet, faults, time, fail }) {
    const counts = connectionsThatCount(faults);
    /** Canaries are checked with no lease, but nobody is asked about then. */
    const asking = new Set<number>();
    const everGranted = new Set<string>();
    story.on('commands', ({ connection: { number, host, address, egress, process }, lines }) => {
      if (!lines.some((line) => line.startsWith('MAIL '))) return;
      if (canaryHosts.includes(host)) asking.add(number);
      for (const key of addressKeys(address))
        if (!everGranted.has(`${process} ${egress} ${key}`))
          fail(`${process} asks ${host} without a lease of ${key}`, [process]);
    });
    story.on('connection-closed', ({ connection }) => asking.delete(connection.number));
    const keysOf = rememberKeys();
    story.onCall(['leases.acquire'], ({ args, process, outcome }) => {
      if ('error' in outcome) return;
      const [key] = args as readonly [string];
      const granted = outcome.value as Lease | LeasePause;
      if (granted.kind !== 'lease') return;
      everGranted.add(`${process} ${key}`);
      let open = 0;
      for (const { spec, connections } of internet.exchanges.values()) {
        if (connections.size === 0) continue;
        const isCanary = canaryHosts.includes(spec.host);
        for (const connection of connections) {
          if (isCanary && !asking.has(connection.view.number)) continue;
          if (keysOf(connection.view).has(key) && counts(connection, time.now)) open += 1;
        }
      }
      if (open >= granted.held)
        fail(`${key} has ${open} connections and ${granted.held} leases, one of which was granted just now`, [
          process,
        ]);
    });
  },
};

/** Returns a function that tells the keys of the limits under which a connection counts. */
function rememberKeys(): (view: ConnectionView) => ReadonlySet<string> {
  const known = new WeakMap<ConnectionView, ReadonlySet<string>>();
  return (view) => {
    const found = known.get(view);
    if (found !== undefined) return found;
    const { host, egress, address } = view;
    const countedAs = [`host:${host}`, `provider:${providerOf(host)?.id}`, ...addressKeys(address)];
    const keys = new Set(countedAs.map((key) => `${egress} ${key}`));
    known.set(view, keys);
    return keys;
  };
}

/** An IPv6 address, which has three parts and a fourth behind `::` here, counts by itself and with all of its /64. */
function addressKeys(address: string): readonly string[] {
  const [network, last] = address.split('::');
  if (last === undefined) return [`address:${address}`];
  return [`address:${network}:0:0:0:0:${last}`, `address:${network}:0::/64`];
}
