import type { GreetedConnection } from './greeted-connection.ts';
import type { ProbeRequest } from './probe-request.ts';

/** The most recipients in one group of commands. */
const maxRecipientsPerGroup = 10;

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

  /** When the last caller stops waiting. 0 if the queue is empty. */
  get latestDeadlineAt(): number {
    let latest = 0;
    for (const request of this.#all()) latest = Math.max(latest, request.deadlineAt);
    return latest;
  }

  add(request: ProbeRequest): void {
    this.#listOf(request).push(request);
  }

  /** Puts requests back before those of their kind, to be asked again. */
  putBack(requests: readonly ProbeRequest[]): void {
    this.#single.unshift(...requests.filter(({ share }) => share.kind === 'single'));
    this.#bulk.unshift(...requests.filter(({ share }) => share.kind === 'bulk'));
  }

  remove(request: ProbeRequest): void {
    const list = this.#listOf(request);
    const position = list.indexOf(request);
    if (position >= 0) list.splice(position, 1);
  }

  takeAll(): readonly ProbeRequest[] {
    return this.takeIf(() => true);
  }

  /** Takes the requests for which `isTaken` is true, and leaves the others in their order. */
  takeIf(isTaken: (request: ProbeRequest) => boolean): readonly ProbeRequest[] {
    const taken = [...this.#all()].filter(isTaken);
    const left = (request: ProbeRequest) => !taken.includes(request);
    this.#single = taken.length === 0 ? this.#single : this.#single.filter(left);
    this.#bulk = taken.length === 0 ? this.#bulk : this.#bulk.filter(left);
    return taken;
  }

  /** Tells all requests that a session has a socket for them. */
  reportSlot(): void {
    for (const request of this.#all()) request.onSlot();
  }

  /**
   * Takes the requests of the next group for this connection: none if the first one needs a new session. Answers
   * requests that need SMTPUTF8 if the server does not offer it.
   */
  takeGroup(connection: GreetedConnection): readonly ProbeRequest[] {
    if (!connection.capabilities.smtpUtf8) this.#answerUnsupported();
    const { first } = this;
    if (first === undefined || (first.needsFreshSession && !connection.unused)) return [];
    const { needsSmtpUtf8 } = first.recipient;
    const room = Math.min(connection.room, maxRecipientsPerGroup);
    const taken: ProbeRequest[] = [];
    const takeFrom = (requests: readonly ProbeRequest[]) =>
      requests.filter((request) => {
        // The SMTPUTF8 parameter is per transaction, and only the first recipient of a new session is its first.
        const fits =
          request.recipient.needsSmtpUtf8 === needsSmtpUtf8 &&
          !(request.needsFreshSession && taken.length > 0);
        const takes = fits && taken.length < room;
        if (takes) taken.push(request);
        return !takes;
      });
    this.#single = takeFrom(this.#single);
    this.#bulk = takeFrom(this.#bulk);
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
    const unsupported = [...this.#all()].filter(isUnsupported);
    if (unsupported.length === 0) return;
    this.#single = this.#single.filter((request) => !isUnsupported(request));
    this.#bulk = this.#bulk.filter((request) => !isUnsupported(request));
    for (const request of unsupported) request.resolve({ kind: 'smtputf8-unsupported' });
  }
}
