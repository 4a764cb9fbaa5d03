import { lowerAscii } from '../../address/ascii-case.ts';
import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { subjectByMeaning } from '../reply/meanings.ts';
import { type ProbeAnswer, recipientDomain } from '../session/probe-request.ts';

/** How long a server that greylists remembers who asked (postgrey: two days). */
const memoryMs = 2 * 86_400_000;
const maxEntries = 100_000;

interface PutOff {
  readonly name: string;
  readonly until: number;
}

/**
 * Through which egress each recipient was put off: greylisting remembers the client, so that another one would have to
 * begin anew. What a process found out is also stored with the item of a job, and recalled by the process that goes on.
 */
export class Greylistings {
  readonly #clock: Clock;
  /** Egresses by address in lower case, as servers that greylist compare them, and by domain: the last one that was put off there. */
  readonly #egresses = boundedMap<string, PutOff>(maxEntries);
  /** Egresses by domain, recalled for people whose addresses are not known yet. */
  readonly #recalled = boundedMap<string, PutOff>(maxEntries);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records the answer about a recipient, given to an egress. One that is not about the recipient changes nothing. */
  record(address: string, answer: ProbeAnswer, egress: string): void {
    if (answer.kind !== 'reply') return;
    const { meaning } = answer.classification;
    if (meaning === 'greylisted') {
      this.#egresses.set(lowerAscii(address), this.#entry(egress));
      this.#egresses.set(recipientDomain(address), this.#entry(egress));
    } else if (subjectByMeaning[meaning] === 'recipient') this.#egresses.delete(lowerAscii(address));
  }

  /** Records what an earlier attempt found out, unless this process has found out more. `subject`: as in `egressOf`. */
  recall(subject: string, egress: string): void {
    if (!subject.includes('@')) this.#recalled.set(subject, this.#entry(egress));
    else if (this.#recent(this.#egresses.get(lowerAscii(subject))) === undefined)
      this.#egresses.set(lowerAscii(subject), this.#entry(egress));
  }

  forget(address: string): void {
    this.#egresses.delete(lowerAscii(address));
  }

  /** Returns the egress that was put off for an address, or the last one that was for any address of a domain. */
  egressOf(subject: string): string | undefined {
    return (
      this.#recent(this.#egresses.get(lowerAscii(subject))) ??
      this.#recent(this.#recalled.get(recipientDomain(subject)))
    );
  }

  #entry(name: string): PutOff {
    return { name, until: steadyNow(this.#clock) + memoryMs };
  }

  #recent(entry: PutOff | undefined): string | undefined {
    return entry !== undefined && entry.until > steadyNow(this.#clock) ? entry.name : undefined;
  }
}
