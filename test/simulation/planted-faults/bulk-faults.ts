import type { PlantedFault } from './planted-fault.ts';

const submission = 'src/bulk/submission.ts';
const settlement = 'src/bulk/settlement.ts';
const attempt = 'src/bulk/attempt.ts';
const batchRun = 'src/bulk/batch-run.ts';

export const bulkFaults: readonly PlantedFault[] = [
  {
    name: 'job-starts-unpaid',
    file: settlement,
    find: 'return isFree || (await charges.captureHold(job.id));',
    replace: 'return isFree || charges !== undefined;',
  },
  {
    name: 'hold-of-a-failed-creation-kept',
    file: submission,
    find: 'if (await giveUp(job, charge, context)) throw error;',
    replace: 'if (giveUp !== undefined) throw error;',
    days: { size: 'usual', only: ['store-losses'] },
  },
  {
    name: 'refund-noted-before-it-is-made',
    file: settlement,
    find: '  const { jobs, queue, charges, clock } = context;\n',
    replace:
      '  const { jobs, queue, charges, clock } = context;\n  await jobs.markSettled(job.id, { at: Math.floor(clock.now()) });\n',
    days: { only: ['killed'] },
  },
  {
    name: 'provisional-items-refunded-at-a-cancel',
    file: settlement,
    find: 'const unused = job.total - job.processed;',
    replace: 'const unused = job.total - job.processed + job.retrying;',
  },
  {
    name: 'key-accepted-for-another-list',
    file: submission,
    find: 'if (job.idempotency?.fingerprint !== idempotency?.fingerprint) {',
    replace: 'if (job.idempotency?.key !== idempotency?.key) {',
  },
  {
    name: 'key-shared-by-accounts',
    file: submission,
    find: 'const owner = keyId === null ? `account:$' + "{account ?? ''}` : `key:$" + '{keyId}`;',
    replace: 'const owner = `$' + '{typeof account} $' + '{typeof keyId}`;',
  },
  {
    name: 'list-charged-twice-its-price',
    file: submission,
    find: 'const milliCredits = items.length * milliCreditsPerItem;',
    replace: 'const milliCredits = 2 * items.length * milliCreditsPerItem;',
  },
  {
    name: 'listed-people-charged-as-addresses',
    file: 'src/bulk/bulk.ts',
    find: 'const price = this.#context.prices.lookup;',
    replace: 'const price = this.#context.prices.verify;',
  },
  {
    name: 'refund-of-a-cancelled-list-to-another-account',
    file: settlement,
    find: 'await charges.refund(job.id, { account: job.account, milliCredits, purpose });',
    replace:
      "const account = job.account === 'Adler Ltd' ? 'Baker & Sons' : 'Adler Ltd';\n    await charges.refund(job.id, { account, milliCredits, purpose });",
  },
  {
    name: 'people-refunded-at-the-price-of-addresses',
    file: settlement,
    find: 'const milliCredits = unused * job.milliCreditsPerItem;',
    replace: "const milliCredits = unused * (job.kind === 'lookup' ? 200 : job.milliCreditsPerItem);",
  },
  {
    name: 'lost-creation-reported-as-created',
    file: submission,
    find: 'return context.charges.releaseHold(id, charge, whenCaptured).catch(() => true);',
    replace: 'return context.charges.releaseHold(id, charge, whenCaptured).catch(() => false);',
    days: { only: ['store-away', 'store-losses'] },
  },
  {
    name: 'held-credits-left-out-of-the-check',
    file: submission,
    find: 'if (available + held > 0) return;',
    replace: 'if (available > 0 || held < 0) return;',
  },
  {
    name: 'cancel-for-any-key',
    file: 'src/bulk/bulk.ts',
    find: '      await this.#reader.job(jobId, access);\n      await endJob(',
    replace: '      await this.#reader.job(jobId, access && {});\n      await endJob(',
  },
  {
    name: 'delete-for-any-key',
    file: 'src/bulk/bulk.ts',
    find: 'const job = await this.#reader.job(jobId, access);',
    replace: 'const job = await this.#reader.job(jobId, access && {});',
  },
  {
    name: 'jobs-read-with-any-key',
    file: 'src/bulk/job-reader.ts',
    find: 'const accessible = keyId === undefined || job?.keyId === keyId;',
    replace: "const accessible = keyId !== '';",
  },
  {
    name: 'jobs-of-all-keys-listed',
    file: 'src/bulk/listing/job-summary.ts',
    find: 'if (keyId !== undefined && job.keyId !== keyId) return false;',
    replace: "if (keyId === '') return false;",
  },
  {
    name: 'running-list-refunded-at-a-deletion',
    file: 'src/bulk/bulk.ts',
    find: 'if (job.failedAt !== null && job.settledAt === null)',
    replace: 'if (job.settledAt === null)',
  },
  {
    name: 'running-list-ended-at-a-deletion',
    file: 'src/bulk/bulk.ts',
    find: 'if (job.failedAt !== null && job.settledAt === null) await settleFailedJob(job, this.#context);',
    replace: 'if (settleFailedJob !== undefined) await endJob(job.id, { cancelled: true }, this.#context);',
  },
  {
    name: 'finished-jobs-left-out-of-lists',
    file: 'src/bulk/listing/job-summary.ts',
    find: 'if (filter.unfinished) return;',
    replace: 'if (filter.account !== undefined) return;',
  },
  {
    name: 'retried-results-counted-twice-in-lists',
    file: 'src/bulk/listing/job-summary.ts',
    find: '    processed,\n    retrying: failedAt',
    replace: '    processed: processed + job.retried,\n    retrying: failedAt',
  },
  {
    name: 'failing-list-given-up-after-a-minute',
    file: 'src/bulk/worker.ts',
    find: 'now - stall.since >= options.giveUpMs',
    replace: 'now - stall.since >= Math.min(60_000, options.giveUpMs)',
  },
  {
    name: 'found-and-not-found-exchanged',
    file: 'src/bulk/job-status.ts',
    find: 'total_found: job.safe, total_not_found: processed - job.safe',
    replace: 'total_found: processed - job.safe, total_not_found: job.safe',
  },
  {
    name: 'retry-from-a-new-batch-id',
    file: batchRun,
    find: 'const id = batchId({ jobId, attempt: attempt + 1, positions });',
    replace: 'const id = `$' + '{batchId({ jobId, attempt: attempt + 1, positions })} $' + '{clock.now()}`;',
    days: { only: ['killed', 'store-losses'] },
  },
  {
    name: 'cancel-does-nothing',
    file: 'src/bulk/bulk.ts',
    find: '    await endJob(jobId, { cancelled: true }, this.#context);\n',
    replace: '',
  },
  {
    name: 'cancelled-list-worked-on',
    file: batchRun,
    find: 'if (job === undefined || isFinished(job)) return;',
    replace: 'if (job === undefined || job.completedAt !== null) return;',
  },
  {
    name: 'addresses-of-lists-given-no-time',
    file: attempt,
    find: '{ ...options, level:',
    replace: '{ ...options, timeoutMs: 400, level:',
  },
  {
    name: 'people-of-lists-given-no-time',
    file: attempt,
    find: '{ ...options, milliCredits: job.milliCreditsPerItem }',
    replace: '{ ...options, timeoutMs: 400, milliCredits: job.milliCreditsPerItem }',
  },
  {
    name: 'retries-of-lists-answered-from-the-cache',
    file: 'src/engine.ts',
    find: 'reusePatienceMs: Number.POSITIVE_INFINITY,',
    replace: "reusePatienceMs: share.kind === 'bulk' ? timeoutMs : Number.POSITIVE_INFINITY,",
  },
  {
    name: 'greylist-retried-early',
    file: 'src/bulk/retry-schedule.ts',
    find: '[360_000, 960_000, 2_100_000]',
    replace: '[60_000, 960_000, 2_100_000]',
  },
  {
    name: 'last-retry-forgotten',
    file: 'src/bulk/retry-schedule.ts',
    find: 'const delayMs = this.#delaysMs[attempt - 1];',
    replace: 'const delayMs = this.#delaysMs[attempt];',
  },
  {
    name: 'batch-retried-at-the-time-of-its-first-item',
    file: batchRun,
    find: '(later, { retryAt }) => Math.max(later, retryAt), 0)',
    replace: '(first, { retryAt }) => Math.min(first, retryAt), Number.POSITIVE_INFINITY)',
  },
  {
    name: 'retries-lost-with-their-process',
    file: 'src/bulk/job-driver.ts',
    find: 'if ((await queue.count(job.id)) === 0) {',
    replace: 'if (job.startedAt === null) {',
  },
  {
    name: 'flooding-account-served-first',
    file: 'src/concurrency/fair-queue.ts',
    find: 'return one.held < other.held || (one.held === other.held && one.servedAt < other.servedAt);',
    replace: 'return one.held > other.held || (one.held === other.held && one.servedAt > other.servedAt);',
    days: { only: ['exchange-down'] },
  },
  {
    name: 'given-up-list-fails-with-all-its-results',
    file: 'src/bulk/stalled-job.ts',
    find: 'if (job.processed < job.total) {',
    replace: 'if (job.processed <= job.total) {',
    days: { only: ['resolvers-silent', 'port-25-blocked', 'egress-fails'] },
  },
];
