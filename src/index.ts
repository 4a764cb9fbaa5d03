export type { DisposableOptions } from './address/disposable-domains.ts';
export { type Suggestion, suggest } from './address/suggestion/suggestion.ts';
export { type BudgetLimits, type BudgetName, budgetTable } from './budgets/budget-table.ts';
export { BudgetExceeded, type Budgets } from './budgets/budgets.ts';
export type { UnpaidOptions } from './budgets/unpaid-work.ts';
export type { BulkOptions, JobEvent } from './bulk/bulk-context.ts';
export type { BulkRun, RunBulkOptions, RunVerificationOptions } from './bulk/bulk-run.ts';
export type { Forgotten } from './bulk/forgetting.ts';
export type { Job, JobState } from './bulk/job.ts';
export type { JobFilter } from './bulk/job-list.ts';
export type {
  AccountJobsOptions,
  ItemPageOptions,
  JobAccess,
  JobResults,
  Jobs,
  LookupPage,
  LookupPageOptions,
  SubmitOptions,
  VerificationSubmitOptions,
} from './bulk/jobs.ts';
export type { Accounts } from './credits/accounts.ts';
export type { ChargeEvent } from './credits/charges.ts';
export type { Prices } from './credits/prices.ts';
export type { UsagePeriod, UsageReport, UsageRow } from './credits/usage.ts';
export { type DoctorOptions, type DoctorPorts, diagnose } from './doctor/doctor.ts';
export {
  type AddressSource,
  type DoctorFinding,
  type ExchangeContact,
  type Severity,
  worstSeverity,
} from './doctor/finding.ts';
export type { SpfResult } from './doctor/spf/spf-evaluation.ts';
export { createEngine } from './engine.ts';
export type * from './engine-interface.ts';
export {
  Conflict,
  ConnectionError,
  type ConnectionErrorCode,
  EngineClosed,
  type ErrorCode,
  InsufficientCredits,
  InvalidArgument,
  JobFailed,
  MailproofError,
  NotFound,
  ResultsNotReady,
  ServiceUnavailable,
  StorageUnavailable,
} from './errors.ts';
export type { PolicyOptions, SessionTuning } from './exchange/policy.ts';
export type {
  ActivityCounts,
  ActivityPeriod,
  ActivitySeries,
  EgressBlockState,
  EgressEvent,
  EgressHistory,
  EgressReports,
  EgressState,
  ExchangeState,
} from './probe/egress/egress-reports.ts';
export type {
  DnsEvent,
  RecipientEvent,
  SessionEvent,
  Trace,
  TraceEvent,
} from './probe/session/trace.ts';
export type * from './resources.ts';
export type { RetentionOptions } from './retention.ts';
export type { KnownMail, KnownMailSource } from './verdict/known-mail.ts';
export type { MailOutcome, OutcomeCount } from './verdict/outcomes/outcome-count.ts';
export type { OutcomeOptions, OutcomeRecord, Outcomes } from './verdict/outcomes/outcomes.ts';
export type { VerificationStep } from './verdict/recipient-steps.ts';
export type { ReplyWording } from './verdict/unclassified/reply-wording.ts';
export type { UnclassifiedReplies, UnclassifiedReply } from './verdict/unclassified/unclassified-replies.ts';
export type { VerificationOptions } from './verdict/wiring.ts';
export type { JobWebhook } from './webhooks/job-webhook.ts';
export type { WebhookEvent } from './webhooks/webhook-dispatcher.ts';
export type { WebhookEndpoint } from './webhooks/webhook-endpoint.ts';
