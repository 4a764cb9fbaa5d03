import { providerOf } from '../../../../src/exchange/provider.ts';
import type { Lease, LeasePause } from '../../../../src/ports/leases.ts';
import { signsOfLimits } from '../../network/client-counts.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { strikesAnyProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** The shortest rest after a reply that asks us to slow down. */
const shortestRestMs = 1_000;
/** From the first byte of a reply that comes in two packets until all processes are told. */
const toldWithinMs = 100;
/** From a lease to the arrival of its connection at the server. */
const diallingMs = 2_000;
/** Store and processes must have been in order for so long. */
const calmMs = 60_000;

interface Rest {
  readonly from: number;
  readonly until: number;
}

/** What a server counts of an egress, it counts of all processes that share its address. */
export const signsStopNewConnections: Invariant = {
  name: 'signs stop new connections',
  promise:
    'If a mail server says that we ask about too many recipients, no process begins a connection to it by this egress for a second, or for as long as its process has told the others; sessions that are open find out by themselves.',
  watch({ story, world, faults, fail }) {
    /** By egress and server. */
    const rests = new Map<string, Rest>();
    /** When each process last got a lease during a rest. */
    const grantedAt = new Map<string, number>();
    const troubled = new Set<number>();
    /** Connections on which a domain's own policy was asked for, which is none of the server's. */
    const ownPolicies = new Set<number>();
    story.on('recipient-answered', ({ connection: { number }, address }) => {
      if (world.hasOwnPolicy(address)) ownPolicies.add(number);
    });
    const signs = new Map<number, { readonly key: string; readonly arrivesAt: number }>();
    story.on('replies', ({ connection, text, trouble, arrivesAt }) => {
      const { number, host } = connection;
      if (trouble !== '') troubled.add(number);
      // Nobody can see which of several names is the server's.
      if (ownPolicies.has(number) || troubled.has(number) || world.hasAliases(host) || signs.has(number))
        return;
      if (!signsOfLimits.some((sign) => text.includes(sign))) return;
      const key = keyOf(connection);
      // What arrives during a rest was on its way before.
      if ((rests.get(key)?.until ?? 0) + toldWithinMs >= arrivesAt) return;
      signs.set(number, { key, arrivesAt });
      rests.set(key, { from: arrivesAt + toldWithinMs, until: arrivesAt + shortestRestMs });
    });
    story.on('hung-up', ({ connection: { number } }, at) => {
      const sign = signs.get(number);
      // Nobody has read it.
      if (sign !== undefined && sign.arrivesAt + toldWithinMs >= at) rests.delete(sign.key);
    });
    story.onCall(['leases.pause'], ({ args }, at) => {
      const [key, { durationMs }] = args as readonly [string, { readonly durationMs: number }];
      // What has been sent on another connection, and arrives during this rest, was on its way before.
      const sent = rests.get(key);
      const arrivesAt = (sent?.from ?? 0) - toldWithinMs;
      const isOnItsWay = arrivesAt > at && arrivesAt <= at + durationMs + toldWithinMs;
      const known = isOnItsWay ? undefined : sent;
      const until = Math.max(known?.until ?? 0, at + durationMs);
      rests.set(key, {
        from: known !== undefined && at < known.until ? known.from : at + toldWithinMs,
        until,
      });
    });
    story.onCall(['leases.acquire'], ({ process, args, outcome }, at) => {
      if ('error' in outcome || (outcome.value as Lease | LeasePause).kind !== 'lease') return;
      const [key] = args as readonly [string];
      const rest = rests.get(key);
      if (rest === undefined || at <= rest.from || at >= rest.until - toldWithinMs) return;
      if (!faults.during(at - calmMs, at).some(strikesAnyProcess)) grantedAt.set(`${process}: ${key}`, at);
    });
    story.on('connection-opened', ({ connection }, at) => {
      const { process, host, egress } = connection;
      const key = `${process}: ${keyOf(connection)}`;
      const sinceMs = at - (grantedAt.get(key) ?? Number.NEGATIVE_INFINITY);
      grantedAt.delete(key);
      if (sinceMs > diallingMs) return;
      fail(`${process} connects to ${host} by ${egress}, although that has just been asked to slow down`, [
        process,
        host,
      ]);
    });
    return {};
  },
};

/** Returns what connections of an egress are counted as. */
function keyOf({ egress, host }: ConnectionView): string {
  const provider = providerOf(host)?.id;
  return `${egress} ${provider === undefined ? `host:${host}` : `provider:${provider}`}`;
}
