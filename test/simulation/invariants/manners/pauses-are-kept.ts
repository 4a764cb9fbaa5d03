import { isIP } from 'node:net';
import type { ConnectionView } from '../../story/happening.ts';
import { canaryHosts } from '../../world/provider-mix.ts';
import type { Invariant } from '../invariant.ts';

const pauseMs = 600_000;
/** Connections that were under way when the server refused one of ours. */
const graceMs = 60_000;

/** A server that blocks us at its greeting is left alone by all processes. */
export const pausesAreKept: Invariant = {
  name: 'pauses are kept',
  promise: 'A mail server that says that it blocks us is left alone for ten minutes, by every process.',
  watch({ story, world, internet, faults, fail }) {
    // Nobody can see that the IPv4 and the IPv6 address of several names are one server.
    const serverOf = ({ host, address }: ConnectionView) =>
      world.hasAliases(host) ? `${host} IPv${isIP(address)}` : host;
    const blockedAt = new Map<string, number>();
    story.on('connection-closed', ({ connection, how }, at) => {
      const { host } = connection;
      if (how !== 'blocks us' || canaryHosts.includes(host)) return;
      const known = blockedAt.get(serverOf(connection));
      if (known !== undefined && at - known < pauseMs) return;
      // With others open, the refusal is taken for a limit on connections.
      if ((internet.exchanges.get(host)?.connections.size ?? 0) === 0)
        blockedAt.set(serverOf(connection), at);
    });
    story.on('connection-opened', ({ connection }, at) => {
      const { host, process, number } = connection;
      const since = blockedAt.get(serverOf(connection));
      if (since === undefined || at < since + graceMs || at > since + pauseMs - graceMs) return;
      const isExcused = faults
        .during(since - graceMs, at)
        .some(({ kind }) => kind.startsWith('store') || ['paused', 'killed', 'clock-set'].includes(kind));
      if (isExcused) return;
      fail(`${process} connects to ${host} ${at - since} ms after it said that it blocks us`, [
        `connection ${number} `,
        host,
      ]);
    });
    return {};
  },
};
