import { EventQueue } from './event-queue.ts';

/** An event whose time has come. */
export interface DueEvent {
  /** Runs its task, unless it was cancelled meanwhile. */
  run(): void;
}

/** Whoever an event happens to. The owner decides whether its task runs now, later, or never. */
export interface EventOwner {
  /** Runs the event, keeps it for later, or forgets it. */
  receive(event: DueEvent): void;
}

class ScheduledEvent implements DueEvent {
  readonly at: number;
  /** Events at the same time happen in the order in which they were scheduled. */
  readonly order: number;
  readonly owner: EventOwner | undefined;
  /** Undefined once it has happened or was cancelled. */
  task: (() => void) | undefined;
  /** Its time has come. Its owner may stand still: until it runs, it can be cancelled. */
  isDue = false;

  constructor(at: number, order: number, task: () => void, owner: EventOwner | undefined) {
    this.at = at;
    this.order = order;
    this.task = task;
    this.owner = owner;
  }

  run(): void {
    const { task } = this;
    this.task = undefined;
    task?.();
  }
}

/** A busy day has fifty thousand. */
const mostAtOnce = 100_000;

/** The time of a simulation: a queue of events, and nothing else. Times are whole milliseconds since the epoch. */
export class VirtualTime {
  readonly #events = new EventQueue<ScheduledEvent>();
  #now: number;
  #scheduled = 0;
  #pending = 0;
  #happened = 0;
  /** Events since time last went on. */
  #atOnce = 0;

  constructor(startsAt: number) {
    this.#now = startsAt;
  }

  get now(): number {
    return this.#now;
  }

  /** How many events are still to come. */
  get pending(): number {
    return this.#pending;
  }

  /** How many events have happened. */
  get happened(): number {
    return this.#happened;
  }

  /** Lets the task run after `delayMs`, on behalf of `owner`. The returned function cancels it. */
  schedule(delayMs: number, task: () => void, owner?: EventOwner): () => void {
    return this.scheduleAt(this.#now + Math.max(0, Math.ceil(delayMs)), task, owner);
  }

  /** Lets the task run at a point in time, or at once if that has passed. The returned function cancels it. */
  scheduleAt(at: number, task: () => void, owner?: EventOwner): () => void {
    this.#scheduled += 1;
    this.#pending += 1;
    const event = new ScheduledEvent(Math.max(at, this.#now), this.#scheduled, task, owner);
    this.#events.push(event);
    return () => {
      if (event.task === undefined) return;
      event.task = undefined;
      if (!event.isDue) this.#pending -= 1;
    };
  }

  /** Lets the next event happen, unless it is later than `until`. Returns false if there is none. */
  step(until = Number.POSITIVE_INFINITY): boolean {
    for (;;) {
      const event = this.#events.first;
      if (event === undefined || event.at > until) return false;
      this.#events.pop();
      if (event.task === undefined) continue;
      const { owner } = event;
      event.isDue = true;
      this.#pending -= 1;
      this.#happened += 1;
      this.#atOnce = event.at > this.#now ? 1 : this.#atOnce + 1;
      if (this.#atOnce > mostAtOnce)
        throw new Error(`${mostAtOnce} events happen at one instant: something repeats itself without end.`);
      this.#now = event.at;
      if (owner === undefined) event.run();
      else owner.receive(event);
      return true;
    }
  }
}
