import { type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { NoSlotInTime } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { type NoMailReason, planMx } from '../exchange/mx-plan.ts';
import { providerOf } from '../exchange/provider.ts';
import type { DnsFailure } from '../ports/dns.ts';
import { decide } from '../probe/catch-all/catch-all-odds.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';
import { answeringExchange } from './answering-exchange.ts';
import { unknownContext } from './evidence.ts';
import { askExchanges } from './exchange-order.ts';
import { judge, likelyCatchAll } from './judgement.ts';
import { noSlotInTime, ResolverCheck, throwIfLocalOutage } from './local-outage.ts';
import type { VerifierDependencies, VerifyOptions } from './verifier-dependencies.ts';

/** Whether a domain takes mail, and whether its exchanges refuse recipients that do not exist. */
export type DomainExamination =
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'dns-failure'; readonly reason: DnsFailure }
  /** The provider accepts every RCPT, so no probe was sent. */
  | { readonly kind: 'accepts-everything'; readonly provider: string }
  /** Every recipient is accepted, or most likely is. */
  | { readonly kind: 'catch-all' }
  /** Recipients that do not exist are refused. */
  | { readonly kind: 'selective' }
  /** The answer to the catch-all probe, if it says nothing about the recipient and one was sent now. */
  | { readonly kind: 'undetermined'; readonly answer: ProbeAnswer | undefined }
  | { readonly kind: 'out-of-time'; readonly during: 'dns' | 'probe' };

/** Implements `Verifier.examineDomain`. */
export async function examineDomain(
  domain: string,
  options: VerifyOptions,
  dependencies: VerifierDependencies,
): Promise<DomainExamination> {
  const { clock, outage } = dependencies;
  const { timeoutMs } = options;
  const deadline = startDeadline(clock, timeoutMs, options.signal);
  const resolvers = new ResolverCheck(outage, { clock, timeoutMs, signal: deadline.signal });
  const examination = {
    domain,
    share: options.share,
    deadline,
    resolvers,
    deadlineAt: steadyNow(clock) + timeoutMs,
    during: 'dns' as 'dns' | 'probe',
  };
  try {
    return await examine(examination, dependencies);
  } catch (error) {
    if (error instanceof NoSlotInTime) throw noSlotInTime(error);
    if (!(error instanceof DeadlineExceeded)) throw error;
    throwIfLocalOutage(examination.during, { outage, resolvers });
    return { kind: 'out-of-time', during: examination.during };
  } finally {
    deadline.clear();
    resolvers.end();
  }
}

interface Examination {
  readonly domain: string;
  readonly share: WorkShare;
  readonly deadline: Deadline;
  readonly resolvers: ResolverCheck;
  readonly deadlineAt: number;
  during: 'dns' | 'probe';
}

async function examine(
  examination: Examination,
  dependencies: VerifierDependencies,
): Promise<DomainExamination> {
  const { dns, tieBreak, outage, catchAll, prober } = dependencies;
  const { domain, deadlineAt, share, resolvers } = examination;
  const { signal } = examination.deadline;
  const plan = await planMx(
    domain,
    dns.forShare(share, () => resolvers.watch()),
    tieBreak,
    signal,
  );
  if (plan.kind === 'no-mail') return { kind: 'no-mail', reason: plan.reason };
  if (plan.kind === 'failure') {
    await resolvers.throwIfSilent();
    return { kind: 'dns-failure', reason: plan.reason };
  }
  const provider = providerOf(plan.main);
  if (provider?.acceptsEverything) return { kind: 'accepts-everything', provider: provider.name };
  resolvers.end();
  examination.during = 'probe';
  let probeAnswer: ProbeAnswer | undefined;
  const preferred = { domain, provider, backup: undefined };
  const { probability } = await catchAll.determine(preferred, { signal, share }, async (address, inner) => {
    const recipient = { address, needsSmtpUtf8: false };
    const ask = (host: string) => prober.ask(host, recipient, { deadlineAt, signal: inner, share });
    const { answer, host } = await askExchanges(plan, ask, { outage, resolvers, signal: inner });
    probeAnswer = answer;
    return { answer, from: answeringExchange(domain, plan, host) };
  });
  if (decide(probability) === false) return { kind: 'selective' };
  if (probability >= likelyCatchAll) return { kind: 'catch-all' };
  return { kind: 'undetermined', answer: probeAnswer && tellsNothing(probeAnswer) ? probeAnswer : undefined };
}

/** Returns whether the exchange has neither accepted nor refused the recipient. */
function tellsNothing(answer: ProbeAnswer): boolean {
  const { status } = judge({ kind: 'answer', answer }, unknownContext);
  return status !== 'safe' && status !== 'invalid';
}
