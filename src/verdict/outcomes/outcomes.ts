import { keyOfParsed } from '../../address/address-key.ts';
import { isFree } from '../../address/domain-facts.ts';
import { parseMailbox } from '../../address/mailbox.ts';
import {
  checkNames,
  checkObject,
  checkOptionalString,
  checkOptions,
  checkString,
  namesOf,
} from '../../argument-checks.ts';
import type { Counters } from '../../counters/counters.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmailVerification } from '../../resources.ts';
import { textDigest } from '../../text-digest.ts';
import type { ConfidenceLearner } from './confidence-learner.ts';
import {
  isConfidence,
  isMailOutcome,
  type MailOutcome,
  nameOfOutcome,
  type OutcomeCount,
  outcomeCountsOf,
  parseOutcomeName,
} from './outcome-count.ts';
import {
  beginOutcomesCounter,
  currentOutcomesCounter,
  outcomeClearings,
  outcomesCounterAfter,
} from './outcome-counter.ts';
import { evidenceOf } from './verdict-evidence.ts';

/** What became of a recorded outcome. */
export type OutcomeRecord =
  /** It counts. */
  | 'counted'
  /** It counts instead of one of another address of its domain. */
  | 'replaced'
  /** One of this address counts already, from the last 90 days. */
  | 'known'
  /** Others of its domain stand for it: of a domain that is no free provider's, at most ten addresses count in 90 days. */
  | 'represented'
  /**
   * It says nothing of the confidence: the verdict was unknown or certain, a release with other numbers has given it, or outcomes of
   * the account do not count.
   */
  | 'ignored';

/** Options of `record`. */
export interface OutcomeOptions {
  /** When the verdict was given, in milliseconds since the epoch. */
  readonly verifiedAt?: number | undefined;
  /** Whose outcome it is, if not the operator's own. */
  readonly account?: string | undefined;
}

/** What became of mail to verified addresses. Stored are counts by kind of evidence, and no addresses. */
export interface Outcomes {
  /**
   * Counts what became of mail to a verified address. The verdict may be of any age, from HTTP, or read from a CSV file:
   * what was found out is read from its fields.
   *
   * An address counts once in 90 days, however often and in whatever order its outcomes are recorded: as bounced rather than
   * complained, and as complained rather than delivered. Record permanent failures about the mailbox alone as bounced, and
   * deliveries too: bounces alone would make every verdict look wrong.
   *
   * A domain counts as at most ten addresses, drawn at random but always the same, in whatever order they are recorded: what
   * becomes of mail to a company has causes in common. Those of free providers all count.
   *
   * `verifiedAt`: when the verdict was given, in milliseconds since the epoch, to within a week. What has been learned since then
   * may have changed what such verdicts say: with the time, the outcome is compared with what the tables had said of this
   * one. Without it, with what they have said of such verdicts lately.
   *
   * With `account`, on behalf of an account of strangers: counts only if the option `outcomesFrom` names it.
   *
   * Rejects with EngineClosed once `close()` was called, which waits for records
   * under way, and with StorageUnavailable. A repeat then counts it.
   */
  record(
    verdict: Readonly<EmailVerification>,
    outcome: MailOutcome,
    options?: OutcomeOptions,
  ): Promise<OutcomeRecord>;
  /** Returns all counts of verdicts by the numbers that this release has: those of others were corrected. */
  counts(): Promise<readonly OutcomeCount[]>;
  /** Forgets all counts. What was recorded before may be recorded again. */
  clear(): Promise<void>;
}

export interface OutcomesDependencies {
  readonly counters: Counters;
  readonly clock: Clock;
  /** Knows what the tables had said of a verdict before outcomes moved it. */
  readonly learner: Pick<ConfidenceLearner, 'unlearnedConfidence' | 'tables'>;
  /** Accounts whose outcomes count beside the operator's. */
  readonly accounts: readonly string[];
}

/** Room for some ten thousand counts. The kinds, providers and confidences that occur are some hundred. */
const maxBytes = 1_048_576;
const rememberedMs = 90 * 86_400_000;
/** Each failed try means that another address, or a worse outcome, has taken the place: of many at once, some ten do so. */
const mostTries = 100;
/** All that can have been made between two clean-ups, unless somebody clears again and again. */
const clearingsChecked = 5;

const recordNames = namesOf<OutcomeOptions>()('verifiedAt account');
/** The year 2000, before any verdict: a time in seconds is below it. */
const earliestVerdict = 946_684_800_000;

const ranks: Readonly<Record<MailOutcome, number>> = { delivered: 0, complained: 1, bounced: 2 };

/** Records outcomes in the stores. That an address counts already, and under which name, is a record of their counter. */
export class RecordedOutcomes implements Outcomes {
  readonly #dependencies: OutcomesDependencies;

  constructor(dependencies: OutcomesDependencies) {
    this.#dependencies = dependencies;
  }

  async record(
    verdict: Readonly<EmailVerification>,
    outcome: MailOutcome,
    options: OutcomeOptions = {},
  ): Promise<OutcomeRecord> {
    checkVerdict(verdict);
    if (!isMailOutcome(outcome))
      throw new InvalidArgument('outcome', "outcome must be 'delivered', 'bounced' or 'complained'.");
    checkOptions(options, "{ account: 'acme' }.");
    checkNames(options, recordNames);
    checkOptionalString('account', options.account, 'Leave it out for outcomes of your own.');
    const { account, verifiedAt } = options;
    checkVerifiedAt(verifiedAt);
    const { counters } = this.#dependencies;
    if (account !== undefined && !this.#dependencies.accounts.includes(account)) return 'ignored';
    const { confidence } = verdict;
    const evidence = evidenceOf(verdict);
    if (evidence === undefined || !isConfidence(confidence)) return 'ignored';
    const { learner } = this.#dependencies;
    const unlearnedConfidence = await learner.unlearnedConfidence(evidence, { confidence, verifiedAt });
    if (unlearnedConfidence === undefined) return 'ignored';
    const name = nameOfOutcome({
      evidence: evidence.kind.name,
      provider: evidence.provider,
      confidence,
      unlearnedConfidence,
      tables: learner.tables,
      outcome,
    });
    return this.#count(counters, { place: samplePlaceOf(verdict.email), name, outcome });
  }

  async counts(): Promise<readonly OutcomeCount[]> {
    const { counters } = this.#dependencies;
    const counts = await counters.read(await currentOutcomesCounter(counters));
    return outcomeCountsOf(counts, this.#dependencies.learner.tables);
  }

  async clear(): Promise<void> {
    const { counters } = this.#dependencies;
    const before = await currentOutcomesCounter(counters);
    await beginOutcomesCounter(counters);
    // Nothing reads it any more. If the process dies here, `removeOldCounters` does it.
    await counters.clear(before);
  }

  /** Removes the counts that the last clearings have left because their processes died. Rejects if the store fails. */
  async removeOldCounters(): Promise<void> {
    const { counters } = this.#dependencies;
    const clearings = await outcomeClearings(counters);
    for (let each = Math.max(0, clearings - clearingsChecked); each < clearings; each += 1)
      await counters.clear(outcomesCounterAfter(each));
  }

  /** Removes what is remembered of an address: its outcome stays counted. */
  async forget(email: string): Promise<void> {
    const { counters } = this.#dependencies;
    const clearings = await outcomeClearings(counters);
    const { key, rank } = samplePlaceOf(email);
    for (let each = 0; each <= clearings; each += 1) {
      const counter = outcomesCounterAfter(each);
      const record = parseRecord(await counters.readRecord(counter, key));
      if (record?.rank === rank) await counters.removeRecord(counter, key);
    }
  }

  async #count(
    counters: Counters,
    { place, name, outcome }: PlacedOutcome,
  ): Promise<Exclude<OutcomeRecord, 'ignored'>> {
    const { key, rank } = place;
    const expiresAt = this.#dependencies.clock.now() + rememberedMs;
    const counter = await currentOutcomesCounter(counters);
    for (let tries = 0; tries < mostTries; tries += 1) {
      const expected = await counters.readRecord(counter, key);
      const before = parseRecord(expected);
      if (before !== undefined && before.rank < rank) return 'represented';
      const isSameAddress = before?.rank === rank;
      if (before !== undefined && isSameAddress && ranks[before.outcome] >= ranks[outcome]) return 'known';
      const moved = before === undefined || before.name === name ? [] : [{ name: before.name, by: -1 }];
      const added = before?.name === name ? [] : [{ name, by: 1 }];
      const isCounted = await counters.addOnce(counter, [...moved, ...added], {
        maxBytes,
        record: { key, expected, value: formatRecord({ rank, name }), expiresAt },
      });
      if (isCounted) return before === undefined || isSameAddress ? 'counted' : 'replaced';
    }
    return 'known';
  }
}

interface PlacedOutcome {
  readonly place: SamplePlace;
  /** Under which it counts. */
  readonly name: string;
  readonly outcome: MailOutcome;
}

function formatRecord({ rank, name }: { readonly rank: number; readonly name: string }): string {
  return `${rank} ${name}`;
}

/** Returns undefined for no record, or one that this release has not written. */
function parseRecord(
  record: string | undefined,
): { readonly rank: number; readonly name: string; readonly outcome: MailOutcome } | undefined {
  const [, rank, name = ''] = /^(\d+) (.+)/s.exec(record ?? '') ?? [];
  const counted = parseOutcomeName(name);
  return counted && { rank: Number(rank), name, outcome: counted.outcome };
}

function checkVerifiedAt(verifiedAt: number | undefined): void {
  if (verifiedAt === undefined) return;
  if (Number.isFinite(verifiedAt) && verifiedAt >= earliestVerdict) return;
  throw new InvalidArgument(
    'verifiedAt',
    'verifiedAt must be when the verdict was given, in milliseconds since the epoch, as Date.now() returns them.',
  );
}

const textFields = ['email', 'status', 'substatus', 'explanation', 'email_provider'] as const;

function checkVerdict(verdict: unknown): void {
  const advice = 'Pass a verdict, as verify() returned it.';
  checkObject('verdict', verdict, advice);
  const fields = verdict as EmailVerification;
  for (const field of textFields) checkString(`verdict.${field}`, fields[field], advice);
  const { confidence } = fields;
  if (confidence === null || (Number.isInteger(confidence) && confidence >= 0 && confidence <= 100)) return;
  throw new InvalidArgument('verdict.confidence', `verdict.confidence must be 0 to 100, or null. ${advice}`);
}

/**
 * Addresses of a domain that count at most. What becomes of mail to one company has causes in common, such as a filter or a new name:
 * if all of its 500 addresses bounce, that is no 500 facts. Estimate: as if two outcomes of a domain had a correlation of 0.1, with
 * which no number of them says more than ten independent ones.
 */
const mostOfDomain = 10;
/** Of two addresses in one place, the same one always counts. Enough to tell those of a company apart, for the most part. */
const rankCount = 65_536;

/** Where the outcome of an address counts: each address of a free provider by itself, others in one of the places of their domain. */
interface SamplePlace {
  /** A pseudonym: of the domain and the place in it, or of the address. */
  readonly key: string;
  /**
   * Of all addresses in a place, the one with the lowest rank counts, whichever comes first: bounces are often reported before
   * deliveries, and would take all places.
   */
  readonly rank: number;
}

/** Returns where the outcome of an address counts, in any of its spellings. */
export function samplePlaceOf(email: string): SamplePlace {
  const address = keyOfParsed(parseMailbox(email));
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // The mailboxes of a free provider have nothing in common but the provider, which is learned of by itself.
  if (isFree(domain)) return { key: textDigest(address), rank: 0 };
  const drawn = Number.parseInt(textDigest(address), 36);
  const place = Math.floor(drawn / rankCount) % mostOfDomain;
  return { key: `${textDigest(domain)}-${place}`, rank: drawn % rankCount };
}
