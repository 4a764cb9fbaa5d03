/** An export whose rows all have codes of their own must not fill the memory. */
const maxKinds = 1000;
const namedKinds = 10;
const nothing = 'no event or address';

/** The rows of an export that do not tell whether the mailbox takes mail, by what they say instead. */
export class SkippedRows {
  readonly #byKind = new Map<string, number>();
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** `text`: such as `deferred`, or a code. Empty if the row says nothing, or of nobody. */
  add(text: string): void {
    this.#rows += 1;
    const kind = text.toLowerCase() || nothing;
    const before = this.#byKind.get(kind);
    if (before !== undefined || this.#byKind.size < maxKinds) this.#byKind.set(kind, (before ?? 0) + 1);
  }

  /** Lists what they say, the commonest first, with their rows: `deferred (5), dropped (2)`. Empty if there are none. */
  listed(): string {
    const sorted = [...this.#byKind].sort(([, one], [, other]) => other - one);
    const named = sorted.slice(0, namedKinds);
    const others = this.#rows - named.reduce((sum, [, rows]) => sum + rows, 0);
    const counted = named.map(([kind, rows]) => `${kind} (${rows.toLocaleString('en')})`);
    return [...counted, ...(others === 0 ? [] : [`others (${others.toLocaleString('en')})`])].join(', ');
  }
}
