import { Conversation } from '../concurrency/conversation.ts';
import { type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { LoopSteps } from '../concurrency/loop-steps.ts';
import type { Permit } from '../concurrency/semaphore.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { EmailVerification, LookupRow } from '../resources.ts';
import { explanations } from '../verdict/explanations.ts';
import { isNoSlotInTime } from '../verdict/local-outage.ts';
import type { Verifier } from '../verdict/verifier.ts';
import { type Candidate, candidates } from './candidates.ts';
import type { DomainKnowledge, LearnedOutcome } from './domain-knowledge.ts';
import { type DomainPatterns, hasConfirmed, isWellKnown, nothingKnown } from './domain-patterns.ts';
import { findingFromDomain } from './examined-domain.ts';
import { lookupExplanations } from './explanations.ts';
import { chanceAgainstOwner, findChance } from './find-chance.ts';
import { type Finding, found, foundAnothers, noAddress, noAddressForNow } from './finding.ts';
import type { PersonName } from './names/person-name.ts';
import { searchSubjectOf } from './search-subject.ts';
import { candidatesToProbe, isAnotherLikelier } from './stopping.ts';

/** What all searches share. */
export interface SearchDependencies {
  readonly clock: Clock;
  readonly verifier: Pick<Verifier, 'examineDomain'>;
  /** Verifies an address without a charge. Reuses verdicts of the last 24 hours, except unknowns. */
  readonly verify: (
    email: string,
    limits: { timeoutMs: number; signal: AbortSignal; share: WorkShare },
  ) => Promise<Readonly<EmailVerification>>;
  readonly knowledge: Pick<DomainKnowledge, 'recall' | 'learn'>;
  readonly domainLocks: KeyedMutex;
}

/** Most addresses probed for one person. */
const maxProbes = 20;

/** Share of the time left that a search may wait for other searches at the same domain. */
const maxDomainWaitShare = 1 / 3;

/** How a search ends that has no more candidates worth a question. What it has learned may make others worth one. */
const nobodyFound = noAddress(lookupExplanations.noneExists);
const putOff = noAddressForNow(explanations.greylisted);

/** Added to the timeout of each verification, so that the deadline of the search passes first. */
const timeoutSlackMs = 1_000;

/** A search that waited in vain for a connection in the end had none to speak of if it waited for more than this share of its time. */
const maxUnservedShare = 1 / 2;

/**
 * Searches for the address of a person at a domain. Probes the likeliest addresses one by one, until one is accepted or
 * the others are too unlikely. No catch-all probe comes first: two refused candidates mostly tell as much, and the
 * verification of one that is accepted sends the probe if it is still needed. Rejects with ServiceUnavailable if the
 * fault is on our side, or no connection was free for most of its time, with StorageUnavailable, or with the signal's reason.
 */
export async function search(
  row: LookupRow,
  limits: { timeoutMs: number; signal?: AbortSignal | undefined; share: WorkShare },
  dependencies: SearchDependencies,
): Promise<Finding> {
  const { clock } = dependencies;
  const deadline = startDeadline(clock, limits.timeoutMs, limits.signal);
  const begunAt = steadyNow(clock);
  const deadlineAt = begunAt + limits.timeoutMs;
  const conversation = new Conversation();
  const share = { ...limits.share, conversation };
  let running: Search | undefined;
  try {
    const readSubject = () => searchSubjectOf(row);
    const subject = await LoopSteps.of(clock).alone(limits.share, readSubject, deadline.signal);
    if (subject.kind === 'hopeless') return noAddress(subject.explanation);
    running = new Search({ ...subject, share, deadline, deadlineAt, begunAt }, dependencies);
    return await running.run();
  } catch (error) {
    if (running === undefined) throw error instanceof DeadlineExceeded ? namesNotRead(error) : error;
    const wasServed = running.unservedMs <= limits.timeoutMs * maxUnservedShare;
    const isLate = error instanceof DeadlineExceeded || (isNoSlotInTime(error) && wasServed);
    if (isLate && deadline.passed) return { kind: 'out-of-time' };
    throw error;
  } finally {
    conversation.end();
    deadline.clear();
  }
}

/** Nobody was asked, so nothing is charged. */
function namesNotRead(cause: DeadlineExceeded): ServiceUnavailable {
  return new ServiceUnavailable(
    'The names of this account take long to read, one after another. Ask about fewer people at once, or wait longer.',
    { cause },
  );
}

interface Task {
  readonly name: PersonName;
  readonly domain: string;
  readonly share: WorkShare;
  readonly deadline: Deadline;
  readonly deadlineAt: number;
  /** Before its name was read. */
  readonly begunAt: number;
}

/** One search and its state. */
class Search {
  readonly #task: Task;
  readonly #dependencies: SearchDependencies;
  readonly #probed = new Set<string>();
  /** Refused local parts that `knowledge` has not learned yet. */
  #refused: string[] = [];
  #accepted: { localPart: string; verification: Readonly<EmailVerification> } | undefined;
  /** The first address that was accepted, but had been found for a person of another name before. */
  #anothers: { verification: Readonly<EmailVerification>; chance: number } | undefined;
  /** Whether the domain has refused a recipient, so that an acceptance proves a mailbox. */
  #selective = false;
  #greylisted = false;
  /** Whether it was left for now, so that others of the domain are looked up first. */
  #gaveWay = false;
  /** When the last candidate was answered, or it began. */
  #servedAt: number;

  constructor(task: Task, dependencies: SearchDependencies) {
    this.#task = task;
    this.#dependencies = dependencies;
    this.#servedAt = task.begunAt;
  }

  /** For how long no candidate has been answered. */
  get unservedMs(): number {
    return steadyNow(this.#dependencies.clock) - this.#servedAt;
  }

  async run(): Promise<Finding> {
    const finding = await this.#examineDomain();
    if (finding !== undefined) return finding;
    let knownBefore = nothingKnown;
    const first = await this.#oneAtATime((known) => {
      knownBefore = known;
      return this.#probeCandidates(known, (next) => this.#shouldGiveWay(next, known));
    });
    if (first !== nobodyFound) return first;
    // People who were found meanwhile may show what else is worth a probe. Otherwise only the miss itself is new, which
    // says little where several had been found before.
    return this.#oneAtATime(async (known) => {
      const hasNews = this.#gaveWay || (hasConfirmed(known) && !isWellKnown(knownBefore));
      return hasNews ? this.#probeCandidates(known) : first;
    });
  }

  #shouldGiveWay(next: Candidate, known: DomainPatterns): boolean {
    const { name, domain } = this.#task;
    const othersWait = this.#dependencies.domainLocks.waitingFor(domain) > 0;
    // If this one is greylisted, the delay of all candidates should begin now.
    if (!othersWait || this.#accepted !== undefined || this.#greylisted) return false;
    return isAnotherLikelier(next, { name, known, refused: this.#refused });
  }

  /** Returns a finding if it follows from the domain alone. Asks no exchange. */
  async #examineDomain(): Promise<Finding | undefined> {
    const examined = await this.#dependencies.verifier.examineDomain(this.#task.domain, this.#limits());
    this.#selective ||= examined.kind === 'selective';
    return findingFromDomain(examined);
  }

  /**
   * Runs `step` with what is known of the domain. Until several people have been found there, the searches of a domain
   * run one at a time, so that each address found saves the others probes.
   */
  async #oneAtATime(step: (known: DomainPatterns) => Promise<Finding>): Promise<Finding> {
    const { knowledge } = this.#dependencies;
    const { domain } = this.#task;
    let known = await knowledge.recall(domain);
    if (!isWellKnown(known)) {
      const permit = await this.#lockDomain();
      try {
        known = await knowledge.recall(domain);
        // A search that this one waited for may have shown that the domain is a catch-all.
        const finding = this.#selective ? undefined : await this.#examineDomain();
        if (finding !== undefined) return finding;
        if (!isWellKnown(known)) return await step(known);
      } finally {
        permit.release();
      }
    }
    return step(known);
  }

  /** Waits for a limited time only: after that, a slow exchange would leave no time for this search. */
  async #lockDomain(): Promise<Permit> {
    const { domainLocks, clock } = this.#dependencies;
    const { deadline, domain, share } = this.#task;
    const waiting = startDeadline(clock, this.#leftMs() * maxDomainWaitShare, deadline.signal);
    try {
      return await domainLocks.acquire(domain, waiting.signal, share);
    } catch (error) {
      if (deadline.signal.aborted || !waiting.passed) throw error;
      return { release: () => {} };
    } finally {
      waiting.clear();
    }
  }

  async #probeCandidates(
    known: DomainPatterns,
    shouldGiveWay: (next: Candidate) => boolean = () => false,
  ): Promise<Finding> {
    const { name } = this.#task;
    const limit = maxProbes;
    const worth = new Set(candidatesToProbe(name, known, { limit }));
    const worthProbing = new Set([...worth].map(({ localPart }) => localPart));
    const others = candidates(name, known, { limit }).filter(({ localPart }) => !worthProbing.has(localPart));
    for (const candidate of [...worth, ...others]) {
      if (this.#probed.has(candidate.localPart)) continue;
      // An acceptance proves nothing until the domain has refused a recipient.
      const isWorthProbing = worth.has(candidate) || this.#accepted !== undefined;
      if (!isWorthProbing || this.#probed.size === maxProbes) break;
      this.#gaveWay = shouldGiveWay(candidate);
      if (this.#gaveWay) break;
      const finding = await this.#probe(candidate, known);
      if (finding !== undefined) return finding;
    }
    return this.#conclude();
  }

  /** Probes one candidate. Returns a finding if the answer ends the search. */
  async #probe({ localPart }: Candidate, known: DomainPatterns): Promise<Finding | undefined> {
    const { domain, deadline } = this.#task;
    this.#probed.add(localPart);
    const verification = await this.#dependencies.verify(`${localPart}@${domain}`, this.#limits());
    deadline.signal.throwIfAborted();
    this.#servedAt = steadyNow(this.#dependencies.clock);
    if (verification.is_domain_catch_all === false) this.#selective = true;
    const end = this.#record(localPart, verification);
    if (end !== undefined || this.#accepted === undefined || !this.#selective) return end;
    return this.#prove(this.#accepted, known);
  }

  /**
   * Returns the finding of an address that was accepted. Undefined if it was found for somebody else before: the other
   * candidates are probed as well, because one that nobody has would be a better find.
   */
  async #prove(
    { localPart, verification }: { localPart: string; verification: Readonly<EmailVerification> },
    known: DomainPatterns,
  ): Promise<Finding | undefined> {
    const { name } = this.#task;
    const answers = { accepted: localPart, refused: this.#refused };
    const { isAnothers } = await this.#learn(localPart);
    if (!isAnothers) return found(verification, findChance(name, known, answers));
    this.#accepted = undefined;
    const chance = chanceAgainstOwner(name, known, answers);
    this.#anothers ??= { verification, chance };
    return undefined;
  }

  #record(localPart: string, verification: Readonly<EmailVerification>): Finding | undefined {
    const { substatus, explanation, is_domain_catch_all: isCatchAll } = verification;
    switch (substatus) {
      case 'deliverable':
        this.#accepted ??= { localPart, verification };
        return undefined;
      case 'mailbox_not_found':
        this.#refused.push(localPart);
        return undefined;
      // The person may have another address, or this one is not a person's: neither says anything about the pattern.
      case 'mailbox_disabled':
      case 'role_account':
        return undefined;
      case 'greylisted':
        // The other candidates are probed as well, so that their greylisting delay begins.
        this.#greylisted = true;
        return undefined;
      case 'mailbox_full':
        return noAddress(lookupExplanations.mailboxFull);
      case 'catch_all':
        // What only a backup accepts may still be refused.
        return noAddress(isCatchAll === true ? lookupExplanations.catchAll : explanation);
      case 'disposable':
      case 'unverifiable':
      case 'invalid_syntax':
      case 'no_mx_records':
        return noAddress(explanation);
      case 'timeout':
      case 'mail_server_unavailable':
      case 'blocked':
      case 'dns_error':
      case 'temporary_failure':
      case 'unexpected_response':
      case 'smtputf8_unsupported':
      case 'not_asked':
        return noAddressForNow(explanation);
    }
  }

  /** Ends a search without a proven address. */
  async #conclude(): Promise<Finding> {
    if (this.#greylisted) return putOff;
    if (this.#anothers !== undefined)
      return foundAnothers(this.#anothers.verification, this.#anothers.chance);
    if (this.#accepted !== undefined) return noAddressForNow(lookupExplanations.unproven);
    await this.#learn(undefined);
    return nobodyFound;
  }

  async #learn(accepted: string | undefined): Promise<LearnedOutcome> {
    const { domain, name } = this.#task;
    const refused = this.#refused;
    if (accepted === undefined && refused.length === 0) return { isAnothers: false };
    const outcome = accepted === undefined ? { refused } : { accepted, refused };
    const learned = await this.#dependencies.knowledge.learn(domain, name, outcome);
    if (!learned.isAnothers) this.#refused = [];
    return learned;
  }

  #limits(): { timeoutMs: number; signal: AbortSignal; share: WorkShare } {
    const { deadline, share } = this.#task;
    return { timeoutMs: this.#leftMs() + timeoutSlackMs, signal: deadline.signal, share };
  }

  #leftMs(): number {
    return Math.max(1, this.#task.deadlineAt - steadyNow(this.#dependencies.clock));
  }
}
