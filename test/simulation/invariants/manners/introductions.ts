import { strikesNetwork, strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** So long a process remembers that the TLS of a server has failed (ARCHITECTURE.md, "learned limit"), and a little more. */
const rememberedMs = 3_660_000;

/** The first commands of a session: who we are, and STARTTLS where it is offered. */
export const introductions: Invariant = {
  name: 'introductions',
  promise:
    'Each egress says its own name in EHLO, and goes on over TLS wherever a server offers it, unless a connection there failed within the last hour.',
  watch({ story, world, service, faults, fail }) {
    const heloOf = new Map(
      service.processes.flatMap(({ name, plan: { egresses } }) =>
        egresses.map((egress) => [`${name} ${egress.name}`, egress.helo] as const),
      ),
    );
    /** Connections that have said STARTTLS, or MAIL without it, or on which not all that the server says arrives. */
    const judged = new Set<number>();
    /** When a process last had trouble with a server. */
    const troubledAt = new Map<string, number>();
    story.on('replies', ({ connection: { number, process, host }, trouble }, at) => {
      if (trouble === '') return;
      judged.add(number);
      troubledAt.set(`${process} at ${host}`, at);
    });
    story.on('connection-closed', ({ connection: { number } }) => judged.delete(number));
    story.on('commands', ({ connection, lines }, at) => {
      const { number, process, egress, host } = connection;
      const [line = ''] = lines;
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'STAR') judged.add(number);
      else if (verb === 'EHLO' || verb === 'HELO') {
        const own = heloOf.get(`${process} ${egress}`);
        if (line.slice(5) !== own)
          fail(`${egress} of ${process} says ${line} to ${host}, and not ${own}`, [`connection ${number} `]);
      } else if (verb === 'MAIL' && !judged.has(number)) {
        judged.add(number);
        const exchange = world.exchanges.get(host);
        if (exchange?.startTls !== 'works') return;
        if (at - (troubledAt.get(`${process} at ${host}`) ?? Number.NEGATIVE_INFINITY) < rememberedMs) return;
        const isExcused = faults
          .during(at - rememberedMs, at)
          .some(
            (fault) =>
              strikesProcess(fault, process) || strikesNetwork(fault, { process, exchanges: [exchange] }),
          );
        if (!isExcused) fail(`${process} says MAIL to ${host} without TLS`, [`connection ${number} `, host]);
      }
    });
    return {};
  },
};
