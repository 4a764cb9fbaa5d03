import { memoryStores } from '../../../adapters/memory/index.ts';
import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import { ConnectionError, type ConnectionErrorCode } from '../../../src/errors.ts';
import { CachingDns } from '../../../src/exchange/caching-dns.ts';
import { ExchangePolicies, type PolicyOptions } from '../../../src/exchange/policy.ts';
import type { DnsAnswer } from '../../../src/ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../../src/ports/smtp-transport.ts';
import { EgressProber } from '../../../src/probe/egress/egress-prober.ts';
import { EgressActivity } from '../../../src/probe/egress/egress-reports.ts';
import { ConnectionLimiter } from '../../../src/probe/session/connection-limiter.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import type { TraceEvent } from '../../../src/probe/session/trace.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { bulkShare } from './probe-requests.ts';
import { ScriptedConnection } from './scripted-connection.ts';

export const host = 'mx.example.com';

/** What a server with pipelining says to each command. It knows everybody whose name does not begin with `no`. */
export function usualReply(command: string): string | undefined {
  if (command.startsWith('EHLO')) return '250-mx.example.com\n250 PIPELINING';
  if (command.startsWith('MAIL')) return '250 2.1.0 Sender OK';
  if (command.startsWith('RCPT TO:<no')) return '550 5.1.1 No such user';
  if (command.startsWith('RCPT')) return '250 2.1.5 Recipient OK';
  if (command.startsWith('RSET')) return '250 2.0.0 Flushed';
  return command === 'QUIT' ? '221 2.0.0 Bye' : '502 5.5.2 What?';
}

/** The replies to one transaction in which all recipients are accepted. */
export function acceptedReplies(recipients: number): readonly string[] {
  const rcpt = Array.from({ length: recipients }, () => '250 2.1.5 Recipient OK');
  return ['250 2.1.0 Sender OK', ...rcpt, '250 2.0.0 Flushed'];
}

/**
 * What happens to a connection: the server greets, refuses it, or says nothing. `connectMs`: after which time it is there,
 * whether still wanted or not. Or the connect fails, or hangs.
 */
export type Dial =
  | { readonly greeting: string | undefined; respond?: typeof usualReply; connectMs?: number }
  | ConnectionErrorCode
  | 'hangs';

interface PoolOptions {
  /** Of each dial, in order. Those after the last one, or all, get a usual server. */
  readonly dials?: readonly Dial[];
  readonly limits?: PolicyOptions;
  readonly maxConnections?: number;
  /** Whether another egress could be asked, so that this one tries few connections where it is new. Default false. */
  readonly isOneOfSeveral?: boolean;
  readonly addresses?: readonly string[] | DnsAnswer<string>;
  /** Whether somebody watches the wire. Default true. */
  readonly watched?: boolean;
  /** Whether the server has answered a group of pipelined commands before. Default true. */
  readonly hasAnswered?: boolean;
  /** Rejects if the way out has failed. Undefined: it cannot. */
  readonly checkWayOut?: () => Promise<void>;
}

/** One egress, whose connections are scripted, on memory stores and a manual clock. Usually, it asks one exchange. */
export function startPool({
  dials = [],
  limits = {},
  maxConnections = 100,
  isOneOfSeveral = false,
  addresses,
  watched = true,
  hasAnswered = true,
  checkWayOut,
}: PoolOptions = {}) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const connections: ScriptedConnection[] = [];
  const dialled: { address: string; port: number; timeoutMs: number }[] = [];
  const smtp: SmtpTransport = {
    async connect(target, { timeoutMs, signal }): Promise<SmtpConnection> {
      const dial = dials[dialled.length] ?? { greeting: '220 mx.example.com ESMTP' };
      dialled.push({ ...target, timeoutMs });
      if (dial === 'hangs') {
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      }
      if (typeof dial === 'string') throw new ConnectionError(dial, `It failed: ${dial}.`);
      const connection = new ScriptedConnection();
      connection.respond = dial.respond ?? usualReply;
      if (dial.greeting !== undefined) connection.reply(dial.greeting);
      connections.push(connection);
      const { connectMs } = dial;
      if (connectMs === undefined) return connection;
      return new Promise((resolve) => void clock.after(connectMs, () => resolve(connection)));
    },
  };
  const records = (list: readonly string[]): DnsAnswer<string> => ({
    kind: 'records',
    records: list,
    ttlSeconds: 300,
  });
  const a =
    addresses === undefined ? records(['192.0.2.1']) : 'kind' in addresses ? addresses : records(addresses);
  const dns = new CachingDns(
    {
      mx: () => Promise.reject(new Error('Nobody asks for that here.')),
      a: async () => a,
      aaaa: async () => ({ kind: 'no-data', ttlSeconds: 300 }),
      close: async () => {},
    },
    clock,
  );
  const policies = new ExchangePolicies(clock, { connectionsPerExchange: 2, ...limits });
  policies.knownOf(host).answersGroups = hasAnswered;
  const closeWanted: (string | undefined)[] = [];
  const limiter = new ConnectionLimiter({
    leases: stores.leases,
    clock,
    maxConnections,
    closeIdleSession: (key) => {
      closeWanted.push(key);
      endIdleSession(key);
    },
  });
  const told: string[] = [];
  const trace: TraceEvent[] = [];
  let sessions = 0;
  let emptied = 0;
  const prober = new EgressProber(
    {
      ...{ name: 'own', smtp, ...(checkWayOut === undefined ? {} : { checkWayOut }) },
      identity: { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' },
    },
    {
      ...{ clock, dns, policies, limiter, port: 25, idleMs: 5_000, isOneOfSeveral, cache: stores.cache },
      ...{ canaryDns: dns.forShare(singleShare), canaries: [], activity: new EgressActivity(clock) },
      trace: watched ? (event) => trace.push(event) : undefined,
      onAnswer: ({ address }, answer) => told.push(`${address} ${answerText(answer)}`),
      onEgressEvent: () => {},
      nextSessionNumber: () => {
        sessions += 1;
        return sessions;
      },
      onPoolClosed: () => {
        emptied += 1;
      },
    },
  );
  const { gates, outage } = prober;
  const endIdleSession = (key?: string) => prober.pools.some((pool) => pool.endIdleSession(key));
  const abort = (reason: Error) => {
    for (const pool of prober.pools) pool.abort(reason);
  };
  /** Asks about one person. `leave` is what happens when no caller waits any more. */
  const ask = (
    person: string,
    options: {
      share?: WorkShare;
      waitMs?: number;
      needsSmtpUtf8?: boolean;
      waitsOutPauses?: boolean;
      at?: string;
      domain?: string;
    } = {},
  ) => {
    const { domain = 'example.com', needsSmtpUtf8 = false } = options;
    const controller = new AbortController();
    const leave = (reason: Error) => controller.abort(reason);
    const asked = { slots: 0, leave };
    const answer = prober
      .ask(
        options.at ?? host,
        { address: `${person}@${domain}`, needsSmtpUtf8 },
        {
          deadlineAt: clock.now() + (options.waitMs ?? 600_000),
          share: options.share ?? singleShare,
          waitsOutPauses: options.waitsOutPauses ?? true,
          signal: controller.signal,
          slot: {
            onSlot: () => {
              asked.slots += 1;
            },
            onSlotLost: () => {
              asked.slots -= 1;
            },
          },
        },
      )
      .then(answerText, (error: Error) => `rejected: ${error.message}`);
    return Object.assign(asked, { answer });
  };
  /** The answer about one person, which must need no time. */
  const answerTo = async (...question: Parameters<typeof ask>) => {
    const { answer } = ask(...question);
    await clock.advance(0);
    return answer;
  };
  const askAll = (count: number, name = 'person', share?: WorkShare) =>
    Array.from(
      { length: count },
      (_, index) => ask(`${name}${index}`, share === undefined ? {} : { share }).answer,
    );
  /** The server has greeted us before, so that it may get several sessions at once. */
  const greetBefore = () =>
    gates.recordConnection(host, '192.0.2.1', new Map([['own address:192.0.2.1', 1]]), {
      kind: 'greeted',
      afterMs: 50,
    });
  return {
    ...{ clock, prober, ask, askAll, connections, dialled, policies, limiter, told, trace, closeWanted },
    ...{ answerTo, outage, gates, greetBefore, endIdleSession, abort, bulkShare },
    leases: stores.leases,
    emptied: () => emptied,
  };
}

/** Words for an answer. */
function answerText(answer: ProbeAnswer): string {
  switch (answer.kind) {
    case 'reply':
      return `${answer.stage}: ${answer.classification.meaning}`;
    case 'unreachable':
      return `unreachable: ${answer.problem}`;
    case 'dialogue-failed':
      return `failed${answer.ungreeted ? ' before the greeting' : ''}: ${answer.failure}`;
    case 'paused':
      return answer.isRerouted ? 'left to another egress' : `paused: ${answer.reason}`;
    case 'smtputf8-unsupported':
      return answer.kind;
  }
}
