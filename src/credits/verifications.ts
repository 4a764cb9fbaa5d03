import { keyOfParsed } from '../address/address-key.ts';
import { type ParsedMailbox, parseMailbox } from '../address/mailbox.ts';
import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Leases } from '../ports/leases.ts';
import type { EmailVerification, VerificationLevel } from '../resources.ts';
import type { Verifier } from '../verdict/verifier.ts';
import type { Charges } from './charges.ts';
import { ResultCache } from './result-cache.ts';
import { SharedWork, type WorkRequest } from './shared-work.ts';
import type { UnpublishedResults } from './unpublished-results.ts';

export interface VerificationRequest {
  readonly email: string;
  readonly timeoutMs: number;
  /** An unknown worked out with less patience than this is not reused. Default `timeoutMs`. */
  readonly reusePatienceMs?: number;
  /** Called only when there is something to wait for: hosts create the signal on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** On whose behalf the work is done. */
  readonly share: WorkShare;
  /** Pays for a fresh verdict. Undefined: nothing is charged. */
  readonly account: string | undefined;
  /** The API key that asked, for the journal. */
  readonly keyId?: string | undefined;
  /** Keeps a fresh verdict from others until it is published: its caller pays for something else. */
  readonly unpublished?: UnpublishedResults | undefined;
  /** Whether to share the work with the other processes of the store too, which costs a call of the store. */
  readonly acrossProcesses: boolean;
}

/** `fresh`: worked out for this caller, and charged to its account if there is one. */
export interface Verification {
  /** Frozen, because other callers may have the same object. */
  readonly verdict: Readonly<EmailVerification>;
  readonly fresh: boolean;
}

/** What an input is called in verdicts, and the key under which its verdict is shared. */
interface InputIdentity {
  readonly parsed: ParsedMailbox;
  readonly email: string;
  readonly key: string;
  /** Follows the explanation of the verdict: what was removed from the input. */
  readonly note?: string;
}

interface VerificationWork extends WorkRequest {
  readonly parsed: ParsedMailbox;
}

/** Longer inputs are no addresses, and not worth an entry in a cache. */
const maxKeyLength = 320;
const maxEntriesInProcess = 10_000;

/** Verifications of single addresses: cached, shared with callers who ask at the same time, or fresh and charged. */
export class Verifications {
  readonly #verifier: Pick<Verifier, 'verify'>;
  readonly #level: VerificationLevel;
  /** What DNS answers is kept by its time to live, in memory. What costs nothing is not to fill a store. */
  readonly #needsNoStore: boolean;
  readonly #cache: ResultCache<EmailVerification>;
  readonly #sharedWork: SharedWork<VerificationWork, EmailVerification>;
  /** Of inputs that were answered from memory: parsing takes most of the time of such an answer. */
  readonly #identities: BoundedMap<string, InputIdentity> = boundedMap(maxEntriesInProcess);

  constructor(dependencies: {
    verifier: Pick<Verifier, 'verify' | 'timeoutVerdict'>;
    cache: Cache;
    charges: Charges;
    leases: Pick<Leases, 'acquire'>;
    clock: Clock;
    /** What a fresh verdict costs, in milli-credits. */
    price: number;
    /** Whether this account, if any, may have work that nobody pays for. Default always. */
    mayWorkUnpaid?: (account: string | undefined) => Promise<boolean>;
    /** The egresses of this process, by their names. Default none. */
    egresses?: readonly string[];
    /** How far they go. Default `smtp`. Verdicts of one level are never those of another. */
    level?: VerificationLevel;
  }) {
    const { verifier, clock, charges, leases, price, level = 'smtp' } = dependencies;
    this.#verifier = verifier;
    this.#level = level;
    this.#needsNoStore = level !== 'smtp' && price === 0;
    this.#cache = new ResultCache({
      cache: dependencies.cache,
      clock,
      keyPrefix: level === 'smtp' ? 'verification' : `verification-${level}`,
      field: 'verdict',
      isConclusive: (verdict) => isConclusiveVerdict(verdict),
      egresses: dependencies.egresses ?? [],
      isOfEgresses: ({ substatus }) => substatus === 'blocked',
      addressKeyOf: (_, key) => key,
      captureHold: (holdId) => charges.captureHold(holdId),
      maxKeyLength,
      maxPeekEntries: maxEntriesInProcess,
    });
    this.#sharedWork = new SharedWork({
      cache: this.#cache,
      charges,
      leases,
      clock,
      price,
      chargeKind: level === 'smtp' ? 'verification' : `${level}_verification`,
      work: ({ parsed, share }, { timeoutMs, signal, deadline }) =>
        verifier.verify(parsed, { timeoutMs, share, level, signal, deadline }),
      mayWorkUnpaid: dependencies.mayWorkUnpaid ?? (async () => true),
      timeoutResult: ({ parsed }) => verifier.timeoutVerdict(parsed, level),
    });
  }

  /** Rejects, uncharged, with ServiceUnavailable, InsufficientCredits, StorageUnavailable or the signal's reason. */
  async verify(request: VerificationRequest): Promise<Verification> {
    const known = this.#identities.get(request.email);
    const identity = known ?? identify(request.email);
    const { parsed, key } = identity;
    if (this.#needsNoStore) {
      const { timeoutMs, share } = request;
      const options = { timeoutMs, share, level: this.#level, signal: request.signal() };
      const verdict = await this.#verifier.verify(parsed, options);
      return { verdict: asAsked(identity, verdict), fresh: true };
    }
    const cached = this.#cache.peek(key);
    if (cached !== undefined) {
      if (known === undefined) this.#remember(request.email, identity);
      return { verdict: asAsked(identity, cached), fresh: false };
    }
    const { timeoutMs, reusePatienceMs = timeoutMs } = request;
    // Copying the request with a spread would cost more than the rest of this method.
    const { signal, share, account, keyId, unpublished, acrossProcesses } = request;
    const { result, fresh } = await this.#sharedWork.resultFor({
      parsed,
      key,
      timeoutMs,
      reusePatienceMs,
      signal,
      share,
      account,
      keyId,
      unpublished,
      acrossProcesses,
    });
    return { verdict: asAsked(identity, result), fresh };
  }

  /** Resolves when nothing of the requests is under way any more. To be called when they have settled. */
  close(): Promise<void> {
    return this.#sharedWork.close();
  }

  /** Removes the cached verdict on an address, and what this process remembers of it. Returns how many verdicts. */
  async forget(email: string): Promise<number> {
    const { key } = identify(email);
    for (const [input, identity] of this.#identities.entries())
      if (identity.key === key) this.#identities.delete(input);
    return this.#cache.forget(key);
  }

  #remember(input: string, identity: InputIdentity): void {
    if (input.length <= maxKeyLength) this.#identities.set(input, identity);
  }
}

/** Tells whether another attempt at the same level would find no more. */
export function isConclusiveVerdict({
  status,
  substatus,
}: Pick<EmailVerification, 'status' | 'substatus'>): boolean {
  return status !== 'unknown' || substatus === 'not_asked';
}

function identify(input: string): InputIdentity {
  const parsed = parseMailbox(input);
  const email = parsed.kind === 'mailbox' ? parsed.mailbox.original : parsed.input;
  // White space of ASCII is not worth a word.
  const isCleaned =
    parsed.kind === 'mailbox' && email !== input && /[^\0-\x7F]/.test(input.replace(email, ''));
  return { parsed, email, key: keyOfParsed(parsed), ...(isCleaned && { note: cleanedNote }) };
}

const cleanedNote = 'Invisible characters or quotation marks around the address were ignored.';

/** Returns the verdict for the spelling of one caller: what is cached is for all spellings. */
function asAsked(
  { email, note }: InputIdentity,
  verdict: Readonly<EmailVerification>,
): Readonly<EmailVerification> {
  if (note !== undefined)
    return Object.freeze({ ...verdict, email, explanation: `${verdict.explanation} ${note}` });
  return Object.freeze(verdict.email === email ? verdict : { ...verdict, email });
}
