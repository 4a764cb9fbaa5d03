import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** From a reply until all processes are told: replies of servers that slow us down come late, one after another. */
const toldWithinMs = 60_000;
/** From a pause that others were told of to the arrival of replies that were on their way before it. */
const arrivalMs = 2_000;

/** A reply that asks a process to slow down. */
interface SlowDown {
  readonly process: string;
  readonly host: string;
  readonly connection: number;
  readonly at: number;
  /** The session has said QUIT since, and so has read it. */
  isRead: boolean;
}

/** What a server counts of an egress, it counts of all processes that share its address. */
export const allProcessesSlowDown: Invariant = {
  name: 'all processes slow down',
  promise:
    'If a mail server says that we ask about too many recipients, no process connects to it by this egress for a moment.',
  watch({ story, world, faults, time, fail }) {
    const untold = new Map<string, SlowDown>();
    /** Until when each process has told the others to wait. */
    const toldUntil = new Map<string, number>();
    const forget = (isMeant: (slowDown: SlowDown) => boolean) => {
      for (const [key, slowDown] of untold) if (isMeant(slowDown)) untold.delete(key);
    };
    story.on('recipient-answered', ({ connection, asksToSlowDown }, at) => {
      const { process, egress, host, number } = connection;
      // Nobody can see which of several names is the server's, or when the reply of a tarpit arrives.
      if (!asksToSlowDown || world.hasAliases(host) || world.exchangeAt(host)?.tarpitMs !== 0) return;
      const key = `${process}: ${egress} host:${host}`;
      if ((toldUntil.get(key) ?? 0) >= at || untold.has(key)) return;
      untold.set(key, { process, host, connection: number, at, isRead: false });
    });
    story.onCall(['pacing.pause'], ({ process, args }, at) => {
      const [place, { durationMs }] = args as readonly [string, { readonly durationMs: number }];
      const key = `${process}: ${place}`;
      toldUntil.set(key, Math.max(toldUntil.get(key) ?? 0, at + durationMs + arrivalMs));
      untold.delete(key);
    });
    // Nobody has read what was still on its way, or could say what it was the reply to.
    story.on('replies', ({ connection: { number }, trouble }) => {
      if (trouble !== '') forget(({ connection }) => connection === number);
    });
    const endAt = (number: number, endedAt: number) =>
      forget(({ connection, at, isRead }) => connection === number && !isRead && endedAt - at < toldWithinMs);
    story.on('commands', ({ connection: { number }, lines }) => {
      if (untold.size === 0 || lines[0] !== 'QUIT') return;
      for (const slowDown of untold.values()) slowDown.isRead ||= slowDown.connection === number;
    });
    story.on('connection-closed', ({ connection }, at) => endAt(connection.number, at));
    story.on('hung-up', ({ connection, phase }, at) => {
      if (phase !== 'after-quit') endAt(connection.number, at);
    });
    const check = () => {
      for (const [key, { process, host, at }] of untold) {
        if (time.now - at < toldWithinMs) continue;
        untold.delete(key);
        if (faults.during(at, at + toldWithinMs).some((fault) => strikesProcess(fault, process))) continue;
        fail(`${host} has told ${process} to slow down, and it has told no other process`, [process, host]);
      }
    };
    return { regularly: check, afterCalm: check };
  },
};
