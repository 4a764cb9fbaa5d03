import type { DueEvent, EventOwner, VirtualTime } from '../clock/virtual-time.ts';
import { enterProcess, type ProcessMaps } from '../maps/watched-maps.ts';

/**
 * One life of a process, from its start until it is killed or closed. Everything of the process happens through it:
 * timers, answers of the store and of DNS, packets. So a killed process never does anything again, wherever it was, and
 * to a paused one everything happens late.
 */
export class ProcessLife implements EventOwner {
  readonly maps: ProcessMaps;
  readonly #time: VirtualTime;
  readonly #late: DueEvent[] = [];
  readonly #onDeath = new Set<() => void>();
  readonly #pending = new Set<{ readonly what: string }>();
  #state: 'running' | 'paused' | 'dead' = 'running';

  constructor(time: VirtualTime, maps: ProcessMaps) {
    this.#time = time;
    this.maps = maps;
  }

  get isAlive(): boolean {
    return this.#state !== 'dead';
  }

  /** The timers that it has set, and the calls of the store that it has made, and that have not ended. */
  get pending(): readonly string[] {
    return [...this.#pending].map(({ what }) => what);
  }

  /** Notes something that has begun. The returned function notes its end. */
  begin(what: string): () => void {
    const begun = { what };
    this.#pending.add(begun);
    return () => this.#pending.delete(begun);
  }

  receive(event: DueEvent): void {
    if (this.#state === 'running') {
      enterProcess(this.maps);
      event.run();
    } else if (this.#state === 'paused') this.#late.push(event);
  }

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    for (const event of this.#late.splice(0)) this.#time.schedule(0, () => event.run(), this);
  }

  kill(): void {
    if (this.#state === 'dead') return;
    this.#state = 'dead';
    this.#late.length = 0;
    for (const listener of [...this.#onDeath]) listener();
    this.#onDeath.clear();
  }

  /** Calls the listener when the process dies. The returned function removes it. */
  onDeath(listener: () => void): () => void {
    this.#onDeath.add(listener);
    return () => this.#onDeath.delete(listener);
  }
}
