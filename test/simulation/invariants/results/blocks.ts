import { providerOf } from '../../../../src/exchange/provider.ts';
import type { CacheEntry } from '../../../../src/ports/index.ts';
import { explanations } from '../../../../src/verdict/explanations.ts';
import type { Fault } from '../../faults/fault.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { watchOwnWork } from '../own-work.ts';
import { providersBeforeDoubt } from '../silent-attempts.ts';
import { watchSources } from '../verdict-sources.ts';
import { tellsAtOnce } from './sound-exchange.ts';
import { longestAttemptMs, onVerdicts } from './verdicts.ts';

/** A block lasts an hour, twice as long each time that it recurs: so often does it not recur within a simulated day. */
export const longestBlockMs = 8 * 3_600_000;

/** False for a server that words something else as a block, is not responsible, or whose replies get lost. */
export function saysWhatItMeans({
  hostility,
  connectionLimit,
  errorLimits,
  flakiness,
  isRetired,
}: ExchangeSpec): boolean {
  return (
    !isRetired &&
    flakiness === 0 &&
    hostility === undefined &&
    connectionLimit?.how !== 'refuse-as-blocked' &&
    errorLimits.refuseAllAt > 100
  );
}

/** Servers of one provider share pauses. */
export function isCountedWith({ host }: ExchangeSpec, other: string): boolean {
  const provider = providerOf(host)?.id;
  return host === other || (provider !== undefined && providerOf(other)?.id === provider);
}

/** As the service document states: in doubt, the canaries are asked once a minute. */
const canaryIntervalMs = 60_000;
/** Until all addresses of a host have been tried. */
const dialMs = 60_000;

/** What is said of an address whose servers did not answer. */
const ofNobodyReached = ['mail_server_unavailable', 'timeout'];

/** What cannot be connected to from anywhere is not held against an address. */
export const blockedPortGivesAnError: Invariant = {
  name: 'a blocked port 25 gives an error',
  promise:
    'If outgoing port 25 is blocked, you get an error and pay nothing, once each egress has failed to reach three providers.',
  watch({ story, service, faults, fail }) {
    /** Of each egress of each process: which providers could not be connected to, since when, without a connection since. */
    const failing = new Map<string, Map<string, number>>();
    const egressesOf = (process: string) =>
      service.process(process)?.plan.egresses.map(({ name }) => name) ?? [];
    story.on('connection-opened', ({ connection }) => failing.delete(keyOf(connection)));
    story.on('process-started', ({ process }) => {
      for (const egress of egressesOf(process)) failing.delete(keyOf({ process, egress }));
    });
    story.on('connect-failed', ({ process, egress, host, why }, at) => {
      // After a standstill, time is up for the requests too: nobody learns from what they had begun.
      const stoodStill = faults
        .during(at - dialMs, at)
        .some((fault) => fault.kind === 'paused' && fault.process === process);
      if (!why.includes('does not answer') || stoodStill) return;
      const key = keyOf({ process, egress });
      const providers = failing.get(key) ?? new Map<string, number>();
      failing.set(key, providers);
      const provider = providerOf(host)?.id ?? host;
      if (!providers.has(provider)) providers.set(provider, at);
    });
    /** When each process last stored a verdict of its own, by process and address. */
    const storedAt = new Map<string, number>();
    story.onCall(['cache.set'], ({ process, args }, at) => {
      // An address that is forgotten is removed so.
      const { value } = args[1] as CacheEntry;
      if (value !== '') storedAt.set(`${process} ${args[0]}`, at);
    });
    onVerdicts(story, ({ email, substatus, result, since, process }, at) => {
      if (!ofNobodyReached.includes(substatus)) return;
      // Nobody has tried to connect.
      if (result.explanation === explanations.dnsTimeout) return;
      // Otherwise it is a verdict that another process has found.
      if ((storedAt.get(`${process} verification:${addressKey(email)}`) ?? 0) < since) return;
      const from = since - canaryIntervalMs - dialMs;
      const isBlocked = faults
        .throughout(from, at)
        .some((fault) => fault.kind === 'port-25-blocked' && fault.process === process);
      // What was found before may be recorded late.
      const isLate = faults
        .during(from, at)
        .some(({ kind }) => kind === 'paused' || kind.startsWith('store'));
      if (!isBlocked || isLate) return;
      const providers = Math.min(
        ...egressesOf(process).map((egress) =>
          countProviders(failing.get(keyOf({ process, egress })), since - dialMs),
        ),
      );
      if (providers < providersBeforeDoubt) return;
      fail(`${email} gets ${substatus} although ${process} could connect to none of ${providers} providers`, [
        email,
        process,
      ]);
    });
  },
};

function keyOf({ process, egress }: { readonly process: string; readonly egress: string }): string {
  return `${process} ${egress}`;
}

/** The mail and the backup server of one domain are one provider, so two servers of their own are one at least. */
function countProviders(failing: ReadonlyMap<string, number> | undefined, until: number): number {
  let [known, own] = [0, 0];
  for (const [provider, failedAt] of failing ?? []) {
    if (failedAt > until) continue;
    if (provider.includes('.')) own += 1;
    else known += 1;
  }
  return known + Math.ceil(own / 2);
}

/** What was found out is remembered for some minutes. */
const memoryMs = 900_000;
/** An egress whose way out failed rests for five minutes at most. */
const longestRestMs = 360_000;

/** With several egresses, a server that blocks one of them hides nothing. */
export const blockedOnlyIfEveryEgressIs: Invariant = {
  name: 'blocked only if every egress is',
  promise:
    'A process with several egresses calls an address blocked only if its mail server blocks all those that can reach it.',
  watch({ story, world, service, faults, fail }) {
    const worksFor = watchSources(story);
    onVerdicts(story, ({ email, substatus, since: from, process: given }, at) => {
      if (substatus !== 'blocked' || world.hasOwnPolicy(email)) return;
      const { process, from: since } = worksFor({ email, process: given, from, until: at }).source;
      const egresses = service.process(process)?.plan.egresses.map(({ name }) => name) ?? [];
      const exchanges = world.exchangesOf(email);
      if (egresses.length < 2 || exchanges.length === 0 || !exchanges.every(saysWhatItMeans)) return;
      const blocks = faults
        .during(since - longestBlockMs, at)
        .filter((fault) => fault.kind === 'exchange-blocks')
        .filter(({ host }) => exchanges.some((exchange) => isCountedWith(exchange, host)));
      const recent = faults.during(since - memoryMs, at);
      if (recent.some(({ kind }) => kind === 'reply-trouble')) return;
      // What another egress is told meanwhile may say nothing of the recipient.
      if (blocks.some(isPolicy) && !exchanges.every(tellsAtOnce)) return;
      if (blocks.some((fault) => fault.egress === undefined && (!isPolicy(fault) || recent.includes(fault))))
        return;
      const resting = faults
        .during(since - longestRestMs, at)
        .filter((fault) => fault.kind === 'egress-fails' || fault.kind === 'port-25-blocked')
        .filter((fault) => fault.process === process)
        .flatMap(egressesOf);
      const hindered = new Set([...resting, ...blocks.flatMap(({ egress }) => egress ?? [])]);
      const free = egresses.filter((name) => !hindered.has(name));
      if (free.length === 0 || resting.includes(everyEgress)) return;
      fail(`${email} is called blocked, although ${free.join(' and ')} of ${process} is not blocked there`, [
        email,
        process,
      ]);
    });
  },
};

const everyEgress = '*';

/** A policy of the server is not remembered. Whoever refuses us before we have said anything means us. */
function isPolicy({ why, stage }: Extract<Fault, { kind: 'exchange-blocks' }>): boolean {
  return why === 'policy' && stage !== 'greeting';
}

function egressesOf(fault: Extract<Fault, { kind: 'egress-fails' | 'port-25-blocked' }>): string {
  return fault.kind === 'egress-fails' ? fault.egress : everyEgress;
}

/** While our resolvers say nothing at all, the fault is ours: a request gets an error, and a list waits. */
export const noVerdictFromOurFaults: Invariant = {
  name: 'no verdict from a fault of ours',
  promise:
    'If no resolver answers us, you get an error and pay nothing, instead of a verdict on the address; a list waits until one answers.',
  watch({ story, faults, fail }) {
    /** When a resolver last answered each process. */
    const answeredAt = new Map<string, number>();
    /** When each process last got no answer to a question. A name server's failure may also be remembered. */
    const unansweredAt = new Map<string, number>();
    /** Addresses of lists that have had dns_error: a list that is given up ends with what was found before. */
    const hadDnsError = new Set<string>();
    story.on('dns-answered', ({ process, answer }, at) => {
      const isSilence = answer === 'timeout' || answer === 'unreachable';
      (isSilence ? unansweredAt : answeredAt).set(process, at);
    });
    const ownWork = watchOwnWork(story);
    story.on('single-answered', ({ process, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'verdict' || outcome.substatus !== 'dns_error' || tookMs < 1_000) return;
      // Otherwise it is a verdict that another process has found.
      const own = ownWork({ process, email, from: at - tookMs });
      if (own === undefined) return;
      if ((answeredAt.get(process) ?? 0) < own.since && (unansweredAt.get(process) ?? 0) >= own.since)
        fail(
          `${email} gets dns_error although no resolver has answered ${process} for ${at - own.since} ms`,
          [email, process],
        );
    });
    onVerdicts(story, ({ name, email, substatus, isOfList, process }, at) => {
      if (substatus !== 'dns_error' || !isOfList) return;
      const key = `${name} ${email}`;
      if (hadDnsError.has(key)) return;
      hadDnsError.add(key);
      const from = at - longestAttemptMs;
      // What was found before may be recorded late.
      if (faults.during(from - longestAttemptMs, at).some((fault) => strikesProcess(fault, process))) return;
      if ((answeredAt.get(process) ?? 0) < from && (unansweredAt.get(process) ?? 0) >= from)
        fail(
          `${name} got dns_error for ${email} although no resolver has answered ${process} for ${at - (answeredAt.get(process) ?? 0)} ms`,
          [name, email, process],
        );
    });
  },
};

/** From a reply to the verdict, with the wait for canaries and for other egresses. */
const longestWorkMs = 200_000;

/** What nobody was asked for costs nothing, and is no attempt: a request gets an error, and a list waits. */
export const noVerdictFromAServerThatIsLeftAlone: Invariant = {
  name: 'no verdict from a server that is left alone',
  promise:
    'While a mail server is left alone because it blocks us, you get an error and pay nothing, instead of a verdict that says so; the addresses of a list wait.',
  watch({ story, world, faults, fail }) {
    /** When each server last refused something, whatever it was. */
    const refusedAt = new Map<string, number>();
    story.on('replies', ({ connection: { host }, text, arrivesAt }) => {
      if (/^[45]/m.test(text)) refusedAt.set(host, arrivesAt);
    });
    /** Addresses of lists that were blocked before: a list that is given up ends with what was found by then. */
    const hadBlock = new Set<string>();
    const worksFor = watchSources(story);
    onVerdicts(story, ({ name, email, substatus, process, since, isOfList }, at) => {
      const key = `${name} ${email}`;
      if (substatus !== 'blocked' || hadBlock.has(key)) return;
      if (isOfList) hadBlock.add(key);
      const exchanges = world.exchangesOf(email);
      const { source } = worksFor({ process, email, from: since, until: at });
      const from = Math.min(source.from, at - (isOfList ? longestWorkMs : 0)) - longestWorkMs;
      if (exchanges.some(({ host }) => (refusedAt.get(host) ?? 0) >= from)) return;
      if (faults.during(from, at).some((fault) => strikesProcess(fault, source.process))) return;
      fail(`${name} got ${substatus} for ${email}, although no mail server has refused anything meanwhile`, [
        name,
        email,
      ]);
    });
  },
};
