import { isIP } from 'node:net';
import { providerOf } from '../../../../src/exchange/provider.ts';
import type { Lease, LeasePause } from '../../../../src/ports/leases.ts';
import { signsOfLimits } from '../../network/client-counts.ts';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import { strikesAnyProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** Of a process with a single egress, and of one with several. */
const [shortPauseMs, longPauseMs] = [600_000, 3_600_000];
/** Connections that were under way when the server refused one of ours. */
const graceMs = 60_000;

/** A server that blocks an egress at its greeting is left alone by it, in all processes. */
export const pausesAreKept: Invariant = {
  name: 'pauses are kept',
  promise:
    'A mail server that says at its greeting that it blocks us is left alone for ten minutes, by every process; with several egresses, by the blocked one for an hour.',
  watch({ story, world, internet, service, faults, fail }) {
    // Nobody can see that the IPv4 and the IPv6 address of several names are one server.
    const placeOf = ({ host, address, egress }: ConnectionView) =>
      `${egress} at ${host}${world.hasAliases(host) ? ` IPv${isIP(address)}` : ''}`;
    const pauseMsOf = ({ process }: ConnectionView) =>
      (service.process(process)?.plan.egresses.length ?? 1) > 1 ? longPauseMs : shortPauseMs;
    const blocks = new Map<string, { readonly at: number; readonly process: string }>();
    /** Connections on which not all that the server says arrives, and in time. */
    const troubled = new Set<number>();
    story.on('replies', ({ connection, trouble }) => {
      if (trouble !== '') troubled.add(connection.number);
    });
    story.on('connection-closed', ({ connection, how }, at) => {
      const { host } = connection;
      if (how !== 'blocks us' || canaryHosts.includes(host) || troubled.has(connection.number)) return;
      const known = blocks.get(placeOf(connection));
      if (known !== undefined && at - known.at < pauseMsOf(connection)) return;
      // With others open, the refusal is taken for a limit on connections.
      const others = [...(internet.exchanges.get(host)?.connections ?? [])];
      if (others.every(({ view }) => view.egress !== connection.egress))
        blocks.set(placeOf(connection), { at, process: connection.process });
    });
    story.on('connection-opened', ({ connection }, at) => {
      const { host, process, egress, number } = connection;
      const block = blocks.get(placeOf(connection));
      const since = block?.at;
      if (since === undefined || at < since + graceMs || at > since + pauseMsOf(connection) - graceMs) return;
      const isExcused = faults
        .during(since - graceMs, at)
        .some(({ kind }) => kind.startsWith('store') || ['paused', 'killed'].includes(kind));
      // It is for the rest of the last block by a clock that was set during that, or is slow.
      const clocksSet = (from: number) =>
        faults.during(from, at).flatMap((fault) => (fault.kind === 'clock-set' ? [fault.process] : []));
      const wasClockSet =
        clocksSet(since - pauseMsOf(connection) - graceMs).length > 0 ||
        clocksSet(0).includes(block?.process ?? '');
      if (isExcused || wasClockSet) return;
      fail(`${process} connects to ${host} by ${egress} ${at - since} ms after it said that it blocks us`, [
        `connection ${number} `,
        host,
      ]);
    });
  },
};

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
  },
};

/** Returns what connections of an egress are counted as. */
function keyOf({ egress, host }: ConnectionView): string {
  const provider = providerOf(host)?.id;
  return `${egress} ${provider === undefined ? `host:${host}` : `provider:${provider}`}`;
}
