import { delay } from '../../concurrency/deadline.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tallies, TallyChange } from '../../ports/tallies.ts';
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

type CountingTallies = Pick<Tallies, 'add' | 'read' | 'clear'>;

/** Room for some fifteen hundred kinds, providers and confidences in a week. */
const maxBytes = 131_072;
/** What is counted is written at most this often. */
const writeEveryMs = 60_000;
/** Each change of a tally adds at most this much, and each call has at most so many changes. */
const mostAtOnce = 1_000_000;
const mostChanges = 500;
/** Verdicts are remembered by week, for three months: by then, their outcomes are known. */
const weekMs = 7 * 86_400_000;
const weeks = 13;
/** So many of the newest verdicts tell what such verdicts are based on: what was learned since would blur it. */
const enough = 100;

/** What is known of the verdicts of a week that say the same. */
interface Sum {
  /** Those to which these tables gave their confidence; zero if only other tables did. */
  count: number;
  ofUnlearned: number;
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
  readonly #tallies: CountingTallies;
  readonly #clock: Clock;
  readonly #tables: string;
  readonly #closing = new AbortController();
  /** By what verdicts say, then by week. */
  #sums = new Map<string, Map<number, Sum>>();
  readonly #unwritten = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #clearedWeek: number | undefined;

  /** `tables`: the digest of those that give the confidences. */
  constructor({
    tallies,
    clock,
    tables,
  }: { readonly tallies: CountingTallies; readonly clock: Clock; readonly tables: string }) {
    this.#tallies = tallies;
    this.#clock = clock;
    this.#tables = tables;
  }

  /** Counts a verdict. Never throws, and is written later. */
  record(given: GivenConfidence): void {
    if (this.#closing.signal.aborted) return;
    const name = nameOf({ ...given, tables: this.#tables });
    this.#addName(this.#sums, { week: this.#week(), name, count: 1 });
    this.#unwritten.set(name, (this.#unwritten.get(name) ?? 0) + 1);
    this.#writing ??= this.#writeLater().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Returns what the tables had said of such verdicts: on average, in the newest weeks that have a hundred of them. */
  unlearned(verdict: Omit<GivenConfidence, 'unlearnedConfidence'>): Unlearned {
    const byWeek = [...(this.#sums.get(keyOf(verdict)) ?? [])].sort(([one], [other]) => other - one);
    const newest = { count: 0, ofUnlearned: 0 };
    for (const [, { count, ofUnlearned }] of byWeek) {
      newest.count += count;
      newest.ofUnlearned += ofUnlearned;
      if (newest.count >= enough) break;
    }
    if (newest.count > 0) return { kind: 'known', confidence: Math.round(newest.ofUnlearned / newest.count) };
    return { kind: byWeek.length > 0 ? 'other-tables' : 'none-given' };
  }

  /** Reads what all processes have counted. Rejects if the store fails. */
  async read(): Promise<void> {
    const current = this.#week();
    const remembered = Array.from({ length: weeks + 1 }, (_, index) => current - index);
    const counted = await Promise.all(
      remembered.map(async (week) => ({ week, counts: await this.#tallies.read(tallyOf(week)) })),
    );
    const sums = new Map<string, Map<number, Sum>>();
    for (const { week, counts } of counted)
      for (const { name, count } of counts) this.#addName(sums, { week, name, count });
    for (const [name, count] of this.#unwritten) this.#addName(sums, { week: current, name, count });
    this.#sums = sums;
  }

  /** Writes what was counted. Counts nothing from then on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine is closed.'));
    await this.#writing;
  }

  async #writeLater(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await delay(this.#clock, writeEveryMs, this.#closing.signal).catch(() => {});
      const changes = [...this.#unwritten].map(([name, by]) => ({ name, by: Math.min(by, mostAtOnce) }));
      this.#unwritten.clear();
      // What cannot be written is lost: those verdicts are taken for unlearned.
      await this.#write(changes).catch(() => {});
    }
  }

  async #write(changes: readonly TallyChange[]): Promise<void> {
    const week = this.#week();
    for (let from = 0; from < changes.length; from += mostChanges)
      await this.#tallies.add(tallyOf(week), changes.slice(from, from + mostChanges), { maxBytes });
    if (this.#clearedWeek === week) return;
    this.#clearedWeek = week;
    await this.#tallies.clear(tallyOf(week - weeks - 1));
  }

  #addName(
    sums: Map<string, Map<number, Sum>>,
    { week, name, count }: { readonly week: number; readonly name: string; readonly count: number },
  ): void {
    const given = parseName(name);
    if (given === undefined) return;
    const key = keyOf(given);
    const byWeek = sums.get(key) ?? new Map<number, Sum>();
    const sum = byWeek.get(week) ?? { count: 0, ofUnlearned: 0 };
    if (given.tables === this.#tables) {
      sum.count += count;
      sum.ofUnlearned += count * given.unlearnedConfidence;
    }
    byWeek.set(week, sum);
    sums.set(key, byWeek);
  }

  #week(): number {
    return Math.floor(this.#clock.now() / weekMs);
  }
}

function tallyOf(week: number): string {
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
