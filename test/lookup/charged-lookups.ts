import type { Verifications } from '../../src/credits/verifications.ts';
import { Lookups } from '../../src/lookup/lookups.ts';
import type { WaitOptions } from '../../src/ports/smtp-transport.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { DomainExamination } from '../../src/verdict/domain-examination.ts';
import { chargedVerifications, verdictOn, type Work } from '../credits/charged-verifications.ts';
import type { ManualClock } from '../support/manual-clock.ts';

/** Examines a domain, as the verifier does. */
export type Examine = (domain: string, wait: WaitOptions) => Promise<DomainExamination>;

/** Answers as an exchange does where these addresses exist, and no other. */
export function knowing(...emails: readonly string[]): Work {
  return async (email) => {
    await Promise.resolve();
    const verdict = emails.includes(email)
      ? verdictOn(email, 'safe', 'deliverable')
      : verdictOn(email, 'invalid', 'mailbox_not_found');
    return { ...verdict, is_domain_catch_all: false };
  };
}

/** Verifies candidates as the engine does. */
export function verifyingBy(
  verifications: Verifications,
): ConstructorParameters<typeof Lookups>[0]['verify'] {
  return async (email, { timeoutMs, signal, share, unpublished }) => {
    const { verdict } = await verifications.verify({
      email,
      timeoutMs,
      reusePatienceMs: Number.POSITIVE_INFINITY,
      share,
      signal: () => signal,
      account: undefined,
      unpublished,
      acrossProcesses: false,
    });
    return verdict;
  };
}

/** Lookups on a clock that only tests move, with `work` in place of DNS and exchanges. */
export function chargedLookups(
  work: Work,
  options: {
    examine?: Examine;
    price?: number;
    verificationPrice?: number;
    clock?: ManualClock;
    stores?: Stores;
  } = {},
): ReturnType<typeof chargedVerifications> & { lookups: Lookups } {
  const world = chargedVerifications(work, { ...options, price: options.verificationPrice ?? 200 });
  const { clock, stores, charges, verifications } = world;
  const lookups = new Lookups({
    clock,
    charges,
    leases: stores.leases,
    cache: stores.cache,
    price: options.price ?? 1_000,
    verifier: { examineDomain: options.examine ?? (async () => ({ kind: 'selective' })) },
    verify: verifyingBy(verifications),
  });
  return { ...world, lookups };
}
