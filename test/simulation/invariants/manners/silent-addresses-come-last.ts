import { hindrancesOf } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** Attempts that were under way when the first one failed. */
const graceMs = 35_000;
/** So long does an address come last, and longer if it fails again. */
const lastMs = 290_000;

/** Where nobody answers, the other addresses of a mail server are tried first from then on. */
export const silentAddressesComeLast: Invariant = {
  name: 'silent addresses come last',
  promise:
    'An IP address of a mail server at which nobody has answered a process is tried only after the others for five minutes.',
  watch({ story, world, maps, faults, fail }) {
    // A process that evicts what it knows finds it out again.
    if (maps.mostEntries !== undefined) return {};
    const failedAt = new Map<string, number>();
    story.on('process-started', ({ process }) => {
      for (const key of failedAt.keys()) if (key.startsWith(`${process} `)) failedAt.delete(key);
    });
    story.on('connect-failed', ({ process, egress, host, address, why }, at) => {
      const exchange = world.exchanges.get(host);
      if (exchange === undefined || !exchange.silentAddresses.includes(address)) return;
      if (!/does not answer/.test(why)) return;
      const key = `${process} ${egress} ${address}`;
      const since = at - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY);
      if (since > lastMs || since < 0) failedAt.set(key, at);
      // Where the others do not answer either, it is the next.
      const answers =
        exchange.reach === 'open' && exchange.addresses.length > 0 && exchange.hostility === undefined;
      if (!answers || exchange.connectionLimit !== undefined || since < graceMs || since > lastMs) return;
      if (hindrancesOf(faults, { process, exchanges: [exchange], from: at - since, until: at }).length > 0)
        return;
      fail(`${process} tries ${address} of ${host} first, ${since} ms after nobody has answered there`, [
        process,
        host,
      ]);
    });
    return {};
  },
};
