import { type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { Permit } from '../concurrency/semaphore.ts';
import type { Clock } from '../ports.ts';
import type { EmailVerification, LookupRow } from '../resources.ts';
import { explanations } from '../verdict/explanations.ts';
import type { Verifier } from '../verdict/verifier.ts';
import { type Candidate, candidates } from './candidates.ts';
import type { DomainKnowledge } from './domain-knowledge.ts';
import type { DomainPatterns } from './domain-patterns.ts';
import { findingFromDomain } from './examined-domain.ts';
import { lookupExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import type { PersonName } from './names/person-name.ts';
import { searchSubjectOf } from './search-subject.ts';
import { candidatesWorthAsking, type StoppingOptions } from './stopping.ts';

/** Shared by all searches. */
export interface SearchDependencies {
  readonly clock: Clock;
  readonly verifier: Pick<Verifier, 'examineDomain'>;
  /** One address, nothing charged. Answers of the last 24 hours are reused, but for unknowns. */
  readonly verify: (
    email: string,
    wait: { timeoutMs: number; signal: AbortSignal },
  ) => Promise<Readonly<EmailVerification>>;
  readonly knowledge: Pick<DomainKnowledge, 'recall' | 'learn'>;
  readonly domainLocks: KeyedMutex;
  readonly stoppingOptions?: StoppingOptions;
}

/** Asked about one person at the most. */
const mostQuestions = 10;

/** Of the time left, so much may be spent on waiting for others at the domain. */
const waitingShare = 1 / 3;

/** The search's own deadline ends a question, so that it is known which of the two it was. */
const slackMs = 1_000;

/**
 * Looks for the address of a person at a domain: the catch-all probe first, then the likeliest addresses one by one, until
 * one is accepted or the chance that is left is not worth a question. Rejects with ServiceUnavailable where the
 * fault is ours, with the signal's reason, or where the store fails.
 */
export async function search(
  row: LookupRow,
  wait: { timeoutMs: number; signal?: AbortSignal | undefined },
  dependencies: SearchDependencies,
): Promise<Finding> {
  const subject = searchSubjectOf(row);
  if (subject.kind === 'nobody')
    return { kind: 'not-found', explanation: subject.explanation, settled: true };
  const deadline = startDeadline(dependencies.clock, wait.timeoutMs, wait.signal);
  const deadlineAt = dependencies.clock.now() + wait.timeoutMs;
  try {
    return await new Search({ ...subject, deadline, deadlineAt }, dependencies).run();
  } catch (error) {
    if (error instanceof DeadlineExceeded && deadline.passed) return { kind: 'out-of-time' };
    throw error;
  } finally {
    deadline.clear();
  }
}

interface Task {
  readonly name: PersonName;
  readonly domain: string;
  readonly deadline: Deadline;
  readonly deadlineAt: number;
}

/** One search, and what it has come to know. */
class Search {
  readonly #task: Task;
  readonly #dependencies: SearchDependencies;
  readonly #asked = new Set<string>();
  /** Refused, and not yet told to `knowledge`. */
  #refused: string[] = [];
  #accepted: { localPart: string; verification: Readonly<EmailVerification> } | undefined;
  /** True once the domain was seen to refuse somebody, so that an acceptance proves a mailbox. */
  #selective = false;
  #putOff = false;

  constructor(task: Task, dependencies: SearchDependencies) {
    this.#task = task;
    this.#dependencies = dependencies;
  }

  async run(): Promise<Finding> {
    const examined = await this.#dependencies.verifier.examineDomain(this.#task.domain, this.#wait());
    const end = findingFromDomain(examined);
    if (end !== undefined) return end;
    this.#selective = examined.kind === 'selective';
    const first = await this.#inTurn((known) => this.#ask(known));
    if (first.kind !== 'not-found' || !first.settled) return first;
    // One of those who wait behind may be found, and show what else is worth asking.
    return this.#inTurn(async (known) => (isConfirmed(known) ? this.#ask(known) : first));
  }

  /**
   * Until somebody was found at the domain, those who look for people there go one after the other, so that the
   * first find saves questions to all the others; afterwards all at once.
   */
  async #inTurn(step: (known: DomainPatterns) => Promise<Finding>): Promise<Finding> {
    const { knowledge } = this.#dependencies;
    const { domain } = this.#task;
    let known = await knowledge.recall(domain);
    if (!isConfirmed(known)) {
      const permit = await this.#waitForDomain();
      try {
        known = await knowledge.recall(domain);
        if (!isConfirmed(known)) return await step(known);
      } finally {
        permit.release();
      }
    }
    return step(known);
  }

  /** Not for ever: a slow exchange must not cost the last in the line their chance. */
  async #waitForDomain(): Promise<Permit> {
    const { domainLocks, clock } = this.#dependencies;
    const { deadline, domain } = this.#task;
    const waiting = startDeadline(clock, this.#leftMs() * waitingShare, deadline.signal);
    try {
      return await domainLocks.acquire(domain, waiting.signal);
    } catch (error) {
      if (deadline.signal.aborted || !waiting.passed) throw error;
      return { release: () => {} };
    } finally {
      waiting.clear();
    }
  }

  async #ask(known: DomainPatterns): Promise<Finding> {
    const ordered = candidates(this.#task.name, known, { limit: mostQuestions });
    const worth = new Set(candidatesWorthAsking(ordered, known, this.#dependencies.stoppingOptions));
    for (const candidate of ordered) {
      if (this.#asked.has(candidate.localPart)) continue;
      // An acceptance is worth nothing until the domain has refused somebody.
      const wanted = worth.has(candidate) || this.#accepted !== undefined;
      if (!wanted || this.#asked.size === mostQuestions) break;
      const end = await this.#askAbout(candidate);
      if (end !== undefined) return end;
    }
    return this.#exhausted();
  }

  /** The end of the search, if the answer is that. */
  async #askAbout({ localPart }: Candidate): Promise<Finding | undefined> {
    const { domain, deadline } = this.#task;
    this.#asked.add(localPart);
    const verification = await this.#dependencies.verify(`${localPart}@${domain}`, this.#wait());
    deadline.signal.throwIfAborted();
    if (verification.is_domain_catch_all === false) this.#selective = true;
    const end = this.#note(localPart, verification);
    if (end !== undefined || this.#accepted === undefined || !this.#selective) return end;
    await this.#learn(this.#accepted.localPart);
    return found(this.#accepted.verification);
  }

  #note(localPart: string, verification: Readonly<EmailVerification>): Finding | undefined {
    const { substatus, explanation } = verification;
    switch (substatus) {
      case 'deliverable':
        this.#accepted ??= { localPart, verification };
        return undefined;
      case 'mailbox_not_found':
        this.#refused.push(localPart);
        return undefined;
      // The person may have another one, or the address is not a person's: neither says anything of the pattern.
      case 'mailbox_disabled':
      case 'role_account':
        return undefined;
      case 'greylisted':
        // Those still to be asked get their waiting over with, too.
        this.#putOff = true;
        return undefined;
      case 'mailbox_full':
        return notFound(lookupExplanations.mailboxFull);
      case 'catch_all':
        return notFound(lookupExplanations.catchAll);
      case 'disposable':
      case 'unverifiable':
      case 'invalid_syntax':
      case 'no_mx_records':
        return notFound(explanation);
      case 'timeout':
      case 'mail_server_unavailable':
      case 'blocked':
      case 'dns_error':
      case 'temporary_failure':
      case 'unexpected_response':
      case 'smtputf8_unsupported':
        return { kind: 'not-found', explanation, settled: false };
    }
  }

  /** Nothing more is worth asking. */
  async #exhausted(): Promise<Finding> {
    if (this.#putOff) return { kind: 'not-found', explanation: explanations.greylisted, settled: false };
    if (this.#accepted !== undefined) {
      return { kind: 'not-found', explanation: lookupExplanations.unproven, settled: false };
    }
    await this.#learn(undefined);
    return notFound(lookupExplanations.noneExists);
  }

  async #learn(accepted: string | undefined): Promise<void> {
    const refused = this.#refused;
    this.#refused = [];
    if (accepted === undefined && refused.length === 0) return;
    const outcome = accepted === undefined ? { refused } : { accepted, refused };
    await this.#dependencies.knowledge.learn(this.#task.domain, this.#task.name, outcome);
  }

  #wait(): { timeoutMs: number; signal: AbortSignal } {
    return { timeoutMs: this.#leftMs() + slackMs, signal: this.#task.deadline.signal };
  }

  #leftMs(): number {
    return Math.max(1, this.#task.deadlineAt - this.#dependencies.clock.now());
  }
}

function isConfirmed({ confirmed }: DomainPatterns): boolean {
  return Object.keys(confirmed).length > 0;
}

/** The address may have been verified before it was known what the domain does with others. */
function found(verification: Readonly<EmailVerification>): Finding {
  const { deliverable } = explanations;
  return {
    kind: 'found',
    verification: { ...verification, explanation: deliverable, is_domain_catch_all: false },
  };
}

function notFound(explanation: string): Finding {
  return { kind: 'not-found', explanation, settled: true };
}
