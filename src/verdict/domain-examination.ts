import { type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { type NoMailReason, planMx } from '../exchange/mx-plan.ts';
import { providerOf } from '../exchange/provider.ts';
import type { DnsFailure, WaitOptions } from '../ports.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';
import { askExchanges, resolversSilent, throwIfLocalOutage } from './exchange-order.ts';
import type { VerifierDependencies } from './verifier.ts';

/** Whether an acceptance by a domain's exchanges would prove that a mailbox exists. */
export type DomainExamination =
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'dns-failure'; readonly reason: DnsFailure }
  /** The provider says 250 to every RCPT: not asked. */
  | { readonly kind: 'accepts-everything'; readonly provider: string }
  | { readonly kind: 'catch-all' }
  /** Recipients that nobody has are refused. */
  | { readonly kind: 'selective' }
  /** The answer to the catch-all probe; undefined if a recent probe was inconclusive and none was sent now. */
  | { readonly kind: 'undetermined'; readonly answer: ProbeAnswer | undefined }
  | { readonly kind: 'out-of-time'; readonly during: 'dns' | 'probe' };

/** As `Verifier.examineDomain`. */
export async function examineDomain(
  domain: string,
  wait: WaitOptions,
  dependencies: VerifierDependencies,
): Promise<DomainExamination> {
  const examination = {
    domain,
    deadline: startDeadline(dependencies.clock, wait.timeoutMs, wait.signal),
    deadlineAt: dependencies.clock.now() + wait.timeoutMs,
    during: 'dns' as 'dns' | 'probe',
  };
  try {
    return await examine(examination, dependencies);
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throwIfLocalOutage(examination.during, dependencies.outage);
    return { kind: 'out-of-time', during: examination.during };
  } finally {
    examination.deadline.clear();
  }
}

interface Examination {
  readonly domain: string;
  readonly deadline: Deadline;
  readonly deadlineAt: number;
  during: 'dns' | 'probe';
}

async function examine(
  examination: Examination,
  dependencies: VerifierDependencies,
): Promise<DomainExamination> {
  const { dns, tieBreak, outage, catchAll, prober } = dependencies;
  const { domain, deadlineAt } = examination;
  const { signal } = examination.deadline;
  outage.checkResolversInBackground(signal);
  const plan = await planMx(domain, dns, tieBreak, signal);
  if (plan.kind === 'no-mail') return { kind: 'no-mail', reason: plan.reason };
  if (plan.kind === 'failure') {
    if (!(await outage.checkResolvers(signal))) throw resolversSilent();
    return { kind: 'dns-failure', reason: plan.reason };
  }
  const provider = providerOf(plan.main);
  if (provider?.acceptsEverything) return { kind: 'accepts-everything', provider: provider.name };
  examination.during = 'probe';
  let said: ProbeAnswer | undefined;
  const fact = await catchAll.determine(domain, signal, async (address, inner) => {
    const recipient = { address, needsSmtpUtf8: false };
    const ask = (host: string) => prober.ask(host, recipient, { deadlineAt, signal: inner });
    said = (await askExchanges(plan, ask, outage)).answer;
    return said;
  });
  if (fact === null) return { kind: 'undetermined', answer: said };
  return { kind: fact ? 'catch-all' : 'selective' };
}
