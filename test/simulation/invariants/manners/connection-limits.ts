import { isIP } from 'node:net';
import { providerOf } from '../../../../src/exchange/provider.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import type { Invariant } from '../invariant.ts';
import { awakeMs, connectionsThatCount } from './connections-that-count.ts';

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
    return {};
  },
};
