import type { BalanceChange, LedgerEntry } from '../../src/ports/credit-ledger.ts';
import { type FoldedBalance, foldedBalance } from '../stores/ledger-rules.ts';

/** Entries are folded one by one, but the array is cut only when this share of it is folded: cutting moves the rest. */
const cutShare = 0.5;
const minCut = 1_024;

/** Stands in the place of a folded entry until it is cut off, so that the entry itself takes no memory any more. */
const foldedEntry: BalanceChange = Object.freeze({
  sequence: 0,
  kind: 'grant',
  id: '',
  milliCredits: 0,
  at: 0,
  purpose: null,
});

/** The journal of one account: its entries, and the balance before them. */
export class Journal {
  /** Oldest first. Those before `#first` are folded. */
  #entries: BalanceChange[] = [];
  #first = 0;
  /** Entries cut off, so that the entry at index `n` has the sequence `#cut + n + 1`. */
  #cut = 0;
  #opening: FoldedBalance | undefined;

  append(entry: Omit<BalanceChange, 'sequence'>): void {
    const sequence = this.#cut + this.#entries.length + 1;
    this.#entries.push(Object.freeze({ sequence, ...entry }));
  }

  /** Folds the oldest entry if it was made by `latest`, and returns it. */
  fold(latest: number): BalanceChange | undefined {
    const entry = this.#entries[this.#first];
    if (entry === undefined || entry.at > latest) return undefined;
    this.#opening = foldedBalance(this.#opening, entry);
    this.#entries[this.#first] = foldedEntry;
    this.#first += 1;
    if (
      this.#first >= Math.max(minCut, this.#entries.length * cutShare) ||
      this.#first === this.#entries.length
    )
      this.#cutFolded();
    return entry;
  }

  /** Returns entries with a sequence below `before`, newest first. */
  page({ limit, before }: { limit: number; before?: number | undefined }): LedgerEntry[] {
    const length = this.#entries.length;
    const end = before === undefined ? length : Math.min(Math.max(before - 1 - this.#cut, 0), length);
    const page: LedgerEntry[] = this.#entries.slice(
      Math.max(end - limit, this.#first),
      Math.max(end, this.#first),
    );
    page.reverse();
    const sequence = this.#cut + this.#first;
    const reachesOpening = page.length < limit && (before === undefined || before > sequence);
    if (this.#opening !== undefined && reachesOpening)
      page.push({ sequence, kind: 'opening', id: '', ...this.#opening });
    return page;
  }

  #cutFolded(): void {
    this.#cut += this.#first;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}
