import { type RecipientAllowance, unlimitedAllowance } from '../../exchange/pace/recipient-rate.ts';
import type { GreetedConnection } from './greeted-connection.ts';
import type { ProbeRequest } from './probe-request.ts';

/** The requests to one exchange that wait for a session: single requests first, then bulk work, each in order. */
export class RequestQueue {
  #single: ProbeRequest[] = [];
  #bulk: ProbeRequest[] = [];

  get length(): number {
    return this.#single.length + this.#bulk.length;
  }

  get first(): ProbeRequest | undefined {
    return this.#single[0] ?? this.#bulk[0];
  }

  /** True if a single request waits. */
  get hasSingle(): boolean {
    return this.#single.length > 0;
  }

  /** How many of them each need a new session, as its first. */
  get freshSessionsNeeded(): number {
    let count = 0;
    for (const { needsFreshSession } of this.#all()) if (needsFreshSession) count += 1;
    return count;
  }

  /** When the last caller stops waiting. 0 if the queue is empty. */
  get latestDeadlineAt(): number {
    const later = (latest: number, { deadlineAt }: ProbeRequest) => Math.max(latest, deadlineAt);
    return this.#bulk.reduce(later, this.#single.reduce(later, 0));
  }

  /** Until when a short pause may be waited out. 0 if all requests could be asked through another egress. */
  get waitUntil(): number {
    return [...this.#all()].some(({ waits }) => waits) ? this.latestDeadlineAt : 0;
  }

  add(request: ProbeRequest): void {
    this.#listOf(request).push(request);
  }

  /** Puts requests back before those of their kind, to be asked again. */
  putBack(requests: readonly ProbeRequest[]): void {
    this.#single.unshift(...requests.filter(({ share }) => share.kind === 'single'));
    this.#bulk.unshift(...requests.filter(({ share }) => share.kind === 'bulk'));
  }

  /** Returns false if it is not in the queue. */
  remove(request: ProbeRequest): boolean {
    const list = this.#listOf(request);
    const position = list.indexOf(request);
    if (position >= 0) list.splice(position, 1);
    return position >= 0;
  }

  /**
   * Returns the first request that a connection can take. Bulk requests that need a new session leave the others to used
   * ones meanwhile; a used one ends for the sake of a single request.
   */
  firstFor({ unused }: Pick<GreetedConnection, 'unused'>): ProbeRequest | undefined {
    const fits = ({ needsFreshSession }: ProbeRequest) => unused || !needsFreshSession;
    const [single] = this.#single;
    if (single !== undefined) return fits(single) ? single : undefined;
    return this.#bulk.find(fits);
  }

  takeAll(): readonly ProbeRequest[] {
    return this.takeIf(() => true);
  }

  /** Takes the requests for which `isTaken` is true, and leaves the others in their order. */
  takeIf(isTaken: (request: ProbeRequest) => boolean): readonly ProbeRequest[] {
    const taken: ProbeRequest[] = [];
    const leave = (request: ProbeRequest) => {
      const takes = isTaken(request);
      if (takes) taken.push(request);
      return !takes;
    };
    this.#single = this.#single.filter(leave);
    this.#bulk = this.#bulk.filter(leave);
    return taken;
  }

  /** Tells the requests that a session has a socket for them: of those that must be its first, one. */
  reportSlot(): void {
    let isFirstTaken = false;
    for (const request of this.#all()) {
      if (request.needsFreshSession && isFirstTaken) continue;
      isFirstTaken ||= request.needsFreshSession;
      request.giveSlot();
    }
  }

  /**
   * Takes the requests of the next group for this connection: none if there is none for it (`firstFor`), or none is
   * allowed. Answers requests that need SMTPUTF8 if the server does not offer it.
   */
  takeGroup(
    connection: GreetedConnection,
    allowed: RecipientAllowance = unlimitedAllowance,
  ): readonly ProbeRequest[] {
    if (!connection.capabilities.smtpUtf8) this.#answerUnsupported();
    const first = this.firstFor(connection);
    if (first === undefined) return [];
    const { needsSmtpUtf8 } = first.recipient;
    const room = Math.min(connection.room, connection.groupSize);
    const taken: ProbeRequest[] = [];
    const takeFrom = (requests: ProbeRequest[], most: number): ProbeRequest[] => {
      if (requests.length === 0) return requests;
      const left: ProbeRequest[] = [];
      for (const request of requests) {
        // The SMTPUTF8 parameter is per transaction, and only the first recipient of a new session is its first.
        const fits =
          request.recipient.needsSmtpUtf8 === needsSmtpUtf8 &&
          !(request.needsFreshSession && (taken.length > 0 || !connection.unused));
        (fits && taken.length < most ? taken : left).push(request);
      }
      return left;
    };
    this.#single = takeFrom(this.#single, Math.min(room, allowed.single));
    this.#bulk = takeFrom(this.#bulk, Math.min(room, allowed.bulk));
    return taken;
  }

  *#all(): Iterable<ProbeRequest> {
    yield* this.#single;
    yield* this.#bulk;
  }

  #listOf({ share }: ProbeRequest): ProbeRequest[] {
    return share.kind === 'single' ? this.#single : this.#bulk;
  }

  #answerUnsupported(): void {
    const isUnsupported = (request: ProbeRequest) => request.recipient.needsSmtpUtf8;
    if (!this.#single.some(isUnsupported) && !this.#bulk.some(isUnsupported)) return;
    for (const request of this.takeIf(isUnsupported)) request.resolve({ kind: 'smtputf8-unsupported' });
  }
}
