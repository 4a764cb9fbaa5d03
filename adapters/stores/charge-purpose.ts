import { words } from '../../src/argument-checks.ts';
/** The purpose of a charge as text without spaces. */
import { InvalidArgument } from '../../src/errors.ts';
import type { ChargeKind, ChargePurpose } from '../../src/ports/credit-ledger.ts';
import { checkInteger, checkText } from './argument-checks.ts';

export const chargeKinds: readonly ChargeKind[] = [
  ...words('verification dns_verification syntax_verification lookup'),
  ...words('bulk_verification bulk_dns_verification bulk_syntax_verification bulk_lookup correction'),
];

/** Returns the purpose as text for a column: `kind:count`, or `kind:count:key` with the id of the key percent-encoded. */
export function formatPurpose({ kind, count, keyId }: ChargePurpose): string {
  return keyId === null ? `${kind}:${count}` : `${kind}:${count}:${encodeURIComponent(keyId)}`;
}

/** Returns the purpose that was written as text. Returns null for null, and for a text that a later release wrote. */
export function parsePurpose(text: string | null): ChargePurpose | null {
  const [, kindText, count, keyId] = /^(\w+):(\d+)(?::(.*))?$/.exec(text ?? '') ?? [];
  const kind = chargeKinds.find((known) => known === kindText);
  if (kind === undefined) return null;
  return { kind, count: Number(count), keyId: keyId === undefined ? null : decodeURIComponent(keyId) };
}

/**
 * Throws InvalidArgument for what could not be stored unchanged; names `keyId` as callers of the engine do. Accepts
 * undefined.
 */
export function checkPurpose(purpose: ChargePurpose | undefined): void {
  if (purpose === undefined) return;
  const { kind, count, keyId } = purpose;
  if (!chargeKinds.includes(kind))
    throw new InvalidArgument('purpose.kind', `purpose.kind must be one of ${chargeKinds.join(', ')}.`);
  checkInteger('purpose.count', count, 1);
  if (keyId !== null) checkText('keyId', keyId);
}
