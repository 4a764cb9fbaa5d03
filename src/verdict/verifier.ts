import { isFree } from '../address/domain-facts.ts';
import type { Mailbox, ParsedMailbox } from '../address/mailbox.ts';
import { isRoleAccount } from '../address/role.ts';
import { isSpecialUse } from '../address/special-use.ts';
import { Conversation } from '../concurrency/conversation.ts';
import { abortable, type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { NoSlotInTime } from '../concurrency/slot.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { type MxPlan, planMx } from '../exchange/mx-plan.ts';
import { providerOf } from '../exchange/provider.ts';
import type { GivenAnswer } from '../probe/session/probe-request.ts';
import { createDnsRecorder } from '../probe/session/trace.ts';
import { type EmailVerification, unknownFields, type VerificationLevel } from '../resources.ts';
import { answeringExchange, type CatchAllFinding, isPutOff } from './catch-all/catch-all-detector.ts';
import { catchAllShareOf } from './catch-all/catch-all-odds.ts';
import { type DomainExamination, examineDomain } from './domain-examination.ts';
import { type Evidence, unknownContext } from './evidence.ts';
import { type AskedExchange, ExchangeAnswers, faultOf, isNotResponsible } from './exchange-order.ts';
import { judge } from './judgement.ts';
import { noSlotInTime, ResolverCheck, throwIfLocalOutage } from './local-outage.ts';
import type { VerifierDependencies, VerifyOptions } from './verifier-dependencies.ts';

type Exchanges = Extract<MxPlan, { kind: 'exchanges' }>;

/** What has been found out about one address so far. When the deadline passes, the verdict is based on this. */
interface Findings {
  readonly mailbox: Mailbox;
  plan: Exchanges | undefined;
  /** The exchange that gave the evidence. */
  answeredBy: string | undefined;
  /** True if a preferred exchange could not be asked: one that says that it is not responsible for the domain is none. */
  isBackup: boolean;
  evidence: Evidence;
  /** Whether the recipient had been put off before. */
  putOffFirst: boolean;
  /** Undefined as long as the replies of the domain have not been looked at. */
  catchAll: CatchAllFinding | undefined;
}

interface Investigation {
  readonly findings: Findings;
  readonly share: WorkShare;
  readonly level: VerificationLevel;
  readonly deadline: Deadline;
  readonly resolvers: ResolverCheck;
  readonly deadlineAt: number;
}

/** Verifies one address: DNS, then the exchanges in their order, then whether the domain is a catch-all. */
export class Verifier {
  readonly #dependencies: VerifierDependencies;

  constructor(dependencies: VerifierDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns a verdict within `timeoutMs`, no matter what the servers do. Rejects with ServiceUnavailable if no resolver
   * answers, no mail server can be reached, or we had no slot for it in time, and with the signal's reason.
   */
  async verify(parsed: ParsedMailbox, options: VerifyOptions): Promise<EmailVerification> {
    options.signal?.throwIfAborted();
    if (parsed.kind === 'invalid') return createSyntaxVerdict(parsed.input, parsed.problem);
    const { clock, outage, learner, disposableUpdates } = this.#dependencies;
    learner.refreshIfDue();
    const listsRead = disposableUpdates.refreshIfDue();
    const { timeoutMs, level = 'smtp' } = options;
    if (level === 'syntax' && listsRead === undefined)
      return this.#createVerdict(unaskedFindings(parsed.mailbox));
    const deadline = options.deadline ?? startDeadline(clock, timeoutMs, options.signal);
    const resolvers = new ResolverCheck(outage, { clock, timeoutMs, signal: deadline.signal });
    // One that is part of a lookup goes on after this verification.
    const own = options.share.conversation === undefined ? new Conversation() : undefined;
    const findings = unaskedFindings(parsed.mailbox);
    const investigation: Investigation = {
      findings,
      share: own === undefined ? options.share : { ...options.share, conversation: own },
      level,
      deadline,
      resolvers,
      deadlineAt: steadyNow(clock) + timeoutMs,
    };
    try {
      if (level !== 'syntax') await this.#investigate(investigation);
      if (listsRead !== undefined) await abortable(listsRead, deadline.signal);
    } catch (error) {
      if (error instanceof NoSlotInTime) throw noSlotInTime(error);
      if (!(error instanceof DeadlineExceeded)) throw error;
      const { evidence } = findings;
      if (evidence.kind === 'deadline') throwIfLocalOutage(evidence.during, { outage, resolvers });
    } finally {
      own?.end();
      if (deadline !== options.deadline) deadline.clear();
      resolvers.end();
    }
    return this.#createVerdict(findings);
  }

  /**
   * Finds out whether a domain takes mail, and what replies so far say about whether it refuses recipients that do not
   * exist. Asks DNS, but no exchange. `domain` is in A-labels. Rejects with the same errors as `verify`.
   */
  examineDomain(domain: string, options: VerifyOptions): Promise<DomainExamination> {
    return examineDomain(domain, options, this.#dependencies);
  }

  /** Returns the verdict for a caller whose deadline passes while it waits for another caller's work. */
  timeoutVerdict(parsed: ParsedMailbox, level: VerificationLevel = 'smtp'): EmailVerification {
    if (parsed.kind === 'invalid') return createSyntaxVerdict(parsed.input, parsed.problem);
    const findings = unaskedFindings(parsed.mailbox);
    findings.evidence = { kind: 'deadline', during: level === 'smtp' ? 'probe' : 'dns' };
    return this.#createVerdict(findings);
  }

  async #investigate(investigation: Investigation): Promise<void> {
    const { clock, dns, tieBreak, trace } = this.#dependencies;
    const { signal } = investigation.deadline;
    const { findings, resolvers, share } = investigation;
    const { mailbox } = findings;
    findings.evidence = { kind: 'deadline', during: 'dns' };
    const asking = dns.forShare(share, {
      onQuestion: () => resolvers.watch(),
      onAnswer: createDnsRecorder(clock, trace, { recipient: mailbox.address }),
    });
    const plan = await planMx(mailbox.domain, asking, tieBreak, signal);
    switch (plan.kind) {
      case 'no-mail':
        findings.evidence = { kind: 'no-mail', reason: plan.reason };
        return;
      case 'failure':
        findings.evidence = { kind: 'dns-failure', reason: plan.reason };
        await resolvers.throwIfSilent();
        return;
      case 'exchanges':
        resolvers.end();
        findings.plan = plan;
        if (investigation.level === 'dns') {
          findings.evidence = { kind: 'not-asked', level: 'dns' };
          return;
        }
        findings.evidence = { kind: 'deadline', during: 'probe' };
        await this.#askExchanges(investigation, plan);
    }
  }

  async #askExchanges(investigation: Investigation, plan: Exchanges): Promise<void> {
    const { prober } = this.#dependencies;
    const { findings, deadline, deadlineAt, share } = investigation;
    const { address, needsSmtpUtf8 } = findings.mailbox;
    const recipient = { address, needsSmtpUtf8 };
    findings.putOffFirst = prober.greylistings.egressOf(address) !== undefined;
    const { signal } = deadline;
    const answers = new ExchangeAnswers();
    let isBackup = false;
    for (const exchange of plan.hosts) {
      findings.isBackup = isBackup;
      let asked: AskedExchange;
      try {
        asked = await prober.ask(exchange, recipient, { deadlineAt, signal, share });
      } catch (error) {
        asked = faultOf(error);
      }
      // Unless it says that it is not, it may be responsible.
      isBackup ||= asked instanceof Error || asked.kind === 'paused' || !isNotResponsible(asked);
      if (answers.add(exchange, asked)) break;
    }
    const { outage } = this.#dependencies;
    const { resolvers } = investigation;
    const result = answers.conclusive ?? (await answers.result({ outage, resolvers, signal }));
    const { host, answer, conclusive } = result;
    findings.answeredBy = host;
    findings.evidence = { kind: 'answer', answer };
    if (conclusive) await this.#checkCatchAll(investigation, plan, { host, answer });
  }

  /**
   * Looks at the replies of the domain. A recipient that was put off is asked about again: by then the catch-all probe, sent
   * now, has waited for as long.
   */
  async #checkCatchAll(
    investigation: Investigation,
    plan: Exchanges,
    { host, answer }: { readonly host: string; readonly answer: GivenAnswer },
  ): Promise<void> {
    if (answer.kind !== 'reply' || providerOf(host)?.acceptsEverything) return;
    const { catchAll, prober } = this.#dependencies;
    const { findings, deadline, deadlineAt, share } = investigation;
    const { mailbox } = findings;
    const { meaning } = answer.classification;
    const exchange = answeringExchange(mailbox.domain, plan, host);
    if (meaning === 'mailbox-not-found' || meaning === 'mailbox-disabled') {
      findings.catchAll = await catchAll.recall(exchange);
      return;
    }
    if (meaning !== 'accepted' && meaning !== 'mailbox-full' && !isPutOff(answer)) return;
    findings.catchAll = await catchAll.determine(
      exchange,
      { signal: deadline.signal, share, accepted: meaning === 'accepted' ? mailbox : undefined },
      async (address, signal) => ({
        answer: await prober.ask(host, { address, needsSmtpUtf8: false }, { deadlineAt, signal, share }),
        from: exchange,
      }),
    );
  }

  #createVerdict(findings: Findings): EmailVerification {
    const { mailbox, plan, answeredBy, isBackup, evidence, putOffFirst, catchAll } = findings;
    const provider = plan === undefined ? undefined : providerOf(plan.main);
    const disposable = this.#dependencies.disposable.isDisposable(mailbox.domain, plan?.main);
    const roleAccount = isRoleAccount(mailbox.localPart);
    const gateway = provider !== undefined && this.#dependencies.isGateway(provider);
    const acceptsEverything =
      answeredBy !== undefined && (providerOf(answeredBy)?.acceptsEverything ?? false);
    const exchange =
      plan === undefined || answeredBy === undefined || acceptsEverything
        ? undefined
        : answeringExchange(mailbox.domain, plan, answeredBy);
    const backup = isBackup ? exchange?.backup : undefined;
    const judgement = judge(evidence, {
      disposable,
      roleAccount,
      filtered: gateway || provider?.filter === true,
      acceptsEverything,
      catchAllProbability: catchAll?.probability ?? catchAllShareOf({ provider: exchange?.provider, backup }),
      refusesSome: catchAll?.refusesSome ?? false,
      probed: catchAll?.probed ?? false,
      backup: backup !== undefined,
      putOffFirst,
    });
    // In the order in which the resource is documented. Its status and substatus are of one judgement.
    const verdict = {
      email: mailbox.original,
      status: judgement.status,
      explanation: judgement.explanation,
      email_provider: provider?.name ?? 'Unknown',
      substatus: judgement.substatus,
      mx_record: plan?.main ?? null,
      is_domain_catch_all: catchAll?.isCatchAll ?? null,
      is_secure_email_gateway: gateway,
      is_disposable: disposable,
      is_role_account: roleAccount,
      is_free: isFree(mailbox.domain),
      confidence: judgement.confidence,
    } as EmailVerification;
    const confidence = this.#dependencies.learner.giveConfidence(verdict);
    return confidence === verdict.confidence ? verdict : { ...verdict, confidence };
  }
}

/** What is known of an address before anybody is asked. */
function unaskedFindings(mailbox: Mailbox): Findings {
  const evidence: Evidence = isSpecialUse(mailbox.domain)
    ? { kind: 'no-mail', reason: 'reserved-name' }
    : { kind: 'not-asked', level: 'syntax' };
  return {
    mailbox,
    plan: undefined,
    answeredBy: undefined,
    isBackup: false,
    evidence,
    putOffFirst: false,
    catchAll: undefined,
  };
}

function createSyntaxVerdict(
  input: string,
  problem: Extract<Evidence, { kind: 'syntax' }>['problem'],
): EmailVerification {
  const judgement = judge({ kind: 'syntax', problem }, unknownContext);
  return {
    email: input,
    status: judgement.status,
    explanation: judgement.explanation,
    email_provider: 'Unknown',
    substatus: judgement.substatus,
    ...unknownFields,
    confidence: judgement.confidence,
  } as EmailVerification;
}
