import { companyDomain } from './address/company-domain.ts';
import type { DisposableOptions } from './address/disposable-domains.ts';
import {
  checkList,
  checkName,
  checkNames,
  checkObject,
  checkOptionalBoolean,
  checkOptionalFunction,
  checkOptionalString,
  checkOptions,
  checkSignal,
  checkString,
  checkText,
  namesOf,
} from './argument-checks.ts';
import { budgetTable } from './budgets/budget-table.ts';
import type { BulkOptions } from './bulk/bulk-context.ts';
import type { RunBulkOptions, RunVerificationOptions } from './bulk/bulk-run.ts';
import type { JobFilter } from './bulk/job-list.ts';
import type {
  AccountJobsOptions,
  ItemPageOptions,
  JobAccess,
  Jobs,
  LookupPageOptions,
  SubmitOptions,
  VerificationSubmitOptions,
} from './bulk/jobs.ts';
import type { Prices } from './credits/prices.ts';
import type { Engine, EngineOptions, RequestOptions, VerifyRequestOptions } from './engine-interface.ts';
import { InvalidArgument } from './errors.ts';
import type { SessionTuning } from './exchange/policy.ts';
import { providers } from './exchange/providers.ts';
import { nearestName } from './nearest-name.ts';
import type { KeyStore } from './ports/key-store.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { LookupRow } from './resources.ts';
import type { RetentionOptions } from './retention.ts';
import type { KnownMailAdvice } from './verdict/known-mail.ts';

const engineNames = namesOf<EngineOptions>()(`
  prices budgets bulk retention outcomesFrom webhooks knownMail closeTimeoutMs maxConnections gateways
  disposable canaries learnFromOutcomes trace pace connectionsPerExchange connectionsPerProvider
  tuning
`);
const requestNames = 'timeoutMs signal account keyId unpaid';
export const lookupNames = namesOf<RequestOptions>()(requestNames);
export const verifyNames = namesOf<VerifyRequestOptions>()(`${requestNames} level onStep`);
export const forgetNames = namesOf<NonNullable<Parameters<Engine['forget']>[1]>>()('signal');
const priceNames = namesOf<Prices>()('verify lookup verifyDns verifySyntax');
const budgetNames: ReadonlySet<string> = new Set(Object.keys(budgetTable));
const retentionNames = namesOf<RetentionOptions>()('jobsDays journalDays');
const disposableNames = namesOf<DisposableOptions>()('add allow');
const tuningNames = namesOf<SessionTuning>()(`
  recipientsPerTransaction recipientsPerSession refusalsPerSession sessionIdleMs
`);
const bulkNames = namesOf<BulkOptions>()('retryDelaysMs addressTimeoutMs concurrency giveUpMs leaseMs');

/** Checks the options of an engine that are objects, functions, counts or durations. Others are checked where they are read. */
export function checkEngineOptions(options: unknown): void {
  checkOptions(options, 'createEngine(ports, { maxConnections: 64 }).');
  checkNames(options, engineNames);
  for (const name of ['prices', 'budgets', 'bulk', 'retention', 'disposable', 'tuning'])
    if (field(options, name) !== undefined)
      checkObject(name, field(options, name), 'Leave it out for the defaults.');
  checkNames(field(options, 'prices'), priceNames, 'prices.');
  checkNames(field(options, 'budgets'), budgetNames, 'budgets.');
  checkNames(field(options, 'bulk'), bulkNames, 'bulk.');
  checkNames(field(options, 'retention'), retentionNames, 'retention.');
  checkNames(field(options, 'disposable'), disposableNames, 'disposable.');
  checkNames(field(options, 'tuning'), tuningNames, 'tuning.');
  for (const name of ['add', 'allow'])
    checkTexts(
      `disposable.${name}`,
      field(field(options, 'disposable'), name),
      `Pass names of domains: { disposable: { ${name}: ['example.org'] } }.`,
    );
  checkOptionalFunction(
    'knownMail',
    field(options, 'knownMail'),
    'It is asked for an address: { knownMail: async (email) => ({}) }.',
  );
  checkOptionalFunction('trace', field(options, 'trace'), 'It receives every line: { trace: console.log }.');
  for (const name of ['maxConnections', 'connectionsPerExchange']) checkCount(name, field(options, name));
  const tuning = field(options, 'tuning');
  for (const name of ['recipientsPerTransaction', 'recipientsPerSession', 'refusalsPerSession'])
    checkCount(`tuning.${name}`, field(tuning, name));
  checkDuration('tuning.sessionIdleMs', field(tuning, 'sessionIdleMs'));
  checkDuration('closeTimeoutMs', field(options, 'closeTimeoutMs'));
  const byProvider = field(options, 'connectionsPerProvider');
  if (byProvider !== undefined) {
    const advice = 'Pass { gmail: 5 }, or leave it out for the defaults.';
    checkObject('connectionsPerProvider', byProvider, advice);
    for (const [id, count] of Object.entries(Object(byProvider)))
      checkCount(`connectionsPerProvider.${id}`, count);
  }
  checkOptionalBoolean('learnFromOutcomes', field(options, 'learnFromOutcomes'), 'The default is true.');
  const accounts = field(options, 'outcomesFrom');
  if (accounts !== undefined) {
    const advice = "Pass the names of accounts: { outcomesFrom: ['acme'] }.";
    checkList('outcomesFrom', accounts, advice);
    for (const [index, account] of accounts.entries()) checkString(`outcomesFrom[${index}]`, account, advice);
  }
  const pace = field(options, 'pace');
  if (pace !== undefined && pace !== 'adaptive' && pace !== 'fixed')
    throw new InvalidArgument('pace', "pace must be 'adaptive' or 'fixed'. The default is 'adaptive'.");
  checkTexts('canaries', field(options, 'canaries'), "Pass host names: { canaries: ['mx.example.org'] }.");
  checkTexts('gateways', field(options, 'gateways'), "Pass ids of providers: { gateways: ['sophos'] }.");
  checkGateways(field(options, 'gateways'));
  const bulk = field(options, 'bulk');
  const delaysMs = field(bulk, 'retryDelaysMs');
  if (delaysMs !== undefined) {
    checkList('bulk.retryDelaysMs', delaysMs, 'Pass one number for each attempt after the first: [360_000].');
    for (const [index, delayMs] of delaysMs.entries()) checkDuration(`bulk.retryDelaysMs[${index}]`, delayMs);
  }
  checkCount('bulk.concurrency', field(bulk, 'concurrency'));
  for (const name of ['addressTimeoutMs', 'giveUpMs', 'leaseMs'])
    checkDuration(`bulk.${name}`, field(bulk, name));
}

/** An id that is misspelt would have no effect. */
function checkGateways(ids: unknown): void {
  if (!Array.isArray(ids)) return;
  for (const [index, id] of ids.entries()) {
    if (providers.some((provider) => provider.id === id)) continue;
    const nearest = nearestName(
      String(id),
      providers.map((provider) => provider.id),
    );
    const advice =
      nearest === undefined ? "Use the id of a provider, such as 'sophos'." : `Did you mean '${nearest}'?`;
    throw new InvalidArgument(`gateways[${index}]`, `There is no provider ${JSON.stringify(id)}. ${advice}`);
  }
}

/** Accepts a list of texts that are not empty, and undefined. */
function checkTexts(parameter: string, value: unknown, advice: string): void {
  if (value === undefined) return;
  checkList(parameter, value, advice);
  for (const [index, text] of value.entries()) checkName(`${parameter}[${index}]`, text, advice);
}

function checkCount(parameter: string, count: unknown): void {
  if (count === undefined || (Number.isSafeInteger(count) && Number(count) >= 1)) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be an integer from 1. Leave it out for the default.`,
  );
}

function checkDuration(parameter: string, durationMs: unknown): void {
  if (durationMs === undefined || (typeof durationMs === 'number' && durationMs >= 0)) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a number of milliseconds from 0. Leave it out for the default.`,
  );
}

export function checkEmail(email: unknown): void {
  checkString('email', email, "Pass one address: 'ann@example.org'.");
}

const rowAdvice = "Pass { first_name: 'Ann', last_name: 'Baker', domain: 'example.org' }.";

/** Checks that the fields of a person are strings. `parameter` is the name of the row. */
export function checkRow(row: unknown, parameter = 'row'): void {
  checkObject(parameter, row, rowAdvice);
  for (const name of ['first_name', 'last_name', 'domain'])
    checkString(`${parameter}.${name}`, field(row, name), rowAdvice);
}

/** Refuses a page at a social network instead of a domain: a search there would find nobody, and be charged. */
export function checkDomain({ domain }: LookupRow): void {
  if (companyDomain(domain) !== undefined) return;
  throw new InvalidArgument(
    'domain',
    `${domain.trim()} is a page at a social network, which says nothing about where the company gets its mail. Give the ` +
      'domain of the company.',
  );
}

/** Checks the options of a request, except its level and its timeout. Answers from memory wait for this too. */
export function checkRequestOptions(options: unknown, names: ReadonlySet<string>): void {
  checkOptions(options, "{ timeoutMs: 10_000, account: 'acme' }.");
  checkNames(options, names);
  checkSignal(field(options, 'signal'));
  checkPayer(options);
}

/** Checks who is charged: also where nothing is in the end, so that a mistake does not depend on what is cached. */
function checkPayer(options: unknown): void {
  const account = field(options, 'account');
  if (account !== undefined) checkName('account', account, 'Leave it out to charge nobody.');
  const keyId = field(options, 'keyId');
  if (keyId !== undefined) checkText('keyId', keyId, 'Leave it out if there is none.');
  checkOptionalBoolean('unpaid', field(options, 'unpaid'), 'The default is false.');
}

const maxTimeoutMs = 600_000;

export function checkTimeout(timeoutMs: number): void {
  if (typeof timeoutMs === 'number' && timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return;
  throw new InvalidArgument('timeoutMs', `timeoutMs must be from 1 to ${maxTimeoutMs}.`);
}

/** Checks how far a verification is to go. */
export function checkLevel(level: unknown, advice = "Leave it out for 'smtp'."): void {
  if (level === undefined || level === 'syntax' || level === 'dns' || level === 'smtp') return;
  throw new InvalidArgument('level', `level must be 'syntax', 'dns' or 'smtp'. ${advice}`);
}

/** All else is no option: listeners of signals and hooks of frameworks get arguments of their own. */
export function asksToDrain(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Reflect.get(options, 'drain') === true;
}

/** Checks a list of addresses, or a job to resume. */
export function checkBulkWork(work: unknown): void {
  if (Array.isArray(work)) checkEmails(work);
  else checkResumed(work, "an array of addresses: ['ann@example.org']");
}

/** Checks a list of people, or a job to resume. */
export function checkLookupWork(work: unknown): void {
  if (Array.isArray(work)) checkRows(work);
  else checkResumed(work, 'an array of people: [{ first_name, last_name, domain }]');
}

function checkResumed(work: unknown, list: string): void {
  const advice = `Pass ${list}, or { jobId } to resume a job.`;
  checkObject('work', work, advice);
  checkString('work.jobId', field(work, 'jobId'), advice);
}

function checkEmails(emails: unknown): void {
  const advice = "Pass an array of addresses: ['ann@example.org'].";
  checkList('emails', emails, advice);
  for (const [index, email] of emails.entries()) checkString(`emails[${index}]`, email, advice);
}

function checkRows(rows: unknown): void {
  checkList('input', rows, 'Pass an array of people: [{ first_name, last_name, domain }].');
  for (const [index, row] of rows.entries()) checkRow(row, `input[${index}]`);
}

const nameAdvice = 'Leave it out if there is none.';
const runNames = 'account name signal onProgress';
const runVerificationNames = namesOf<RunVerificationOptions>()(`${runNames} level`);
const runLookupNames = namesOf<RunBulkOptions>()(runNames);

/** Checks the options of a job that runs here, except its level. */
export function checkRunOptions(options: unknown, kind: 'verification' | 'lookup'): void {
  checkRequestOptions(options, kind === 'verification' ? runVerificationNames : runLookupNames);
  checkOptionalString('name', field(options, 'name'), nameAdvice);
  checkOptionalFunction('onProgress', field(options, 'onProgress'), 'It receives the job while it runs.');
}

const jobNames = 'account keyId idempotencyKey name unpaid';
const submitNames = namesOf<SubmitOptions>()(jobNames);
const submitVerificationNames = namesOf<VerificationSubmitOptions>()(`${jobNames} level`);

function checkSubmitOptions(options: unknown, names: ReadonlySet<string>): void {
  checkOptions(options, "{ account: 'acme', idempotencyKey: 'order 4711' }.");
  checkNames(options, names);
  checkPayer(options);
  checkOptionalString('idempotencyKey', field(options, 'idempotencyKey'), nameAdvice);
  checkOptionalString('name', field(options, 'name'), nameAdvice);
}

const accessNames = namesOf<JobAccess>()('keyId');

function checkJob(jobId: unknown, access: unknown): void {
  checkString('jobId', jobId, 'Pass the id that the submission returned.');
  checkOptions(access, '{ keyId }.');
  checkNames(access, accessNames);
  checkOptionalString('keyId', field(access, 'keyId'), 'Leave it out to find the jobs of every key.');
}

/** Returns the same method, which checks its arguments first. */
function ofJob<Result>(
  method: (jobId: string, access: JobAccess) => Promise<Result>,
): (jobId: string, access?: JobAccess) => Promise<Result> {
  return async (jobId, access = {}) => {
    checkJob(jobId, access);
    return method(jobId, access);
  };
}

const pageNames = namesOf<LookupPageOptions & ItemPageOptions>()('limit offset');

function checkPage(page: unknown): void {
  checkObject('page', page, 'Pass { limit: 100, offset: 0 }.');
  checkNames(page, pageNames);
}

const accountPageNames = namesOf<AccountJobsOptions>()('limit before');
const filterNames = namesOf<JobFilter>()('account keyId unfinished');

function checkFilter(filter: unknown): void {
  checkOptions(filter, "{ account: 'acme' }.");
  checkNames(filter, filterNames);
  for (const name of ['account', 'keyId'])
    checkOptionalString(name, field(filter, name), 'Leave it out to list those of all.');
  checkOptionalBoolean('unfinished', field(filter, 'unfinished'), 'The default is false.');
}

/** Returns the same jobs, whose methods check their arguments first, and whose verdicts have what the host knows. */
export function checkedJobs(jobs: Jobs, knownMail: KnownMailAdvice): Jobs {
  return {
    async submit(emails, options = {}) {
      checkEmails(emails);
      checkSubmitOptions(options, submitVerificationNames);
      checkLevel(options.level);
      return jobs.submit(emails, options);
    },
    async checkCredits(kind, options) {
      if (kind !== 'verification' && kind !== 'lookup')
        throw new InvalidArgument('kind', "kind must be 'verification' or 'lookup'.");
      checkSubmitOptions(options, submitVerificationNames);
      return jobs.checkCredits(kind, options);
    },
    get: ofJob((jobId, access) => jobs.get(jobId, access)),
    async results(jobId, access = {}) {
      checkJob(jobId, access);
      const results = await jobs.results(jobId, access);
      return {
        ...results,
        async *pages() {
          for await (const page of results.pages()) yield knownMail.judgeAll(page);
        },
      };
    },
    async submitLookup(rows, options = {}) {
      checkRows(rows);
      checkSubmitOptions(options, submitNames);
      return jobs.submitLookup(rows, options);
    },
    async lookupResults(jobId, page, access = {}) {
      checkJob(jobId, access);
      checkPage(page);
      return jobs.lookupResults(jobId, page, access);
    },
    async items(jobId, page, access = {}) {
      checkJob(jobId, access);
      checkPage(page);
      return jobs.items(jobId, page, access);
    },
    list(filter = {}) {
      checkFilter(filter);
      return jobs.list(filter);
    },
    async ofAccount(account, page) {
      const advice = "Pass the name of the account, such as 'acme', and { limit: 100 }.";
      checkText('account', account, advice);
      checkObject('page', page, advice);
      checkNames(page, accountPageNames);
      if (page.before !== undefined)
        checkObject('before', page.before, 'Pass the last job of the page before.');
      return jobs.ofAccount(account, page);
    },
    cancel: ofJob((jobId, access) => jobs.cancel(jobId, access)),
    delete: ofJob((jobId, access) => jobs.delete(jobId, access)),
    queueDepth: () => jobs.queueDepth(),
    work: () => jobs.work(),
  };
}

const newKeyNames = namesOf<Parameters<KeyStore['create']>[0]>()('account label test');
const rotationNames = namesOf<NonNullable<Parameters<KeyStore['rotate']>[1]>>()('oldValidForMs');

/** Returns the same store, whose methods check their arguments first. `usedKeys` receives the uses instead. */
export function checkedKeys(keys: KeyStore, usedKeys: Pick<KeyStore, 'markUsed'>): KeyStore {
  const advice = 'Pass the key, as the caller sent it.';
  return {
    async create(options) {
      checkObject('options', options, "Pass { account: 'acme' }.");
      checkNames(options, newKeyNames);
      checkName('account', options.account, "Pass the account that the key is for: { account: 'acme' }.");
      return keys.create(options);
    },
    async find(key) {
      checkString('key', key, advice);
      return keys.find(key);
    },
    async rotate(keyOrId, options = {}) {
      checkString('keyOrId', keyOrId, 'Pass the key or its id.');
      checkOptions(options, '{ oldValidForMs: 3_600_000 }.');
      checkNames(options, rotationNames);
      return keys.rotate(keyOrId, options);
    },
    async revoke(keyOrId) {
      checkString('keyOrId', keyOrId, 'Pass the key or its id.');
      return keys.revoke(keyOrId);
    },
    async markUsed(id) {
      checkString('id', id, 'Pass the id of the key: { id } of what find returned.');
      return usedKeys.markUsed(id);
    },
    async list(account) {
      checkName('account', account, "Pass the account of the keys: 'acme'.");
      return keys.list(account);
    },
  };
}

const rateLimitNames = namesOf<Parameters<RateLimits['take']>[1]>()('limit windowMs');

/** Returns the same limits, whose methods check their arguments first. */
export function checkedRateLimits(rateLimits: RateLimits): RateLimits {
  return {
    async take(subject, options) {
      checkObject('options', options, 'Pass { limit: 20, windowMs: 1_000 }.');
      checkNames(options, rateLimitNames);
      return rateLimits.take(subject, options);
    },
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
