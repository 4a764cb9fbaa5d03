import type { PaceBounds } from './pace.ts';

/**
 * What a provider allows one egress, at all of its exchanges together. Adaptive pace begins with `start` connections
 * and never has more than `ceiling`; a fixed pace has `fixed`.
 */
export interface ConnectionBounds extends PaceBounds {
  readonly fixed: number;
  /** New connections within any minute, whatever the pace. Default: any number. */
  readonly newPerMinute?: number;
}

/**
 * By provider id. A provider that is not listed is limited by exchange, like exchanges of which nothing is
 * known. Where no other source is named, a ceiling is what KumoMTA's community shaping data allows a sender
 * by IP address. Providers do not say what they allow an address that they trust: senders agree on about 5 to
 * Google and to Microsoft, and more is earned there reply by reply, and given up at once. `fixed` is what
 * nobody has complained about.
 */
export const connectionBounds: Readonly<Record<string, ConnectionBounds>> = {
  // Shaping data: 5.
  gmail: { start: 2, ceiling: 20, fixed: 2 },
  'google-workspace': { start: 3, ceiling: 20, fixed: 4 },
  // Shaping data: 5. Says so when it is too many: "maximum number of connections".
  'microsoft-365': { start: 3, ceiling: 30, fixed: 10 },
  'outlook-com': { start: 2, ceiling: 20, fixed: 4 },
  // In no source. They close sessions after 20 messages, without a code.
  yahoo: { start: 2, ceiling: 5, fixed: 2 },
  aol: { start: 2, ceiling: 5, fixed: 2 },
  // Shaping data: 10.
  icloud: { start: 2, ceiling: 10, fixed: 2 },
  // Published: 25.
  comcast: { start: 2, ceiling: 25, fixed: 2 },
  // Published: 3, and 1,000 connections an hour. Shaping data: 2.
  orange: { start: 1, ceiling: 2, fixed: 1, newPerMinute: 16 },
  // Shaping data: 4.
  qq: { start: 1, ceiling: 4, fixed: 1 },
  'tencent-exmail': { start: 1, ceiling: 4, fixed: 1 },
  // In no source. Refuses unknown IP addresses (554 … NOWL).
  't-online': { start: 1, ceiling: 1, fixed: 1 },
};

/** For an exchange of which nothing is known. Its two connections must have served well before it gets more. */
export const unknownExchangeBounds: ConnectionBounds = {
  start: 2,
  ceiling: 4,
  fixed: 2,
  acceptedPerStep: 50,
};
