import type { GreetedConnection } from './greeted-connection.ts';
import type { ProbeRequest } from './probe-request.ts';

/** The most recipients in one group of commands. */
const maxRecipientsPerGroup = 10;

/** The requests to one exchange that wait for a session, in order. */
export class RequestQueue {
  #requests: ProbeRequest[] = [];

  get length(): number {
    return this.#requests.length;
  }

  get first(): ProbeRequest | undefined {
    return this.#requests[0];
  }

  /** When the last caller stops waiting. 0 if the queue is empty. */
  get latestDeadlineAt(): number {
    return this.#requests.reduce((latest, request) => Math.max(latest, request.deadlineAt), 0);
  }

  add(request: ProbeRequest): void {
    this.#requests.push(request);
  }

  /** Puts requests back to the front, to be asked again. */
  putBack(requests: readonly ProbeRequest[]): void {
    this.#requests.unshift(...requests);
  }

  remove(request: ProbeRequest): void {
    const position = this.#requests.indexOf(request);
    if (position >= 0) this.#requests.splice(position, 1);
  }

  takeAll(): readonly ProbeRequest[] {
    return this.#requests.splice(0);
  }

  /**
   * Takes the requests of the next group for this connection: none if the first one needs a new session. Answers
   * requests that need SMTPUTF8 if the server does not offer it.
   */
  takeGroup(connection: GreetedConnection): readonly ProbeRequest[] {
    if (!connection.capabilities.smtpUtf8) this.#answerUnsupported();
    const [first] = this.#requests;
    if (first === undefined || (first.needsFreshSession && !connection.unused)) return [];
    const { needsSmtpUtf8 } = first.recipient;
    const room = Math.min(connection.room, maxRecipientsPerGroup);
    const taken: ProbeRequest[] = [];
    const left: ProbeRequest[] = [];
    for (const request of this.#requests) {
      // The SMTPUTF8 parameter is per transaction, and only the first recipient of a new session is its first.
      const fits =
        request.recipient.needsSmtpUtf8 === needsSmtpUtf8 && !(request.needsFreshSession && taken.length > 0);
      (fits && taken.length < room ? taken : left).push(request);
    }
    this.#requests = left;
    return taken;
  }

  #answerUnsupported(): void {
    const unsupported = this.#requests.filter((request) => request.recipient.needsSmtpUtf8);
    if (unsupported.length === 0) return;
    this.#requests = this.#requests.filter((request) => !request.recipient.needsSmtpUtf8);
    for (const request of unsupported) request.resolve({ kind: 'smtputf8-unsupported' });
  }
}
