import { keyOfParsed } from '../../address/address-key.ts';
import { parseMailbox } from '../../address/mailbox.ts';
import {
  checkNames,
  checkObject,
  checkOptionalString,
  checkOptions,
  checkString,
  namesOf,
} from '../../argument-checks.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tallies } from '../../ports/tallies.ts';
import type { EmailVerification } from '../../resources.ts';
import { textDigest } from '../../text-digest.ts';
import {
  isMailOutcome,
  type MailOutcome,
  nameOfOutcome,
  type OutcomeCount,
  outcomeCountsOf,
  parseOutcomeName,
} from './outcome-count.ts';
import { evidenceOf } from './verdict-evidence.ts';

/** What became of a recorded outcome. */
export type OutcomeRecord =
  /** It counts. */
  | 'counted'
  /** One of this address counts already, from the last 90 days. */
  | 'known'
  /** It says nothing of the confidence: the verdict was unknown or certain, or outcomes of the account do not count. */
  | 'ignored';

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
   * With `account`, on behalf of an account of strangers: counts only if the option `outcomesFrom` names it.
   *
   * Rejects with InvalidArgument if the stores have no tallies, and with StorageUnavailable; a repeat then counts it.
   */
  record(
    verdict: Readonly<EmailVerification>,
    outcome: MailOutcome,
    options?: { readonly account?: string },
  ): Promise<OutcomeRecord>;
  /** Returns all counts. */
  counts(): Promise<readonly OutcomeCount[]>;
  /** Forgets all counts. What was recorded before may be recorded again. */
  clear(): Promise<void>;
}

export interface OutcomesDependencies {
  readonly tallies: Tallies | undefined;
  readonly cache: Cache;
  readonly clock: Clock;
  /** Accounts whose outcomes count beside the operator's. */
  readonly accounts: readonly string[];
}

/** The tally in which outcomes are counted. */
export const outcomesTally = 'outcomes';

/** Room for some ten thousand counts. The kinds, providers and confidences that occur are some hundred. */
const maxBytes = 1_048_576;
const rememberedMs = 90 * 86_400_000;
const clearedKey = 'outcomes-cleared';
const mostTries = 5;

const recordNames = namesOf<NonNullable<Parameters<Outcomes['record']>[2]>>({ account: true });

const ranks: Readonly<Record<MailOutcome, number>> = { delivered: 0, complained: 1, bounced: 2 };

/** What is remembered of an address: under which name it counts, since when. */
interface Mark {
  readonly at: number;
  readonly name: string;
}

interface CountedMark {
  readonly name: string;
  readonly outcome: MailOutcome;
}

/** Records outcomes in the stores. That an address counts already is a mark of their tally, by a short digest. */
export class RecordedOutcomes implements Outcomes {
  readonly #dependencies: OutcomesDependencies;

  constructor(dependencies: OutcomesDependencies) {
    this.#dependencies = dependencies;
  }

  async record(
    verdict: Readonly<EmailVerification>,
    outcome: MailOutcome,
    options: { readonly account?: string } = {},
  ): Promise<OutcomeRecord> {
    checkVerdict(verdict);
    if (!isMailOutcome(outcome))
      throw new InvalidArgument('outcome', "outcome must be 'delivered', 'bounced' or 'complained'.");
    checkOptions(options, "{ account: 'acme' }.");
    checkNames(options, recordNames);
    checkOptionalString('account', options.account, 'Leave it out for outcomes of your own.');
    const tallies = this.#tallies();
    const { account } = options;
    if (account !== undefined && !this.#dependencies.accounts.includes(account)) return 'ignored';
    const { confidence } = verdict;
    const evidence = evidenceOf(verdict);
    if (evidence === undefined || confidence === null) return 'ignored';
    const { kind, provider } = evidence;
    const name = nameOfOutcome({ evidence: kind, provider, confidence, outcome });
    return this.#count(tallies, { key: markKeyOf(verdict.email), name, outcome });
  }

  async counts(): Promise<readonly OutcomeCount[]> {
    return outcomeCountsOf(await this.#tallies().read(outcomesTally));
  }

  async clear(): Promise<void> {
    const { cache, clock } = this.#dependencies;
    const now = clock.now();
    await cache.set(clearedKey, { value: String(now), expiresAt: now + rememberedMs });
    await this.#tallies().clear(outcomesTally);
  }

  /** Removes what is remembered of an address: its outcome stays counted. */
  async forget(email: string): Promise<void> {
    await this.#dependencies.tallies?.removeMark(outcomesTally, markKeyOf(email));
  }

  async #count(
    tallies: Tallies,
    { key, name, outcome }: { readonly key: string; readonly name: string; readonly outcome: MailOutcome },
  ): Promise<OutcomeRecord> {
    const now = this.#dependencies.clock.now();
    const mark: Mark = { at: now, name };
    const [value, expiresAt] = [JSON.stringify(mark), now + rememberedMs];
    for (let tries = 0; tries < mostTries; tries += 1) {
      const expected = await tallies.readMark(outcomesTally, key);
      const before = expected === undefined ? undefined : await this.#countedUnder(expected);
      if (before !== undefined && ranks[before.outcome] >= ranks[outcome]) return 'known';
      const moved = before === undefined ? [] : [{ name: before.name, by: -1 }];
      const isCounted = await tallies.addMarked(outcomesTally, [...moved, { name, by: 1 }], {
        maxBytes,
        mark: { key, expected, value, expiresAt },
      });
      if (isCounted) return 'counted';
    }
    return 'known';
  }

  /** Returns what an address counts as; undefined if that was cleared since. */
  async #countedUnder(text: string): Promise<CountedMark | undefined> {
    const { name, at } = JSON.parse(text) as Mark;
    const counted = parseOutcomeName(name);
    const cleared = await this.#dependencies.cache.get(clearedKey);
    if (counted === undefined || (cleared !== undefined && at <= Number(cleared.value))) return undefined;
    return { name, outcome: counted.outcome };
  }

  #tallies(): Tallies {
    const { tallies } = this.#dependencies;
    if (tallies !== undefined) return tallies;
    throw new InvalidArgument(
      'outcomes',
      'These stores cannot count outcomes: they lack the port tallies. Add it, as in memoryStores().',
    );
  }
}

/** Only a digest of the address, which many addresses share. */
function markKeyOf(email: string): string {
  return textDigest(keyOfParsed(parseMailbox(email)));
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
