import { delay } from '../../concurrency/deadline.ts';
import type { Counters } from '../../counters/counters.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConfidence } from './outcome-count.ts';

/** A confidence that was given to a verdict. */
export interface GivenConfidence {
  readonly evidence: string;
  readonly provider: string;
  /** What the verdict says. */
  readonly confidence: number;
  /** What the tables alone say. */
  readonly unlearnedConfidence: number;
}

type CountingCounters = Pick<Counters, 'add' | 'read' | 'clear'>;

/** Room for some fifteen hundred kinds, providers and confidences in a week. */
const maxBytes = 131_072;
/** What is counted is written at most this often. */
const writeEveryMs = 60_000;
/** Each change of a counter adds at most this much, and each call has at most so many changes. */
const mostAtOnce = 1_000_000;
const mostChanges = 500;
/** Different ones that wait to be written, while a store is out of reach. Others are not counted then. */
const mostUnwritten = 5_000;
/** Verdicts are remembered by week, for three months: by then, their outcomes are known. */
const weekMs = 7 * 86_400_000;
const weeks = 13;
/** Names the weeks that have counts, so that they are found when they are too old. */
const weeksCounter = 'given-confidence-weeks';
const maxBytesOfWeeks = 10_000;
/** So many of the newest verdicts tell what such verdicts are based on: what was learned since would blur it. */
const enough = 100;

/** What is known of the verdicts of a week that say the same. */
interface Sum {
  /** Those to which these tables gave their confidence; zero if only other tables did. */
  count: number;
  ofUnlearned: number;
}

/** What a given confidence is called: in counters, and among the sums. */
interface Texts {
  readonly name: string;
  readonly key: string;
}

/** What waits to be written. */
interface Unwritten {
  readonly week: number;
  readonly name: string;
  count: number;
}

/** What the tables had said of such verdicts, or that other tables have said it. */
export type Unlearned =
  | { readonly kind: 'known'; readonly confidence: number }
  | { readonly kind: 'other-tables' }
  | { readonly kind: 'none-given' };

/**
 * Remembers what the tables had said of the verdicts that were given a confidence, which no field of a verdict tells. Counted
 * are verdicts by evidence, provider, both confidences and the tables, without addresses.
 */
export class GivenConfidences {
  readonly #counters: CountingCounters;
  readonly #clock: Clock;
  readonly #tables: string;
  readonly #closing = new AbortController();
  /** By what verdicts say, then by week. */
  #sums = new Map<string, Map<number, Sum>>();
  /** By week and name. */
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #texts = new Map<string, Texts>();
  #writing: Promise<void> | undefined;
  /** The last week that this process has put down as one that has counts. */
  #notedWeek: number | undefined;

  /** `tables`: the digest of those that give the confidences. */
  constructor({
    counters,
    clock,
    tables,
  }: { readonly counters: CountingCounters; readonly clock: Clock; readonly tables: string }) {
    this.#counters = counters;
    this.#clock = clock;
    this.#tables = tables;
  }

  /**
   * Counts a verdict. Never throws, and is written later: if the store fails, with the next ones. What is left when the process
   * is closed while the store fails, or dies, is lost: those verdicts are taken for unlearned, or for others that say the same.
   */
  record(given: GivenConfidence): void {
    if (this.#closing.signal.aborted) return;
    const { name, key: sumKey } = this.#textsOf(given);
    const week = this.#weekOf(this.#clock.now());
    const key = `${week} ${name}`;
    const unwritten = this.#unwritten.get(key);
    if (unwritten === undefined && this.#unwritten.size >= mostUnwritten) return;
    addToSum(this.#sums, sumKey, { week, count: 1, unlearnedConfidence: given.unlearnedConfidence });
    if (unwritten === undefined) this.#unwritten.set(key, { week, name, count: 1 });
    else unwritten.count += 1;
    this.#writing ??= this.#writeLater().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Thousands of verdicts say the same: making these texts would take longer than to count them. */
  #textsOf(given: GivenConfidence): Texts {
    const { evidence, provider, confidence, unlearnedConfidence } = given;
    const id = `${evidence} ${confidence} ${unlearnedConfidence} ${provider}`;
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    if (this.#texts.size >= mostUnwritten) this.#texts.clear();
    const texts = { name: nameOf({ ...given, tables: this.#tables }), key: keyOf(given) };
    this.#texts.set(id, texts);
    return texts;
  }

  /**
   * Returns what the tables had said of such verdicts, on average: in the week of `verifiedAt`, or the nearest one that has some
   * (the earlier of two). Without that time, in the newest weeks that have a hundred of them.
   */
  unlearned(verdict: Omit<GivenConfidence, 'unlearnedConfidence'>, verifiedAt?: number): Unlearned {
    const byWeek = [...(this.#sums.get(keyOf(verdict)) ?? [])];
    if (byWeek.length === 0) return { kind: 'none-given' };
    const { count, ofUnlearned } =
      verifiedAt === undefined ? newestOf(byWeek) : nearestOf(byWeek, this.#weekOf(verifiedAt));
    return count > 0
      ? { kind: 'known', confidence: Math.round(ofUnlearned / count) }
      : { kind: 'other-tables' };
  }

  /** Reads what all processes have counted. Rejects if the store fails. */
  async read(): Promise<void> {
    const current = this.#weekOf(this.#clock.now());
    const remembered = Array.from({ length: weeks + 1 }, (_, index) => current - index);
    const counted = await Promise.all(
      remembered.map(async (week) => ({ week, counts: await this.#counters.read(counterOf(week)) })),
    );
    const sums = new Map<string, Map<number, Sum>>();
    for (const { week, counts } of counted)
      for (const { name, count } of counts) this.#addName(sums, { week, name, count });
    for (const unwritten of this.#unwritten.values()) this.#addName(sums, unwritten);
    this.#sums = sums;
  }

  /** Removes the counts of weeks that are remembered no longer, whichever process has written them. Rejects if the store fails. */
  async removeOldWeeks(): Promise<void> {
    const oldest = this.#weekOf(this.#clock.now()) - weeks;
    for (const { name, count } of await this.#counters.read(weeksCounter)) {
      if (Number(name) >= oldest) continue;
      await this.#counters.clear(counterOf(Number(name)));
      // Only now, so that a repeat finds the week if this process dies in between.
      const by = -Math.min(count, mostAtOnce);
      await this.#counters.add(weeksCounter, [{ name, by }], { maxBytes: maxBytesOfWeeks });
    }
  }

  /** Writes what was counted, in one try. Counts nothing from then on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  async #writeLater(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await delay(this.#clock, writeEveryMs, this.#closing.signal, { background: true }).catch(() => {});
      const isLast = this.#closing.signal.aborted;
      await this.#write().catch(() => {});
      if (isLast) return;
    }
  }

  async #write(): Promise<void> {
    const all = [...this.#unwritten.values()];
    for (const week of new Set(all.map((each) => each.week))) {
      await this.#noteWeek(week);
      const ofWeek = all.filter((each) => each.week === week);
      for (let from = 0; from < ofWeek.length; from += mostChanges)
        await this.#writeSome(week, ofWeek.slice(from, from + mostChanges));
    }
  }

  async #noteWeek(week: number): Promise<void> {
    if (this.#notedWeek === week) return;
    await this.#counters.add(weeksCounter, [{ name: String(week), by: 1 }], { maxBytes: maxBytesOfWeeks });
    this.#notedWeek = week;
  }

  async #writeSome(week: number, unwritten: readonly Unwritten[]): Promise<void> {
    const changes = unwritten.map(({ name, count }) => ({ name, by: Math.min(count, mostAtOnce) }));
    await this.#counters.add(counterOf(week), changes, { maxBytes });
    for (const { name, by } of changes) this.#removeWritten(`${week} ${name}`, by);
  }

  /** More may have been counted while it was written. */
  #removeWritten(key: string, by: number): void {
    const unwritten = this.#unwritten.get(key);
    if (unwritten === undefined) return;
    unwritten.count -= by;
    if (unwritten.count <= 0) this.#unwritten.delete(key);
  }

  #addName(
    sums: Map<string, Map<number, Sum>>,
    { week, name, count }: { readonly week: number; readonly name: string; readonly count: number },
  ): void {
    const given = parseName(name);
    if (given === undefined) return;
    const { unlearnedConfidence, tables } = given;
    addToSum(sums, keyOf(given), { week, count: tables === this.#tables ? count : 0, unlearnedConfidence });
  }

  #weekOf(at: number): number {
    return Math.floor(at / weekMs);
  }
}

function addToSum(
  sums: Map<string, Map<number, Sum>>,
  key: string,
  added: { readonly week: number; readonly count: number; readonly unlearnedConfidence: number },
): void {
  const { week, count, unlearnedConfidence } = added;
  const byWeek = sums.get(key) ?? new Map<number, Sum>();
  const sum = byWeek.get(week) ?? { count: 0, ofUnlearned: 0 };
  sum.count += count;
  sum.ofUnlearned += count * unlearnedConfidence;
  byWeek.set(week, sum);
  sums.set(key, byWeek);
}

type SumOfWeek = readonly [week: number, sum: Sum];

/** Returns the sum of the newest weeks that have enough. */
function newestOf(byWeek: readonly SumOfWeek[]): Sum {
  const newest = { count: 0, ofUnlearned: 0 };
  for (const [, { count, ofUnlearned }] of byWeek.toSorted(([one], [other]) => other - one)) {
    newest.count += count;
    newest.ofUnlearned += ofUnlearned;
    if (newest.count >= enough) break;
  }
  return newest;
}

/** Returns the sum of the week nearest to this one, of at least one week. */
function nearestOf(byWeek: readonly SumOfWeek[], week: number): Sum {
  const distance = ([each]: SumOfWeek) => Math.abs(each - week);
  const order = (one: SumOfWeek, other: SumOfWeek) => distance(one) - distance(other) || one[0] - other[0];
  const [, nearest] = byWeek.reduce((one, other) => (order(one, other) < 0 ? one : other));
  return nearest;
}

function counterOf(week: number): string {
  return `given-confidences-${week}`;
}

function keyOf({ evidence, provider, confidence }: Omit<GivenConfidence, 'unlearnedConfidence'>): string {
  return JSON.stringify([evidence, provider, confidence]);
}

interface NamedConfidence extends GivenConfidence {
  readonly tables: string;
}

function nameOf({ evidence, provider, confidence, unlearnedConfidence, tables }: NamedConfidence): string {
  return JSON.stringify([evidence, provider, confidence, unlearnedConfidence, tables]);
}

/** Returns undefined for a name that this release has not written. */
function parseName(name: string): NamedConfidence | undefined {
  try {
    const [evidence, provider, confidence, unlearnedConfidence, tables] = JSON.parse(name);
    if (typeof evidence !== 'string' || typeof provider !== 'string') return undefined;
    if (!isConfidence(confidence) || !isConfidence(unlearnedConfidence)) return undefined;
    if (typeof tables !== 'string') return undefined;
    return { evidence, provider, confidence, unlearnedConfidence, tables };
  } catch {
    return undefined;
  }
}
