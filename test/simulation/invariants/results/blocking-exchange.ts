import { providerOf } from '../../../../src/exchange/provider.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';

/** A block lasts an hour, twice as long each time that it recurs: so often does it not recur within a simulated day. */
export const longestBlockMs = 8 * 3_600_000;

/** False for a server that words something else as a block, is not responsible, or whose replies get lost. */
export function saysWhatItMeans({
  hostility,
  connectionLimit,
  errorLimits,
  flakiness,
  isRetired,
}: ExchangeSpec): boolean {
  return (
    !isRetired &&
    flakiness === 0 &&
    hostility === undefined &&
    connectionLimit?.how !== 'refuse-as-blocked' &&
    errorLimits.refuseAllAt > 100
  );
}

/** Servers of one provider share pauses. */
export function isCountedWith({ host }: ExchangeSpec, other: string): boolean {
  const provider = providerOf(host)?.id;
  return host === other || (provider !== undefined && providerOf(other)?.id === provider);
}
