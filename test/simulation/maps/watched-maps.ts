import type { BoundedMap } from '../../../src/bounded-map.ts';

/** What the maps and sets of classes of `src` do while a day is simulated. The bundle puts them in place. */
export type Watched = WatchedMap<unknown, unknown> | WatchedSet<unknown>;

/** So few entries are within every bound. To tell of them would take a twentieth of the time of a day. */
export const unwatchedEntries = 8;

/** A bounded map, and the bound that it was asked to keep: entries, or bytes. */
export interface Bounded {
  readonly map: BoundedMap<string, object | number>;
  readonly most: number;
}

/** The maps of one life of a process. */
export class ProcessMaps {
  readonly process: string;
  /** Most entries of a bounded map. Undefined: as many as in a real process. */
  readonly mostEntries: number | undefined;
  /** Maps and sets with entries. Those that are empty need no watching, and may be collected. */
  readonly filled = new Set<Watched>();
  readonly bounded: Bounded[] = [];
  readonly #onGrowth: MapsOfDay['onGrowth'];

  constructor(process: string, mostEntries: number | undefined, onGrowth: MapsOfDay['onGrowth']) {
    this.process = process;
    this.mostEntries = mostEntries;
    this.#onGrowth = onGrowth;
  }

  noteGrowth(map: Watched): void {
    if (map.size === 1) this.filled.add(map);
    if (map.size > unwatchedEntries) this.#onGrowth(map, this);
  }

  noteShrinking(map: Watched): void {
    if (map.size === 0) this.filled.delete(map);
  }
}

/** The maps of all processes of one day. */
export class MapsOfDay {
  /** Those of processes that run, or have been closed: a process that is killed loses its memory. */
  readonly processes = new Set<ProcessMaps>();
  /** Most entries of each bounded map. Undefined: as many as in a real process. */
  readonly mostEntries: number | undefined;
  /** Called whenever a map or set has one entry more than before, and more than `unwatchedEntries`. */
  onGrowth: (map: Watched, maps: ProcessMaps) => void = () => {};

  constructor(mostEntries: number | undefined) {
    this.mostEntries = mostEntries;
  }

  begin(process: string): ProcessMaps {
    const maps = new ProcessMaps(process, this.mostEntries, (map, owner) => this.onGrowth(map, owner));
    this.processes.add(maps);
    return maps;
  }

  lose(maps: ProcessMaps): void {
    this.processes.delete(maps);
  }
}

let current: ProcessMaps | undefined;

/** Tells to whose life everything belongs that happens until the next call. */
export function enterProcess(maps: ProcessMaps | undefined): void {
  current = maps;
}

/** Returns the maps of the process to which everything belongs that happens now. */
export function currentMaps(): ProcessMaps | undefined {
  return current;
}

/** A map that tells when it grows, and when it is empty again. */
export class WatchedMap<Key, Value> extends Map<Key, Value> {
  /** The file and the name of the field that holds it. */
  readonly place: string;
  readonly #maps = current;

  constructor(place: string) {
    super();
    this.place = place;
  }

  override set(key: Key, value: Value): this {
    const { size } = this;
    super.set(key, value);
    if (this.size > size) this.#maps?.noteGrowth(this);
    return this;
  }

  override delete(key: Key): boolean {
    const deleted = super.delete(key);
    if (deleted) this.#maps?.noteShrinking(this);
    return deleted;
  }

  override clear(): void {
    super.clear();
    this.#maps?.noteShrinking(this);
  }
}

/** A set that tells when it grows, and when it is empty again. */
export class WatchedSet<Value> extends Set<Value> {
  /** The file and the name of the field that holds it. */
  readonly place: string;
  readonly #maps = current;

  constructor(place: string) {
    super();
    this.place = place;
  }

  override add(value: Value): this {
    const { size } = this;
    super.add(value);
    if (this.size > size) this.#maps?.noteGrowth(this);
    return this;
  }

  override delete(value: Value): boolean {
    const deleted = super.delete(value);
    if (deleted) this.#maps?.noteShrinking(this);
    return deleted;
  }

  override clear(): void {
    super.clear();
    this.#maps?.noteShrinking(this);
  }
}
