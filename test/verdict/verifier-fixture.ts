import { DisposableDomains } from '../../src/address/disposable-domains.ts';
import { parseMailbox } from '../../src/address/mailbox.ts';
import { shareOfJob } from '../../src/concurrency/work-share.ts';
import type { Dns, DnsAnswer, MxRecord } from '../../src/ports/dns.ts';
import { Greylistings } from '../../src/probe/egress/greylistings.ts';
import type { Prober } from '../../src/probe/prober.ts';
import type { Meaning } from '../../src/probe/reply/meanings.ts';
import type { ProbeAnswer, Recipient } from '../../src/probe/session/probe-request.ts';
import type { VerificationLevel } from '../../src/resources.ts';
import type {
  AnsweringExchange,
  CatchAllDetector,
  CatchAllFinding,
} from '../../src/verdict/catch-all/catch-all-detector.ts';
import { ConfidenceLearner } from '../../src/verdict/outcomes/confidence-learner.ts';
import { Verifier } from '../../src/verdict/verifier.ts';
import type { VerifyOptions } from '../../src/verdict/verifier-dependencies.ts';
import { faultChecks } from './fault-checks.ts';

export function reply(meaning: Meaning, stage: 'greeting' | 'rcpt' = 'rcpt'): ProbeAnswer {
  const classification = { meaning, certainty: 'explicit' as const };
  return { kind: 'reply', stage, reply: { code: 250, lines: [] }, classification };
}

type Ask = (
  host: string,
  recipient: Recipient,
  options: { signal: AbortSignal; deadlineAt: number; share: unknown },
) => Promise<ProbeAnswer>;

/** What a test says of the world around a verifier. */
export interface VerifierWorld {
  /** The exchanges of every domain, most preferred first; or what DNS answers instead, or fails with. */
  mx?: readonly string[] | DnsAnswer<MxRecord> | 'silent' | Error;
  /** What each exchange answers. Default: that the recipient is accepted. */
  ask?: Ask;
  /** Whether the domain is a catch-all, or all that is found out about it. Default: what the catch-all probe shows. */
  catchAll?: boolean | null | CatchAllFinding;
  /** Ids of the providers that are gateways. */
  gateways?: readonly string[];
}

/** About which exchange it was asked whether the domain is a catch-all, and which one has answered the catch-all probe. */
interface Determination {
  readonly exchange: AnsweringExchange;
  readonly from: AnsweringExchange;
  /** The recipient that was accepted before. */
  readonly accepted: Recipient | undefined;
}

export const share = shareOfJob({ id: 'job', account: 'acme' });

/** A verifier between parts that do what a test says, and note what they are asked. */
export function verifierIn(world: VerifierWorld = {}) {
  const { mx = ['mx.example.org'], gateways = [], ask = async () => reply('accepted') } = world;
  const fixture = faultChecks();
  const asked: { host: string; recipient: Recipient; deadlineAt: number; share: unknown }[] = [];
  const examined: string[] = [];
  const determinations: Determination[] = [];
  const recalled: AnsweringExchange[] = [];
  const shares: unknown[] = [];
  const answer = (signal: AbortSignal | undefined): Promise<DnsAnswer<MxRecord>> => {
    if (mx === 'silent') return untilAborted(signal ?? new AbortController().signal);
    if (mx instanceof Error) return Promise.reject(mx);
    if ('kind' in mx) return Promise.resolve(mx);
    const records = mx.map((exchange, preference) => ({ preference, exchange }));
    return Promise.resolve({ kind: 'records', records, ttlSeconds: 60 });
  };
  const unused = async () => ({ kind: 'no-data', ttlSeconds: 60 }) as const;
  const dnsThatTells = (onQuestion: (() => void) | undefined): Dns => ({
    mx: (_domain, { signal } = {}) => {
      onQuestion?.();
      return answer(signal);
    },
    a: unused,
    aaaa: unused,
    close: async () => {},
  });
  const prober: Pick<Prober, 'ask' | 'greylistings'> = {
    greylistings: new Greylistings(fixture.clock),
    ask: (host, recipient, options) => {
      asked.push({ host, recipient, deadlineAt: options.deadlineAt, share: options.share });
      return ask(host, recipient, options);
    },
  };
  const catchAll: Pick<CatchAllDetector, 'determine' | 'recall'> = {
    recall: async (exchange) => {
      recalled.push(exchange);
      return findingOf(world.catchAll ?? null);
    },
    determine: async (exchange, { signal, accepted }, askProbe) => {
      const { domain } = exchange;
      examined.push(domain);
      if (world.catchAll !== undefined) return findingOf(world.catchAll);
      const { answer: shown, from } = await askProbe(`random@${domain}`, signal);
      determinations.push({ exchange, from, accepted });
      return findingOf(shown.kind === 'reply' ? shown.classification.meaning === 'accepted' : null);
    },
  };
  const made = new Verifier({
    clock: fixture.clock,
    dns: {
      forShare: (wanted, { onQuestion } = {}) => {
        shares.push(wanted);
        return dnsThatTells(onQuestion);
      },
    },
    outage: fixture.checks.outage,
    prober: prober as Prober,
    catchAll: catchAll as CatchAllDetector,
    tieBreak: () => 0,
    learner: new ConfidenceLearner({ counters: undefined, clock: fixture.clock }),
    disposable: new DisposableDomains(),
    disposableUpdates: { refreshIfDue: () => undefined },
    isGateway: ({ id, gateway }) => gateway || gateways.includes(id),
  });
  const verifier = {
    verify: (email: string, options: VerifyOptions) => made.verify(parseMailbox(email), options),
    timeoutVerdict: (email: string, level?: VerificationLevel) =>
      made.timeoutVerdict(parseMailbox(email), level),
    examineDomain: (domain: string, options: VerifyOptions) => made.examineDomain(domain, options),
  };
  const { greylistings } = prober;
  return { ...fixture, verifier, asked, examined, recalled, determinations, shares, greylistings };
}

function findingOf(isCatchAll: boolean | null | CatchAllFinding): CatchAllFinding {
  if (typeof isCatchAll === 'object' && isCatchAll !== null) return isCatchAll;
  return {
    isCatchAll,
    probability: isCatchAll === null ? 0.2 : isCatchAll ? 0.999 : 0.001,
    refusesSome: isCatchAll === false,
    probed: isCatchAll !== null,
  };
}

/** An answer that is waited for until the signal fires. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
