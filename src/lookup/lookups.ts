import { addressKey } from '../address/address-key.ts';
import { parseMailbox } from '../address/mailbox.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { shareOfRequests, type WorkShare } from '../concurrency/work-share.ts';
import type { Charges } from '../credits/charges.ts';
import { ResultCache } from '../credits/result-cache.ts';
import { SharedWork, type WorkRequest } from '../credits/shared-work.ts';
import { UnpublishedResults } from '../credits/unpublished-results.ts';
import { isConclusiveVerdict } from '../credits/verifications.ts';
import type { Cache } from '../ports/cache.ts';
import type { Leases } from '../ports/leases.ts';
import type { EmailLookup, LookupRow } from '../resources.ts';
import { DomainKnowledge } from './domain-knowledge.ts';
import { type Finding, isConclusive } from './finding.ts';
import { bulkResult, singleResult } from './lookup-result.ts';
import { rowKey } from './row.ts';
import { type SearchDependencies, search } from './search.ts';

/** A single lookup. */
export interface LookupRequest {
  readonly row: LookupRow;
  readonly timeoutMs: number;
  /** Called only when there is something to wait for: hosts create the signal on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** The account that pays for a fresh result. If undefined, nothing is charged. */
  readonly account: string | undefined;
  /** The API key that asked, for the journal. */
  readonly keyId?: string | undefined;
  /** On whose behalf people are looked up. Default: the single requests of `account`. */
  readonly share?: WorkShare;
}

/** A result. `fresh`: produced by new work for this caller, and charged to its account if it has one. */
export interface Lookup {
  readonly result: EmailLookup;
  readonly fresh: boolean;
}

export interface LookupAttemptOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** On whose behalf the attempt is made. */
  readonly share: WorkShare;
  /** What the row was charged up front, in milli-credits. Default the price of a fresh lookup. */
  readonly milliCredits?: number;
  /** Keeps what is found out from others until it is published. Default: it is shared at once. */
  readonly unpublished?: UnpublishedResults;
}

/** The outcome of one attempt. `conclusive`: another attempt would give the same result. */
export interface LookupAttempt extends Lookup {
  readonly conclusive: boolean;
}

export interface LookupsDependencies extends Pick<SearchDependencies, 'clock' | 'verifier'> {
  /** Verifies a candidate, as `SearchDependencies` says. Keeps its verdict from other callers if told to. */
  readonly verify: (
    email: string,
    options: Parameters<SearchDependencies['verify']>[1] & { unpublished: UnpublishedResults | undefined },
  ) => ReturnType<SearchDependencies['verify']>;
  readonly cache: Cache;
  readonly charges: Charges;
  readonly leases: Pick<Leases, 'acquire'>;
  /** What a fresh result costs, in milli-credits. */
  readonly price: number;
}

interface LookupWork extends WorkRequest {
  readonly row: LookupRow;
  /** Keeps the verdicts on the candidates until the lookup is charged. Undefined if they need not be kept. */
  readonly candidates: UnpublishedResults | undefined;
}

/** Lookups of single people: cached, shared with callers who ask at the same time, or fresh and charged. */
export class Lookups {
  readonly #sharedWork: SharedWork<LookupWork, Finding>;
  readonly #cache: ResultCache<Finding>;
  readonly #knowledge: DomainKnowledge;
  readonly #price: number;

  constructor(dependencies: LookupsDependencies) {
    const { clock, cache, charges, leases, price } = dependencies;
    const knowledge = new DomainKnowledge(cache, clock);
    const searchDependencies: Omit<SearchDependencies, 'verify'> = {
      ...dependencies,
      knowledge,
      domainLocks: new KeyedMutex(),
    };
    this.#price = price;
    this.#knowledge = knowledge;
    this.#cache = new ResultCache({
      cache,
      clock,
      keyPrefix: 'lookup',
      field: 'finding',
      isConclusive,
      addressKeyOf: (finding) =>
        finding.kind === 'found' ? addressKey(finding.verification.email) : undefined,
      captureHold: (holdId) => charges.captureHold(holdId),
    });
    this.#sharedWork = new SharedWork({
      cache: this.#cache,
      charges,
      leases,
      clock,
      price,
      chargeKind: 'lookup',
      work: ({ row, share, candidates }, { timeoutMs, signal }) =>
        search(
          row,
          { timeoutMs, signal, share },
          {
            ...searchDependencies,
            verify: async (email, wait) => {
              const unpublished = candidates && new UnpublishedResults();
              const verdict = await dependencies.verify(email, { ...wait, unpublished });
              // Nobody has asked for an unknown, and a patient caller may know more by then.
              if (isConclusiveVerdict(verdict)) candidates?.add(async () => unpublished?.publishAll());
              return verdict;
            },
          },
        ),
      mayWorkUnpaid: async () => true,
      timeoutResult: () => ({ kind: 'out-of-time' }),
    });
  }

  /**
   * Answers a single lookup. Every fresh result is charged, a timeout too (service document, "Credit costs").
   * Rejects, uncharged, with ServiceUnavailable, InsufficientCredits, StorageUnavailable or the signal's reason.
   */
  async lookup(request: LookupRequest): Promise<Lookup> {
    const { row, timeoutMs, signal, account, keyId, share = shareOfRequests(account) } = request;
    const candidates = account === undefined ? undefined : new UnpublishedResults();
    const { result: finding, fresh } = await this.#sharedWork.resultFor({
      row,
      key: rowKey(row),
      timeoutMs,
      reusePatienceMs: timeoutMs,
      signal,
      share,
      account,
      keyId,
      candidates,
      acrossProcesses: true,
    });
    // Without a charge, time was up, or another caller's finding is the answer.
    if (fresh) await candidates?.publishAll();
    const milliCredits = fresh && account !== undefined ? this.#price : 0;
    return { result: singleResult(row, finding, milliCredits), fresh };
  }

  /** Resolves when nothing of the requests is under way any more. To be called when they have settled. */
  close(): Promise<void> {
    return this.#sharedWork.close();
  }

  /** Removes the cached lookups that found an address, and its digest at its domain. Returns how many lookups. */
  async forget(email: string): Promise<number> {
    const parsed = parseMailbox(email);
    if (parsed.kind !== 'mailbox') return 0;
    const { domain, localPart, key } = parsed.mailbox;
    await this.#knowledge.forget(domain, localPart);
    return this.#cache.forget(key);
  }

  /**
   * Makes one attempt at a row of a bulk lookup, which was charged up front. Inconclusive results of the cache are not
   * reused, because the row needs a new attempt.
   */
  async attempt(
    row: LookupRow,
    { timeoutMs, signal, share, milliCredits = this.#price, unpublished }: LookupAttemptOptions,
  ): Promise<LookupAttempt> {
    const { result: finding, fresh } = await this.#sharedWork.resultFor({
      row,
      key: rowKey(row),
      timeoutMs,
      reusePatienceMs: Number.POSITIVE_INFINITY,
      signal: () => signal,
      share,
      account: undefined,
      unpublished,
      candidates: unpublished,
      acrossProcesses: false,
    });
    return { result: bulkResult(row, finding, milliCredits), conclusive: isConclusive(finding), fresh };
  }
}
