import { ServiceUnavailable } from '../errors.ts';
import type { PauseReason } from '../ports/leases.ts';

/** Nobody was asked, because the mail server blocks us or asks us to slow down. Says nothing of any address. */
export class GateShut extends Error {
  readonly why: PauseReason;
  /** When it may be asked again, in milliseconds since the epoch. */
  readonly until: number;

  constructor(host: string, { why, until }: { readonly why: PauseReason; readonly until: number }) {
    super(`${host} ${why === 'blocked' ? 'refuses to talk to us' : 'has asked us to slow down'}.`);
    this.name = 'GateShut';
    this.why = why;
    this.until = until;
  }
}

/** Returns the error for a caller who was not served because a mail server is left alone for now. */
export function gateShut(
  host: string,
  reason: { readonly why: PauseReason; readonly until: number },
): ServiceUnavailable {
  const cause = new GateShut(host, reason);
  return new ServiceUnavailable(
    `${cause.message} It is left alone for now, so there is no answer. Try again later, or add an egress.`,
    { cause },
  );
}

/** Returns why a mail server was not asked, if that is the reason of an error. */
export function gateShutOf(error: unknown): GateShut | undefined {
  return error instanceof ServiceUnavailable && error.cause instanceof GateShut ? error.cause : undefined;
}
