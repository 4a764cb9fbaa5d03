import { isIP } from 'node:net';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
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
    const blockedAt = new Map<string, number>();
    /** Connections on which not all that the server says arrives, and in time. */
    const troubled = new Set<number>();
    story.on('replies', ({ connection, trouble }) => {
      if (trouble !== '') troubled.add(connection.number);
    });
    story.on('connection-closed', ({ connection, how }, at) => {
      const { host } = connection;
      if (how !== 'blocks us' || canaryHosts.includes(host) || troubled.has(connection.number)) return;
      const known = blockedAt.get(placeOf(connection));
      if (known !== undefined && at - known < pauseMsOf(connection)) return;
      // With others open, the refusal is taken for a limit on connections.
      const others = [...(internet.exchanges.get(host)?.connections ?? [])];
      if (others.every(({ view }) => view.egress !== connection.egress))
        blockedAt.set(placeOf(connection), at);
    });
    story.on('connection-opened', ({ connection }, at) => {
      const { host, process, egress, number } = connection;
      const since = blockedAt.get(placeOf(connection));
      if (since === undefined || at < since + graceMs || at > since + pauseMsOf(connection) - graceMs) return;
      const isExcused = faults
        .during(since - graceMs, at)
        .some(({ kind }) => kind.startsWith('store') || ['paused', 'killed'].includes(kind));
      // It is for the rest of the last block by a clock that was set during that.
      const wasClockSet = faults
        .during(since - pauseMsOf(connection) - graceMs, at)
        .some((fault) => fault.kind === 'clock-set');
      if (isExcused || wasClockSet) return;
      fail(`${process} connects to ${host} by ${egress} ${at - since} ms after it said that it blocks us`, [
        `connection ${number} `,
        host,
      ]);
    });
    return {};
  },
};
