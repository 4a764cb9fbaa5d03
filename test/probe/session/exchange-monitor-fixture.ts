import { memoryStores } from '../../../adapters/memory/index.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import { CachingClassifier } from '../../../src/probe/reply/caching-classifier.ts';
import { ConnectionLimiter } from '../../../src/probe/session/connection-limiter.ts';
import {
  ExchangeMonitor,
  type ExchangeMonitorDependencies,
} from '../../../src/probe/session/exchange-monitor.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { egressParts } from '../egress/egress-parts.ts';

export const host = 'mx.example.com';
export const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };

/** Watches one exchange, on memory stores. */
export function exchangeMonitor(
  changes: Partial<ExchangeMonitorDependencies> = {},
  watchedHost = host,
  onBlocked = () => {},
): ExchangeMonitor {
  const clock = changes.clock ?? new ManualClock();
  const { pacing, cache } = memoryStores({ clock });
  const policies = changes.policies ?? new ExchangePolicies(clock);
  const dependencies = {
    ...egressParts({ clock, cache, policies }),
    policies,
    identity,
    clock,
    limiter: new ConnectionLimiter({ pacing, clock, maxConnections: 100, closeIdleSession: () => {} }),
    classifier: new CachingClassifier(),
    ...changes,
  };
  return new ExchangeMonitor(watchedHost, dependencies, onBlocked);
}
