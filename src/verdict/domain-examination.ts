import { abortable, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { NoSlotInTime } from '../concurrency/slot.ts';
import { type NoMailReason, planMx } from '../exchange/mx-plan.ts';
import { providerOf } from '../exchange/provider.ts';
import type { DnsFailure } from '../ports/dns.ts';
import { decide } from './catch-all/catch-all-odds.ts';
import { likelyCatchAll } from './judgement.ts';
import { noSlotInTime, ResolverCheck, throwIfLocalOutage } from './local-outage.ts';
import type { VerifierDependencies, VerifyOptions } from './verifier-dependencies.ts';

/** Whether a domain takes mail, and what is known of how its exchanges treat recipients that do not exist. */
export type DomainExamination =
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'dns-failure'; readonly reason: DnsFailure }
  /** It belongs to a disposable email service. */
  | { readonly kind: 'disposable' }
  /** The provider accepts every RCPT. */
  | { readonly kind: 'accepts-everything'; readonly provider: string }
  /** Every recipient is accepted, or most likely is. */
  | { readonly kind: 'catch-all' }
  /** Recipients that do not exist are refused. */
  | { readonly kind: 'selective' }
  /** The replies so far do not tell. */
  | { readonly kind: 'open' }
  /** DNS did not answer in time. */
  | { readonly kind: 'out-of-time' };

/** Implements `Verifier.examineDomain`. */
export async function examineDomain(
  domain: string,
  options: VerifyOptions,
  dependencies: VerifierDependencies,
): Promise<DomainExamination> {
  const { clock, disposable, disposableUpdates, outage } = dependencies;
  const listsRead = disposableUpdates.refreshIfDue();
  const { timeoutMs } = options;
  const deadline = startDeadline(clock, timeoutMs, options.signal);
  const { signal } = deadline;
  const resolvers = new ResolverCheck(outage, { clock, timeoutMs, signal });
  try {
    if (listsRead !== undefined) await abortable(listsRead, signal);
    if (disposable.isDisposable(domain)) return { kind: 'disposable' };
    return await examine(domain, { options, signal, resolvers }, dependencies);
  } catch (error) {
    if (error instanceof NoSlotInTime) throw noSlotInTime(error);
    if (!(error instanceof DeadlineExceeded)) throw error;
    throwIfLocalOutage('dns', { outage, resolvers });
    return { kind: 'out-of-time' };
  } finally {
    deadline.clear();
    resolvers.end();
  }
}

async function examine(
  domain: string,
  {
    options: { share },
    signal,
    resolvers,
  }: { options: VerifyOptions; signal: AbortSignal; resolvers: ResolverCheck },
  { dns, disposable, tieBreak, catchAll }: VerifierDependencies,
): Promise<DomainExamination> {
  const asking = dns.forShare(share, { onQuestion: () => resolvers.watch() });
  const plan = await planMx(domain, asking, tieBreak, signal);
  if (plan.kind === 'no-mail') return { kind: 'no-mail', reason: plan.reason };
  if (plan.kind === 'failure') {
    await resolvers.throwIfSilent();
    return { kind: 'dns-failure', reason: plan.reason };
  }
  if (disposable.isDisposable(domain, plan.main)) return { kind: 'disposable' };
  const provider = providerOf(plan.main);
  if (provider?.acceptsEverything) return { kind: 'accepts-everything', provider: provider.name };
  const { probability } = await catchAll.recall({ domain, provider, backup: undefined });
  if (decide(probability) === false) return { kind: 'selective' };
  return { kind: probability >= likelyCatchAll ? 'catch-all' : 'open' };
}
