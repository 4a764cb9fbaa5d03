import { blocksInForce, blocksKey, partsOfPlace } from '../../exchange/egress-blocks.ts';
import { providerOf } from '../../exchange/provider.ts';
import { providers } from '../../exchange/providers.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/leases.ts';

/** How an egress stands with an exchange, or with all exchanges of a provider, as far as this process knows. */
export interface ExchangeState {
  /** What connections are counted as: `provider:…` or `host:…`. */
  readonly exchange: string;
  /** Name of the provider, as in `email_provider`; null for an exchange of no known provider. */
  readonly provider: string | null;
  /** Connections of this process that are open, being opened, or closed but perhaps still counted by the server. */
  readonly connections: number;
  /** How many all processes together may have now. */
  readonly maxConnections: number;
  /** Recipients a second that may be asked about; null where no limit on them is known. */
  readonly recipientsPerSecond: number | null;
  /** Nobody is asked about there before then, as far as this process has found out; null if it may ask now. */
  readonly pausedUntil: number | null;
  /** Null unless it is paused. */
  readonly pauseReason: PauseReason | null;
  /** When this process last had an answer from there. */
  readonly lastAnsweredAt: number;
}

/** Something that blocks an egress, found out by any process of the store. */
export interface EgressBlockState {
  /** `provider:…` or `host:…`. */
  readonly exchange: string;
  readonly provider: string | null;
  /** Set if it blocks this egress for one domain alone. */
  readonly domain: string | null;
  readonly until: number;
}

/** The state of an egress. Times are milliseconds since the epoch. */
export interface EgressState {
  readonly name: string;
  /** When it is next tried, after its route failed, such as its proxy; null if it did not. */
  readonly restsUntil: number | null;
  /** The exchanges and providers that it has asked most recently, up to 1,000, the last one first. */
  readonly exchanges: readonly ExchangeState[];
  readonly blocks: readonly EgressBlockState[];
}

/** Returns an egress as it is now. Rejects if the cache fails. */
export async function readEgressState(
  egress: Pick<EgressState, 'name' | 'restsUntil'> & { exchangeStates(): readonly ExchangeState[] },
  { cache, clock }: { readonly cache: Cache; readonly clock: Clock },
): Promise<EgressState> {
  const entry = await cache.get(blocksKey(egress.name));
  const blocks = blocksInForce(entry, clock.now()).map(({ place, until }) => {
    const { host, provider: id, domain = null } = partsOfPlace(place);
    const exchange = id === undefined ? `host:${host ?? ''}` : `provider:${id}`;
    return { exchange, provider: providerNameOf(exchange), domain, until };
  });
  return { name: egress.name, restsUntil: egress.restsUntil, exchanges: egress.exchangeStates(), blocks };
}

/** Returns the name of the provider that connections are counted as, or whose host is; null if none is known. */
export function providerNameOf(countedAs: string): string | null {
  const { host, provider: id } = partsOfPlace(countedAs);
  if (host !== undefined) return providerOf(host)?.name ?? null;
  return providers.find((provider) => provider.id === id)?.name ?? id ?? null;
}
