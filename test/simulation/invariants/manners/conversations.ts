import { providerOf } from '../../../../src/exchange/provider.ts';
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
  },
};

/** What the servers say of our manners. */
export const smtpOrder: Invariant = {
  name: 'SMTP order',
  promise:
    'Every command follows the order of RFC 5321 and the rules of pipelining; DATA and VRFY are never said.',
  watch({ story, fail }) {
    /**
     * Connections with a copy of a reply that came later than the reply itself: it looks like the reply to the next
     * command. A copy that comes with it can be seen before the next command is sent.
     */
    const copiedLater = new Set<number>();
    story.on('replies', ({ connection, trouble, isSplit }) => {
      if (/comes again/.test(trouble) || (/comes twice/.test(trouble) && isSplit))
        copiedLater.add(connection.number);
    });
    story.on('rule-broken', ({ connection, rule, line }) => {
      if (rule.startsWith('does not wait') && copiedLater.has(connection.number)) return;
      fail(`our side ${rule}: ${line}`, [`connection ${connection.number} `]);
    });
  },
};

/** A process that stood still, or was cut off from the store, closes what its leases no longer cover. */
const aftermathMs = 30_000;

/** RFC 5321 §4.1.1.10. What is given up amid a command need not say QUIT: the server would first work off the rest. */
export const sessionsEndWithQuit: Invariant = {
  name: 'sessions end with QUIT',
  promise:
    'A session with a mail server that keeps to the protocol ends with QUIT, unless it is given up while a reply is due, or by close().',
  watch({ story, world, faults, fail }) {
    /** Connections whose replies were not what the server had said, or in order. */
    const troubled = new Set<number>();
    /** Those on which the server said that it closes the connection. */
    const closing = new Set<number>();
    /** Processes that were told to close. */
    const ending = new Set<string>();
    story.on('process-closing', ({ process }) => {
      ending.add(process);
    });
    story.on('process-started', ({ process }) => ending.delete(process));
    story.on('replies', ({ connection: { number }, text, trouble }) => {
      if (trouble !== '') troubled.add(number);
      if (/^421/m.test(text)) closing.add(number);
    });
    story.on('connection-closed', ({ connection: { number } }) => {
      troubled.delete(number);
      closing.delete(number);
    });
    story.on('hung-up', ({ connection, phase }, at) => {
      const { number, host, process } = connection;
      if (phase !== 'idle' || ending.has(process) || troubled.has(number) || closing.has(number)) return;
      const exchange = world.exchanges.get(host);
      // What is dropped leaves replies due of which the server knows nothing.
      if (exchange?.hostility !== undefined || exchange?.dropsPipelinedInput) return;
      if (faults.during(at - aftermathMs, at).some((fault) => strikesProcess(fault, process))) return;
      fail(`${process} hangs up on ${host} without QUIT, with no reply due`, [`connection ${number} `]);
    });
  },
};

const perTransaction = 10;
const perSession = 50;
const refusalsPerSession = 8;
const resetsPerSession = 10;

/** Recipients, counted as the servers count them. */
export const recipientLimits: Invariant = {
  name: 'recipient limits',
  promise:
    'No session asks about more recipients, gets more refusals, or says RSET more often than the stated limits allow.',
  watch({ story, fail }) {
    const resets = new Map<number, number>();
    /** Postfix lets a client say RSET 100 times. */
    const ofPostfix = new Set<number>();
    story.on('replies', ({ connection: { number }, text }) => {
      if (text.startsWith('220') && text.includes('Postfix')) ofPostfix.add(number);
    });
    story.on('commands', ({ connection: { number, host }, lines }) => {
      const count = (resets.get(number) ?? 0) + lines.filter((line) => line === 'RSET').length;
      resets.set(number, count);
      // Servers that take one recipient in a transaction do not count them.
      const isLimited = !ofPostfix.has(number) && providerOf(host)?.recipientsPerTransaction !== 1;
      if (isLimited && count > resetsPerSession)
        fail(`${host} is told RSET ${count} times in a session; ${resetsPerSession} are allowed`, [
          `connection ${number} `,
        ]);
    });
    story.on('connection-closed', ({ connection: { number } }) => {
      resets.delete(number);
      ofPostfix.delete(number);
    });
    story.on('recipient-answered', ({ connection, address, inTransaction, inSession, refusals }) => {
      const allowed = Math.min(
        perTransaction,
        providerOf(connection.host)?.recipientsPerTransaction ?? perTransaction,
      );
      const subjects = [`connection ${connection.number} `, address];
      if (inTransaction > allowed)
        fail(
          `${connection.host} gets ${inTransaction} recipients in a transaction; ${allowed} are allowed`,
          subjects,
        );
      if (inSession > perSession)
        fail(
          `${connection.host} gets ${inSession} recipients in a session; ${perSession} are allowed`,
          subjects,
        );
      if (refusals > refusalsPerSession)
        fail(
          `${connection.host} has refused ${refusals} recipients of a session; ${refusalsPerSession} are allowed`,
          subjects,
        );
    });
  },
};
