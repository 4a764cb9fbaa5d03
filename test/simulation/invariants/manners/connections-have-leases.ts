import { providerOf } from '../../../../src/exchange/provider.ts';
import type { PacingLease, PacingPause } from '../../../../src/ports/pacing.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import type { Invariant } from '../invariant.ts';
import { connectionsThatCount } from './connections-that-count.ts';

/** Looks at the connections under a limit whenever a lease under it is granted: each must have another lease. */
export const connectionsHaveLeases: Invariant = {
  name: 'connections have leases',
  promise: 'A connection counts under its limits, for all processes, as long as it is open.',
  watch({ story, internet, faults, time, fail }) {
    const counts = connectionsThatCount(faults);
    story.on('store-call', ({ method, args, process, outcome }) => {
      if (method !== 'pacing.acquire' || 'error' in outcome) return;
      const [key] = args as readonly [string];
      const granted = outcome.value as PacingLease | PacingPause;
      if (granted.kind !== 'lease') return;
      let open = 0;
      for (const { spec, connections } of internet.exchanges.values()) {
        // A canary is asked with no lease: that is one connection a minute at most.
        if (canaryHosts.includes(spec.host)) continue;
        for (const connection of connections) {
          const { host, egress } = connection.view;
          const isUnderKey =
            key === `${egress} host:${host}` || key === `${egress} provider:${providerOf(host)?.id}`;
          if (isUnderKey && counts(connection, time.now)) open += 1;
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
