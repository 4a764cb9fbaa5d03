import { resolvableName } from '../../../../src/exchange/known-names.ts';
import type { CreditLedger, HoldResult } from '../../../../src/ports/index.ts';
import type { Fault } from '../../faults/fault.ts';
import { isChosen } from '../../network/simulated-dns.ts';
import type { ExchangeSpec } from '../../world/exchange-spec.ts';
import { onAnswers } from '../answers.ts';
import { leavesDialsHanging, strikesAnyProcess, strikesNetwork, strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { isCountedWith, longestBlockMs, saysWhatItMeans } from '../results/blocks.ts';
import { isSound } from '../results/sound-exchange.ts';
import { watchShutPlaces } from '../shut-places.ts';
import { countSilentAttempts, providersBeforeDoubt } from '../silent-attempts.ts';

/** Caches, pauses, what is known of resolvers, and unreachable servers are remembered for some time after a fault. */
const aftermathMs = 180_000;

/** The leases of a process that stands still or is dead have expired by then. */
const heldMs = 30_000;

/** An egress whose way out failed rests for up to five minutes. */
const longestRestMs = 310_000;

/** Faults that concern only how single servers behave, what a domain says of itself, or one of several egresses. */
const faultsOfOthers: ReadonlySet<Fault['kind']> = new Set([
  'exchange-down',
  'exchange-blocks',
  'reply-trouble',
  'egress-fails',
]);

/** A resolver that denies names which are known to exist is at fault itself. */
function isOfOthers(fault: Fault): boolean {
  if (fault.kind === 'resolvers-lie') return !isChosen(resolvableName, fault.id, fault.share);
  return faultsOfOthers.has(fault.kind);
}

/** Callers who wait less may find all connections that their server allows in use, by batches of another process. */
const patientMs = 15_000;
/** The same, of all connections of a process that may have only few. */
const patientAmongFewMs = 20_000;

/** From a refusal of the ledger until its process knows of it. */
const sharedRefusalMs = 5_000;

interface Period {
  readonly from: number;
  readonly until: number;
}

/** Errors are for our own faults and for empty accounts, and for nothing else. No simulated account uses up a budget. */
export const errorsHaveACause: Invariant = {
  name: 'errors have a cause',
  promise:
    'You get an error only if something of ours has failed, if a mail server of the domain has said, to each egress that works, that it blocks us, that we ask about too many, or again and again that it closes, so that it is left alone, if three providers in a row have not greeted us, so that nobody can know yet whose fault it is, if no connection was free in your time, if your account lacks the credits, or if it has used up a budget of what it does not pay for.',
  watch({ story, stores, service, faults, world, fail }) {
    const shutPlaces = watchShutPlaces(story, service);
    const failedEgresses = (process: string, { from, until }: Period) =>
      faults
        .during(from - longestRestMs, until)
        .flatMap((fault) =>
          fault.kind === 'egress-fails' && fault.process === process ? [fault.egress] : [],
        );
    /** True if a server is left alone for what it has said. */
    const isLeftAlone = (message: string, process: string, { from, until }: Period) => {
      const [, host = '', words = ''] =
        /^(\S+) (refuses to talk to us|has asked us to slow down)\. /.exec(message) ?? [];
      const why = words.startsWith('refuses') ? 'blocked' : 'limited';
      const server = world.exchangeAt(host)?.host;
      const failed = failedEgresses(process, { from, until });
      return server !== undefined && shutPlaces.isShut(server, why, { process, from, until, failed });
    };
    /** True if the way out of each egress of a process failed, or it still rests from that, or a server blocks it. */
    const hasNoEgress = (process: string, exchanges: readonly ExchangeSpec[], { from, until }: Period) => {
      const failed = failedEgresses(process, { from, until });
      const { egresses } = service.process(process)?.plan ?? { egresses: [] };
      const isBlocked = (name: string) =>
        !exchanges.every(saysWhatItMeans) ||
        faults
          .during(from - longestBlockMs, until)
          .some(
            (fault) =>
              fault.kind === 'exchange-blocks' &&
              (fault.egress ?? name) === name &&
              exchanges.some((exchange) => isCountedWith(exchange, fault.host)),
          );
      return failed.length > 0 && egresses.every(({ name }) => failed.includes(name) || isBlocked(name));
    };
    const silentAttempts = countSilentAttempts(story);
    const mayReachNothing = (process: string) => {
      const { egresses } = service.process(process)?.plan ?? { egresses: [] };
      return egresses.every(({ name }) => silentAttempts(process, name) >= providersBeforeDoubt);
    };
    /** When the ledger last refused an account so much. */
    const refusedAt = new Map<string, number>();
    const refusalOf = (account: string, milliCredits: number) => `${milliCredits} of ${account}`;
    story.onCall(['ledger.hold'], ({ args, outcome }, at) => {
      if (!('value' in outcome) || (outcome.value as HoldResult).kind !== 'insufficient') return;
      const { account, milliCredits } = args[0] as Parameters<CreditLedger['hold']>[0];
      refusedAt.set(refusalOf(account, milliCredits), at);
      void stores.ledger.balance(account).then(({ available }) => {
        if (available >= milliCredits)
          fail(`${account} was refused ${milliCredits} milli-credits, but has ${available}`, [account]);
      });
    });
    /** Processes that were told to close. */
    const closing = new Set<string>();
    story.on('process-closing', ({ process }) => {
      closing.add(process);
    });
    const longEnoughMs = service.maxConnections === undefined ? patientMs : patientAmongFewMs;
    onAnswers(story, ({ request, process, email, account, outcome, tookMs, price }, at) => {
      if (outcome.kind !== 'error' || (outcome.code === 'engine_closed' && closing.has(process))) return;
      const subjects = [`request ${request} `, email];
      if (outcome.code === 'insufficient_credits') {
        // Callers for the same address may share a refusal.
        const since = at - tookMs - sharedRefusalMs;
        if ((refusedAt.get(refusalOf(account ?? '', price)) ?? Number.NEGATIVE_INFINITY) < since)
          fail(
            `request ${request} got insufficient_credits, but the ledger has not refused ${account} ${price}`,
            [...subjects, account ?? ''],
          );
        return;
      }
      const recent = faults.during(at - tookMs - aftermathMs, at);
      const exchanges = world.exchangesOf(email);
      const ours = recent.filter(
        (fault) =>
          !isOfOthers(fault) &&
          (strikesProcess(fault, process) || strikesNetwork(fault, { process, exchanges })),
      );
      // What another process holds of a server, or has begun for the same address, it may hold until it is missed.
      ours.push(
        ...faults
          .during(at - tookMs - heldMs, at)
          .filter((fault) => strikesAnyProcess(fault) || leavesDialsHanging(fault)),
      );
      // A server that leaves a connection without replies gets no other one meanwhile.
      const troubles = recent.flatMap((fault) =>
        fault.kind === 'reply-trouble' &&
        (fault.host === undefined || exchanges.some(({ host }) => host === fault.host))
          ? [fault.trouble]
          : [],
      );
      // It is left alone for a second, once it has done so three times.
      const isClosing =
        troubles.includes('closing') && outcome.message.includes(' has asked us to slow down. ');
      const isBusy =
        outcome.message.startsWith('No connection or DNS question was free') &&
        (tookMs < longEnoughMs ||
          troubles.length > 0 ||
          !exchanges.every(isSound) ||
          world.hasOwnPolicy(email));
      const period = { from: at - tookMs, until: at };
      const isExplained =
        isBusy || isClosing || mayReachNothing(process) || isLeftAlone(outcome.message, process, period);
      if (outcome.code === 'service_unavailable' && isExplained) return;
      const isExpected = outcome.code === 'service_unavailable' || outcome.code === 'storage_unavailable';
      if (!isExpected || (ours.length === 0 && !hasNoEgress(process, exchanges, period)))
        fail(
          `request ${request} for ${email} got ${outcome.code} although nothing of ours had failed: ${outcome.message}`,
          subjects,
        );
    });
    story.on('forget-answered', ({ email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'error') return;
      const ours = faults.during(at - tookMs, at).filter(({ kind }) => kind.startsWith('store'));
      if (outcome.code !== 'storage_unavailable' || ours.length === 0)
        fail(`${email} was not forgotten, with ${outcome.code}: ${outcome.message}`, [email]);
    });
    story.on('job-refused', ({ job, why }, at) => {
      // A process that has closed answers nobody any more.
      const isClosed = closing.size > 0 && (why === 'engine_closed' || why === 'connection_lost');
      if (why === 'insufficient_credits' || isClosed) return;
      const ours = faults.during(at - aftermathMs, at).filter((fault) => !isOfOthers(fault));
      const isExpected = ['service_unavailable', 'storage_unavailable', 'connection_lost'].includes(why);
      if (!isExpected || ours.length === 0)
        fail(`${job} was refused with ${why} although nothing of ours had failed`, [job]);
    });
  },
};

/** A sweep waits for one that is under way, and fails with it. */
const sharedSweepMs = 60_000;

/** Judged where it is known what was asked: "errors have a cause". */
const judgedElsewhere: readonly string[] = ['verify', 'lookup', 'jobs.submit', 'jobs.checkCredits'];

/** What a call may be told although nothing has failed. Whether it is true is judged by rules of their own. */
const answersByCall: Readonly<Record<string, readonly string[]>> = {
  'accounts.subtract': ['insufficient_credits'],
  'jobs.submit under a used key': ['conflict'],
  'jobs.delete': ['conflict', 'not_found'],
  'a job that is not there': ['not_found'],
};
/** These may come after the job was deleted. The client knows whether it asked for that, and otherwise ends the day. */
const readingCalls: readonly string[] = ['jobs.status', 'jobs.lookupStatus', 'jobs.get'];

/** What operators and clients do beside verifications fails only with the store, or when the process is closed. */
export const callsFailForACause: Invariant = {
  name: 'calls fail for a cause',
  promise:
    'Any other call fails only if the store fails meanwhile, at the lower levels also if no resolver answers, if its process is being closed, or for a reason that it states itself, as that a job is not found; close() itself does not fail while the store works.',
  watch({ story, faults, fail }) {
    const closing = new Set<string>();
    story.on('process-closing', ({ process }) => {
      closing.add(process);
    });
    let isAnyDeleted = false;
    story.on('deletion-asked', () => {
      isAnyDeleted = true;
    });
    const hasCause = (code: string, call: string, work: Work) => {
      switch (code) {
        case 'engine_closed':
          return closing.has(work.process) && call !== 'close';
        case 'storage_unavailable':
          return faults
            .during(work.from - (call === 'accounts.sweep' ? sharedSweepMs : 0), work.until)
            .some((fault) => strikesStore(fault, work.process));
        case 'service_unavailable':
          return (
            call === 'verify at a lower level' &&
            faults
              .during(work.from - aftermathMs, work.until)
              .some((fault) => strikesDns(fault, work.process))
          );
        default:
          return false;
      }
    };
    story.on('call-failed', ({ process, call, code, message, tookMs }, at) => {
      if (judgedElsewhere.includes(call) || answersByCall[call]?.includes(code)) return;
      if (code === 'not_found' && isAnyDeleted && readingCalls.includes(call)) return;
      if (!hasCause(code, call, { process, from: at - tookMs, until: at }))
        fail(`${call} fails at ${process} with ${code} although nothing of ours had failed: ${message}`, [
          process,
        ]);
    });
  },
};

interface Work {
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

function strikesStore(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'store-away':
    case 'store-losses':
      return (fault.process ?? process) === process;
    default:
      return false;
  }
}

function strikesDns(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'resolvers-silent':
    case 'paused':
      return fault.process === process;
    case 'resolvers-fail':
    case 'resolvers-lie':
    case 'resolvers-slow':
      return true;
    default:
      return strikesStore(fault, process);
  }
}
