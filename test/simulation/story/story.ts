import { createHash } from 'node:crypto';
import type { Happening } from './happening.ts';
import { tell } from './telling.ts';

/** A call of the store that was carried out. */
type StoreCall = Extract<Happening, { kind: 'store-call' }>;

interface Told {
  readonly at: number;
  readonly happening: Happening;
}

/** Remembers what happened, lets others watch it, and tells it. A forgetful one can only be watched. */
export class Story {
  readonly #isForgetful: boolean;
  readonly #now: () => number;
  readonly #startsAt: number;
  readonly #told: Told[] = [];
  readonly #watchers = new Map<Happening['kind'], ((happening: Happening, at: number) => void)[]>();
  /** By method. Most calls are of methods that few watch. */
  readonly #callWatchers = new Map<string, ((call: StoreCall, at: number) => void)[]>();
  /** What ids are called. */
  readonly #names = new Map<string, string>();

  constructor(now: () => number, { isForgetful = false }: { readonly isForgetful?: boolean } = {}) {
    this.#isForgetful = isForgetful;
    this.#now = now;
    this.#startsAt = now();
  }

  get length(): number {
    return this.#told.length;
  }

  add(happening: Happening): void {
    const at = this.#now();
    if (!this.#isForgetful) this.#told.push({ at, happening });
    const watchers = this.#watchers.get(happening.kind);
    if (watchers !== undefined) for (const watch of watchers) watch(happening, at);
    if (happening.kind !== 'store-call') return;
    const callWatchers = this.#callWatchers.get(happening.method);
    if (callWatchers !== undefined) for (const watch of callWatchers) watch(happening, at);
  }

  /** Calls `watch` for every later happening of one kind. */
  on<Kind extends Happening['kind']>(
    kind: Kind,
    watch: (happening: Extract<Happening, { kind: Kind }>, at: number) => void,
  ): void {
    const watchers = this.#watchers.get(kind) ?? [];
    watchers.push(watch as (happening: Happening, at: number) => void);
    this.#watchers.set(kind, watchers);
  }

  /** Calls `watch` for every later call of these methods of the store. */
  onCall(methods: readonly string[], watch: (call: StoreCall, at: number) => void): void {
    for (const method of methods) {
      const watchers = this.#callWatchers.get(method) ?? [];
      watchers.push(watch);
      this.#callWatchers.set(method, watchers);
    }
  }

  /** Gives an id a name. The first one stays. */
  name(id: string, name: string): void {
    if (!this.#names.has(id)) this.#names.set(id, name);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** Returns the lines from one index to another. Arguments and results are cut after `longest` characters, if given. */
  lines(from = 0, to = this.#told.length, longest?: number): string[] {
    return this.#told
      .slice(from, to)
      .map(({ at, happening }) => `${this.#timeOf(at)} ${this.#line(happening, longest)}`);
  }

  /**
   * Returns the lines that belong to the last happening: the last ones, and of those before only the ones that speak of
   * a subject or of a fault.
   */
  linesAbout(subjects: readonly string[], most: number): string[] {
    const found: string[] = [];
    for (let index = this.#told.length - 1; index >= 0 && found.length < most; index -= 1) {
      const [line = ''] = this.lines(index, index + 1);
      const isRecent = this.#told.length - index <= 12;
      if (isRecent || subjects.some((subject) => line.includes(subject))) found.push(line);
    }
    return found.reverse();
  }

  /** Returns a digest of all lines, with nothing cut off, in hexadecimal. */
  digest(): string {
    const hash = createHash('sha256');
    for (let from = 0; from < this.#told.length; from += 1_000)
      hash.update(`${this.lines(from, from + 1_000, Number.POSITIVE_INFINITY).join('\n')}\n`);
    return hash.digest('hex');
  }

  #line(happening: Happening, longest: number | undefined): string {
    const line = tell(happening, longest);
    return line.replace(uuids, (id) => this.nameOf(id));
  }

  #timeOf(at: number): string {
    const ms = at - this.#startsAt;
    const part = (value: number, digits: number) => String(value).padStart(digits, '0');
    const days = Math.floor(ms / 86_400_000);
    const clock = `${part(Math.floor(ms / 3_600_000) % 24, 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1_000) % 60, 2)}.${part(ms % 1_000, 3)}`;
    return days === 0 ? clock : `${days}d ${clock}`;
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
