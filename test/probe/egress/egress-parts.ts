import { EgressLimits } from '../../../src/exchange/egress-limits.ts';
import type { ExchangePolicies } from '../../../src/exchange/policy.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { BlockLengths } from '../../../src/probe/egress/block-lengths.ts';
import { ExchangeStandings } from '../../../src/probe/egress/exchange-standing.ts';
import { KnownPauses } from '../../../src/probe/egress/known-pauses.ts';

/** What a pool and a monitor need of their egress, the only one: it stays away for ten minutes when it is blocked. */
export function egressParts(parts: {
  clock: Clock;
  cache: Cache;
  policies: ExchangePolicies;
  onLimitChange?: (key: string) => void;
  /** How many connections it may try at once where it is new. Default: any number. */
  trialConnections?: number | undefined;
}) {
  const { clock, cache, policies, onLimitChange, trialConnections = Number.POSITIVE_INFINITY } = parts;
  return {
    egress: 'own',
    limits: new EgressLimits('own', policies, { clock, ...(onLimitChange && { onChange: onLimitChange }) }),
    standings: new ExchangeStandings(clock, trialConnections),
    pauses: new KnownPauses(clock),
    blocks: new BlockLengths({ cache, clock }, { firstMs: 600_000, longestMs: 600_000 }),
    onBlock: () => {},
    onLimitMet: () => {},
  };
}
