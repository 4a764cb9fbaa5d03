import type { Clock } from '../../../src/ports/clock.ts';
import { Problem } from '../problem.ts';

/** Not counted for any body, so that short ones never wait. */
const freeBytes = 16 * 1024;
/** While bodies wait for room, one that takes room must go on arriving at this rate. */
const checkIntervalMs = 1_000;
const minBytesPerCheck = 64 * 1024;
/** Bodies of one account that may wait at a time: each of them holds what it has read. */
const maxWaitingPerAccount = 32;

/**
 * The memory for the lists of all requests together. The oldest of them may take half of it, and all others together the
 * other half, of which one account may take half. Beyond that they wait, with their senders paused, until an older one
 * is done: so one of them always gets on. While any waits, those that hardly arrive are cut off.
 */
export class BodyRoom {
  readonly #clock: Clock;
  /** The most that one body may take, in bytes. */
  readonly maxBodyBytes: number;
  /** Bodies that take room, the oldest first. */
  readonly #spaces = new Set<BodySpace>();
  #takenBytes = 0;
  readonly #takenByAccount = new Map<string, number>();
  #stopChecking: (() => void) | undefined;

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    this.#clock = clock;
    this.maxBodyBytes = maxBytes / 2;
  }

  /** Returns room for one body of an account. `onTooSlow` is called if the body is to be cut off. */
  enter(account: string, onTooSlow: () => void): BodySpace {
    return new BodySpace(this, { account, onTooSlow });
  }

  /** For BodySpace: records a new size, and returns whether the body may go on. */
  resize(space: BodySpace, changeBytes: number): boolean {
    this.#takenBytes += changeBytes;
    const byAccount = this.#takenBy(space.account) + changeBytes;
    if (byAccount > 0) this.#takenByAccount.set(space.account, byAccount);
    else this.#takenByAccount.delete(space.account);
    if (space.takenBytes > 0) this.#spaces.add(space);
    else this.#spaces.delete(space);
    if (changeBytes < 0) this.#wake();
    return this.#mayGrow(space);
  }

  /** For BodySpace: from now on, slow senders are cut off until nobody waits. */
  watchSenders(): void {
    this.#stopChecking ??= this.#clock.after(checkIntervalMs, () => this.#check());
  }

  /** For BodySpace: how many bodies of an account wait. */
  countWaiting(account: string): number {
    let count = 0;
    for (const space of this.#spaces) if (space.isWaiting && space.account === account) count += 1;
    return count;
  }

  #mayGrow(space: BodySpace): boolean {
    const [oldest] = this.#spaces;
    if (oldest === undefined || space === oldest || space.takenBytes === 0) return true;
    const ofOldest = space.account === oldest.account ? oldest.takenBytes : 0;
    return (
      this.#takenBytes - oldest.takenBytes <= this.maxBodyBytes &&
      this.#takenBy(space.account) - ofOldest <= this.maxBodyBytes / 2
    );
  }

  #takenBy(account: string): number {
    return this.#takenByAccount.get(account) ?? 0;
  }

  #wake(): void {
    for (const space of this.#spaces) if (space.isWaiting && this.#mayGrow(space)) space.wake();
    this.#endWatch();
  }

  #check(): void {
    this.#stopChecking = undefined;
    for (const space of this.#spaces) space.checkSender();
    this.#endWatch();
    if ([...this.#spaces].some(({ isWaiting }) => isWaiting)) this.watchSenders();
  }

  #endWatch(): void {
    if ([...this.#spaces].some(({ isWaiting }) => isWaiting)) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
    for (const space of this.#spaces) space.forgetSender();
  }
}

/** The room that one body takes. */
export class BodySpace {
  readonly account: string;
  readonly #room: BodyRoom;
  readonly #onTooSlow: () => void;
  #wake: (() => void) | undefined;
  #isComplete = false;
  /** Bytes received since the last check; undefined if there was no check yet. */
  #receivedBytes: number | undefined;
  /** Without what is free. */
  takenBytes = 0;

  constructor(room: BodyRoom, { account, onTooSlow }: { account: string; onTooSlow: () => void }) {
    this.account = account;
    this.#room = room;
    this.#onTooSlow = onTooSlow;
  }

  get isWaiting(): boolean {
    return this.#wake !== undefined;
  }

  /**
   * Records that `receivedBytes` more have arrived, and that the body now takes `bytes`. Returns a promise if there is
   * no room for more: nothing must be read until it resolves. Throws a Problem: 413 if the body takes more than one may,
   * 503 if there is no room and too many bodies of the account wait for it.
   */
  hold(bytes: number, receivedBytes: number): Promise<void> | undefined {
    const { maxBodyBytes } = this.#room;
    if (bytes > maxBodyBytes) {
      throw new Problem(413, `The list takes more than ${maxBodyBytes} bytes of memory.`);
    }
    if (this.#receivedBytes !== undefined) this.#receivedBytes += receivedBytes;
    if (this.#resize(Math.max(0, bytes - freeBytes))) return undefined;
    if (this.#room.countWaiting(this.account) >= maxWaitingPerAccount) throw noRoom();
    this.#room.watchSenders();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** The whole body has arrived: its room is still taken, but it can no longer be too slow. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Gives the room back. */
  leave(): void {
    this.#wake = undefined;
    this.#resize(0);
  }

  /** For BodyRoom. */
  wake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    this.#receivedBytes = undefined;
    wake?.();
  }

  /** For BodyRoom: cuts the body off if too little of it has arrived since the last check. */
  checkSender(): void {
    if (this.isWaiting || this.#isComplete) return;
    if (this.#receivedBytes !== undefined && this.#receivedBytes < minBytesPerCheck) this.#onTooSlow();
    else this.#receivedBytes = 0;
  }

  /** For BodyRoom: the next check only begins to count. */
  forgetSender(): void {
    this.#receivedBytes = undefined;
  }

  #resize(bytes: number): boolean {
    const changeBytes = bytes - this.takenBytes;
    this.takenBytes = bytes;
    return this.#room.resize(this, changeBytes);
  }
}

export function noRoom(): Problem {
  return new Problem(
    503,
    'The server has no room for another long list at the moment. Nothing was charged: try again later.',
    { headers: { 'Retry-After': '10' } },
  );
}
