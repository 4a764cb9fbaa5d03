import { isDisposable, isFree } from '../address/domain-facts.ts';
import { type Mailbox, parseMailbox } from '../address/mailbox.ts';
import { isRoleAccount } from '../address/role.ts';
import { type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { type MxPlan, planMx, type TieBreak } from '../exchange/mx-plan.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import { providerOf } from '../exchange/provider.ts';
import type { Provider } from '../exchange/providers.ts';
import type { Clock, Dns, WaitOptions } from '../ports.ts';
import type { CatchAllDetector } from '../probe/catch-all.ts';
import type { Prober } from '../probe/prober.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';
import type { EmailVerification } from '../resources.ts';
import { type DomainExamination, examineDomain } from './domain-examination.ts';
import type { Evidence } from './evidence.ts';
import { askExchanges, resolversSilent, throwIfLocalOutage } from './exchange-order.ts';
import { judge } from './judgement.ts';

export interface VerifierDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly outage: OutageDetector;
  readonly prober: Prober;
  readonly catchAll: CatchAllDetector;
  readonly tieBreak: TieBreak;
  /** Whether a provider counts as a secure email gateway. */
  readonly isGateway: (provider: Provider) => boolean;
}

type Exchanges = Extract<MxPlan, { kind: 'exchanges' }>;

/** What is known of one address so far; a deadline turns it into a verdict as it stands. */
interface Findings {
  readonly mailbox: Mailbox;
  plan: Exchanges | undefined;
  evidence: Evidence;
  catchAll: boolean | null;
}

interface Investigation extends Findings {
  readonly deadline: Deadline;
  readonly deadlineAt: number;
}

/** Finds out about one address: DNS, then the exchanges in their order, then whether the domain takes anybody. */
export class Verifier {
  readonly #dependencies: VerifierDependencies;

  constructor(dependencies: VerifierDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects with ServiceUnavailable where the fault is ours, or with the caller's abort reason. */
  async verify(email: string, wait: WaitOptions): Promise<EmailVerification> {
    const parsed = parseMailbox(email);
    if (parsed.kind === 'invalid') return malformed(parsed.input, parsed.problem);
    const { clock } = this.#dependencies;
    const deadline = startDeadline(clock, wait.timeoutMs, wait.signal);
    const investigation: Investigation = {
      mailbox: parsed.mailbox,
      deadline,
      deadlineAt: clock.now() + wait.timeoutMs,
      plan: undefined,
      evidence: { kind: 'deadline', during: 'dns' },
      catchAll: null,
    };
    try {
      await this.#investigate(investigation);
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      const { evidence } = investigation;
      if (evidence.kind === 'deadline') throwIfLocalOutage(evidence.during, this.#dependencies.outage);
    } finally {
      deadline.clear();
    }
    return this.#conclude(investigation);
  }

  /**
   * Finds out whether a domain takes mail, and whether it refuses recipients that do not exist. The catch-all probe,
   * one per domain and day, is shared with `verify`. `domain` is in A-labels. Rejects with the same errors as `verify`.
   */
  examineDomain(domain: string, wait: WaitOptions): Promise<DomainExamination> {
    return examineDomain(domain, wait, this.#dependencies);
  }

  /** The verdict of a caller who cannot wait for one that is on its way. */
  outOfTime(email: string): EmailVerification {
    const parsed = parseMailbox(email);
    if (parsed.kind === 'invalid') return malformed(parsed.input, parsed.problem);
    return this.#conclude({
      mailbox: parsed.mailbox,
      plan: undefined,
      evidence: { kind: 'deadline', during: 'probe' },
      catchAll: null,
    });
  }

  async #investigate(investigation: Investigation): Promise<void> {
    const { dns, tieBreak, outage } = this.#dependencies;
    const { signal } = investigation.deadline;
    outage.checkResolversInBackground(signal);
    const plan = await planMx(investigation.mailbox.domain, dns, tieBreak, signal);
    switch (plan.kind) {
      case 'no-mail':
        investigation.evidence = { kind: 'no-mail', reason: plan.reason };
        return;
      case 'failure':
        investigation.evidence = { kind: 'dns-failure', reason: plan.reason };
        if (!(await outage.checkResolvers(signal))) throw resolversSilent();
        return;
      case 'exchanges':
        investigation.plan = plan;
        investigation.evidence = { kind: 'deadline', during: 'probe' };
        await this.#askExchanges(investigation, plan);
    }
  }

  async #askExchanges(investigation: Investigation, plan: Exchanges): Promise<void> {
    const ask = (host: string) => this.#ask(host, investigation);
    const { host, answer, conclusive } = await askExchanges(plan, ask, this.#dependencies.outage);
    investigation.evidence = { kind: 'answer', answer };
    if (conclusive) await this.#concludeAnswer(investigation, host, answer);
  }

  #ask(host: string, investigation: Investigation): Promise<ProbeAnswer> {
    const { address, needsSmtpUtf8 } = investigation.mailbox;
    const { deadline, deadlineAt } = investigation;
    return this.#dependencies.prober.ask(
      host,
      { address, needsSmtpUtf8 },
      { deadlineAt, signal: deadline.signal },
    );
  }

  async #concludeAnswer(investigation: Investigation, host: string, answer: ProbeAnswer): Promise<void> {
    if (answer.kind !== 'reply') return;
    const { meaning } = answer.classification;
    if (meaning === 'mailbox-not-found') investigation.catchAll = false;
    const provesSomebody = meaning === 'accepted' || meaning === 'mailbox-full';
    if (!provesSomebody || providerOf(host)?.acceptsEverything) return;
    const { catchAll, prober } = this.#dependencies;
    const { deadline, deadlineAt, mailbox } = investigation;
    investigation.catchAll = await catchAll.determine(mailbox.domain, deadline.signal, (address, signal) =>
      prober.ask(host, { address, needsSmtpUtf8: false }, { deadlineAt, signal }),
    );
  }

  #conclude(findings: Findings): EmailVerification {
    const { mailbox, plan, evidence, catchAll } = findings;
    const provider = plan === undefined ? undefined : providerOf(plan.main);
    const disposable = isDisposable(mailbox.domain);
    const roleAccount = isRoleAccount(mailbox.localPart);
    const gateway = provider !== undefined && this.#dependencies.isGateway(provider);
    const judgement = judge(evidence, {
      disposable,
      roleAccount,
      gateway,
      acceptsEverything: provider?.acceptsEverything ?? false,
      catchAll,
    });
    return {
      email: mailbox.asGiven,
      status: judgement.status,
      explanation: judgement.explanation,
      email_provider: provider?.name ?? 'Unknown',
      substatus: judgement.substatus,
      mx_record: plan?.main ?? null,
      is_domain_catch_all: catchAll,
      is_secure_email_gateway: gateway,
      is_disposable: disposable,
      is_role_account: roleAccount,
      is_free: isFree(mailbox.domain),
      confidence: judgement.confidence,
    };
  }
}

function malformed(
  input: string,
  problem: Extract<Evidence, { kind: 'syntax' }>['problem'],
): EmailVerification {
  const judgement = judge(
    { kind: 'syntax', problem },
    { disposable: false, roleAccount: false, gateway: false, acceptsEverything: false, catchAll: null },
  );
  return {
    email: input,
    status: judgement.status,
    explanation: judgement.explanation,
    email_provider: 'Unknown',
    substatus: judgement.substatus,
    mx_record: null,
    is_domain_catch_all: null,
    is_secure_email_gateway: false,
    is_disposable: null,
    is_role_account: null,
    is_free: null,
    confidence: judgement.confidence,
  };
}
