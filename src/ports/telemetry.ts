import type { Status, Substatus, VerificationLevel } from '../resources.ts';

/**
 * A step of work, for telemetry. Contains no addresses, names of people or accounts, and domains and hosts only if
 * `Telemetry.names` is true. Fields that are not read-only are known once the work has ended.
 */
export type Step =
  | RequestStep
  | DnsStep
  | ConnectionStep
  | TransactionStep
  | ChargeStep
  | JobStep
  | BatchStep;

export type StepName = Step['step'];

interface CommonStep {
  /** The step on whose behalf this one is taken; null if there is none, or if it began in another process. */
  readonly parent: Step | null;
}

/** One verification or lookup: for a caller, of an item of a list, or of a candidate of a lookup. */
export interface RequestStep extends CommonStep {
  readonly step: 'request';
  readonly kind: 'verification' | 'lookup';
  readonly level: VerificationLevel;
  /** Of a verification. */
  status?: Status | undefined;
  substatus?: Substatus | (string & {}) | undefined;
  /** True if new work produced the result. */
  fresh?: boolean | undefined;
}

/** One question to DNS that the cache could not answer. */
export interface DnsStep extends CommonStep {
  readonly step: 'dns';
  readonly type: 'MX' | 'A' | 'AAAA';
  readonly name?: string | undefined;
  /** The kind of the answer, such as `records`, `no-domain` or `failure`. */
  answer?: string | undefined;
}

interface ExchangeStep extends CommonStep {
  /** Name of the egress. */
  readonly egress: string;
  /** Id of the provider of the exchange, such as `google`; null if it is none that is known. */
  readonly provider: string | null;
  readonly host?: string | undefined;
}

/** The opening of one connection to an exchange, from the socket to the TCP connection. */
export interface ConnectionStep extends ExchangeStep {
  readonly step: 'connection';
}

/** One group of recipients that an exchange is asked about: MAIL, a RCPT each, RSET. */
export interface TransactionStep extends ExchangeStep {
  readonly step: 'transaction';
  readonly recipients: number;
  /** The steps of the other recipients; `parent` is that of the first. */
  readonly alsoFor: readonly Step[];
  /** Whether the replies count (docs/mail-servers.md). */
  counts?: boolean | undefined;
}

/** One call of the ledger for a charge. */
export interface ChargeStep extends CommonStep {
  readonly step: 'charge';
  readonly action: 'hold' | 'capture' | 'release' | 'refund';
  /** Left out where only the hold knows it. */
  readonly milliCredits?: number | undefined;
  /** The answer of the ledger, such as `held`, `insufficient`, `captured` or `unknown`. */
  outcome?: string | undefined;
}

/** The submission of a list, or its planning by the process that drives it. */
export interface JobStep extends CommonStep {
  readonly step: 'job';
  readonly action: 'submit' | 'plan';
  readonly jobId: string;
  readonly kind: 'verification' | 'lookup';
  readonly items: number;
  /**
   * The trace that the list belongs to, in the format of W3C Trace Context (`traceparent`); null if there is none. The
   * listener to the beginning of a submission may set it: it is stored with the job, and part of its later steps in every process.
   */
  traceparent: string | null;
}

/** The work on one batch of a list. */
export interface BatchStep extends CommonStep {
  readonly step: 'batch';
  readonly jobId: string;
  readonly items: number;
  /** 1 for the first attempt at its items. */
  readonly attempt: number;
  /** The one of the submission. */
  readonly traceparent: string | null;
}

/** Receives the steps of all work. Never changes what the work does. */
export interface Telemetry {
  /** Whether steps name the domains and hosts that are asked. A domain may belong to one person. */
  readonly names: boolean;
  /** Whether these steps have a listener now. Steps without one are not made. */
  isObserved(name: StepName): boolean;
  /** Reports that a step begins, runs the work, and reports that the step has ended. Settles as the work does. */
  run<Result>(step: Step, work: () => Promise<Result>): Promise<Result>;
  /** Returns the innermost step within whose work this is called; null if there is none. */
  current(): Step | null;
}
