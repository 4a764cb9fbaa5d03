import { providerOf } from '../../../../src/exchange/provider.ts';
import type { Lease, LeasePause } from '../../../../src/ports/leases.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import type { Invariant } from '../invariant.ts';
import { connectionsThatCount } from './connections-that-count.ts';

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
    return {};
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
