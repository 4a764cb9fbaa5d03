import { checkOptionalString, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';

export interface SubmitOptions {
  /**
   * Makes repeats of this submission, also by later processes, get the first answer and charge once: 1 to 255 printable
   * ASCII characters. Default: a random one, which holds for the repeats of this call.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call: it rejects with the reason of the signal. The job may have been created. */
  signal?: AbortSignal | undefined;
}

export const submitNames = namesOf<SubmitOptions>({ idempotencyKey: true, signal: true });

/** Returns the header for a submission and all its repeats. */
export function idempotencyHeader(key: string | undefined): { 'Idempotency-Key': string } {
  checkOptionalString('idempotencyKey', key, 'Pass a text of your own, such as the number of an order.');
  if (key === undefined) return { 'Idempotency-Key': randomKey() };
  if (/^[\x21-\x7E](?:[\x20-\x7E]{0,253}[\x21-\x7E])?$/.test(key)) return { 'Idempotency-Key': key };
  const rule = 'must have from 1 to 255 printable ASCII characters, and begin and end with no blank';
  throw new InvalidArgument('idempotencyKey', `idempotencyKey ${rule}.`);
}

/** `crypto.randomUUID` would be missing in browsers on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
