/** The purpose of a charge as text: the kind, the count and the id of the key, if any, separated by spaces. */
import { InvalidArgument } from '../../src/errors.ts';
import type { ChargeKind, ChargePurpose } from '../../src/ports/credit-ledger.ts';
import { checkInteger, checkText } from './argument-checks.ts';

const kinds: readonly ChargeKind[] = [
  'verification',
  'lookup',
  'bulk_verification',
  'bulk_lookup',
  'correction',
];

export function formatPurpose({ kind, count, keyId }: ChargePurpose): string {
  return keyId === null ? `${kind} ${count}` : `${kind} ${count} ${keyId}`;
}

/** Returns null for null, and for a text that a later release wrote. */
export function parsePurpose(text: string | null): ChargePurpose | null {
  const [, kindText, count, keyId = null] = /^(\w+) (\d+)(?: (.*))?$/s.exec(text ?? '') ?? [];
  const kind = kinds.find((known) => known === kindText);
  return kind === undefined ? null : { kind, count: Number(count), keyId };
}

/** Throws InvalidArgument for what could not be stored unchanged. Accepts undefined. */
export function checkPurpose(purpose: ChargePurpose | undefined): void {
  if (purpose === undefined) return;
  const { kind, count, keyId } = purpose;
  if (!kinds.includes(kind))
    throw new InvalidArgument('purpose.kind', `purpose.kind must be one of ${kinds.join(', ')}.`);
  checkInteger('purpose.count', count, 1);
  if (keyId !== null) checkText('purpose.keyId', keyId);
}
