import { toCredits } from '../../../src/credit-units.ts';
import type { ChargeKind, ChargePurpose } from '../../../src/ports/credit-ledger.ts';

/** Each makes its plural with an s. */
const words: Readonly<Record<ChargeKind | 'unknown', string>> = {
  verification: 'verification',
  dns_verification: 'DNS verification',
  syntax_verification: 'syntax verification',
  lookup: 'lookup',
  bulk_verification: 'bulk verification',
  bulk_dns_verification: 'bulk DNS verification',
  bulk_syntax_verification: 'bulk syntax verification',
  bulk_lookup: 'bulk lookup',
  correction: 'correction',
  unknown: 'unknown',
};

/** Returns a kind of work as people call it: `bulk verification`. */
export function chargeKindText(kind: ChargeKind | 'unknown'): string {
  return words[kind];
}

/** Returns what a charge is for, such as `2 bulk verifications`. A correction has no number. */
export function chargeText({ kind, count }: ChargePurpose): string {
  if (kind === 'correction') return words[kind];
  return `${count} ${words[kind]}${count === 1 ? '' : 's'}`;
}

/** Returns an amount as people say it, such as `1 credit` or `99.8 credits`. */
export function creditsText(milliCredits: number): string {
  return `${toCredits(milliCredits)} credit${Math.abs(milliCredits) === 1_000 ? '' : 's'}`;
}
