import type { PlantedFault } from './planted-fault.ts';

const charges = 'src/credits/charges.ts';
const resultCache = 'src/credits/result-cache.ts';
const sharedWork = 'src/credits/shared-work.ts';

export const creditFaults: readonly PlantedFault[] = [
  {
    name: 'released-before-captured',
    file: charges,
    find: '      result = await work(holdId);',
    replace: '      result = await work(holdId);\n      await this.#ledger.release(holdId);',
    foundBy: ['charged once for what was given', 'holds last as long as their work'],
  },
  {
    name: 'captured-before-the-work',
    file: charges,
    find: '      result = await work(holdId);',
    replace: '      await this.#captureOrAsk(holdId);\n      result = await work(holdId);',
    foundBy: ['charged once for what was given'],
  },
  {
    name: 'no-grace-after-the-deadline-of-a-hold',
    file: charges,
    find: 'Math.ceil(workMs) + holdGraceMs',
    replace: 'Math.ceil(workMs)',
    foundBy: ['holds last as long as their work'],
    days: { only: ['store-slow', 'paused'] },
  },
  {
    name: 'undo-forgotten-if-the-capture-is-uncertain',
    file: charges,
    find: '      this.#undoLater(holdId, charge, { needed: true, undo });\n      throw error;\n    });\n    if (state',
    replace: '      throw error;\n    });\n    if (state',
    foundBy: [
      'charged once for what was given',
      'refused lists cost only their results',
      'the stated price is charged',
    ],
    days: { only: ['store-away', 'store-losses'] },
  },
  {
    name: 'undo-forgotten-before-its-refund-is-granted',
    file: charges,
    find: "      await this.#ledger.grant({ id: refundOf(holdId), account, milliCredits, reason: 'refund', purpose });\n    }\n    this",
    replace:
      "      this.#ledger.grant({ id: refundOf(holdId), account, milliCredits, reason: 'refund', purpose }).catch(() => {});\n    }\n    this",
    foundBy: [
      'charged once for what was given',
      'refused lists cost only their results',
      'the stated price is charged',
    ],
    days: { size: 'usual', only: ['store-away'] },
  },
  {
    name: 'service-sweeps-only-at-its-start',
    file: 'adapters/cli/service/hold-sweep.ts',
    find: '    if (!ended) cancel = clock.after(intervalMs, next);\n',
    replace: '    if (ended) cancel = clock.after(intervalMs, next);\n',
    foundBy: ['holds expire'],
    days: { only: ['killed'] },
  },
  {
    name: 'engine-sweeps-only-once',
    file: charges,
    find: 'if (steadyNow(this.#clock) - this.#sweptAt < sweepIntervalMs) return;',
    replace: 'if (steadyNow(this.#clock) - this.#sweptAt < 5_000 * sweepIntervalMs) return;',
    foundBy: ['holds expire'],
    days: { only: ['killed'] },
  },
  {
    name: 'failing-sweep-ends-the-process',
    file: charges,
    find: 'this.#sweepExpired().catch(() => 0);',
    replace: 'this.#sweepExpired();',
    foundBy: ['no error escapes'],
    days: { only: ['store-away'] },
  },
  {
    name: 'client-that-left-charged',
    file: sharedWork,
    find: 'const paid = await charges.chargeAround(charge, workAndStore);',
    replace:
      'const paid = await charges.chargeAround(charge, workAndStore);\n    request.signal()?.throwIfAborted();',
    foundBy: ['charged once for what was given', 'the stated price is charged'],
    days: { size: 'usual', only: ['store-slow'] },
  },
  {
    name: 'undo-that-fails-is-forgotten',
    file: 'src/credits/pending-reversals.ts',
    find: 'if (error instanceof StorageUnavailable) this.#retryLast(reversal);\n        else this.#remove(reversal.holdId);',
    replace: 'this.#remove(reversal.holdId);',
    foundBy: ['charged once for what was given', 'refused lists cost only their results'],
    days: { only: ['store-away', 'store-losses'] },
  },
  {
    name: 'unpaid-result-reused',
    file: resultCache,
    find: '      if (entry.holdId !== undefined && !(await this.#use(entry.holdId))) continue;\n',
    replace: '',
    foundBy: [
      'charged once for what was given',
      'the stated price is charged',
      'unpaid answers are kept back',
    ],
    days: { only: ['store-away', 'store-losses', 'killed'] },
  },
  {
    name: 'result-stored-after-its-capture',
    file: sharedWork,
    find: '      await this.#storeFirst(request, result, { patienceMs, holdId, replaced });',
    replace:
      '      void charges.captureHold(holdId).then(() => this.#storeFirst(request, result, { patienceMs, holdId, replaced })).catch(() => {});',
    foundBy: ['taken-over work is charged once', 'charged once for what was given'],
  },
  {
    name: 'result-stored-over-that-of-another-process',
    file: resultCache,
    find: 'await this.#cache.replace(storeKey, replaced.stored, entry, this.#groupFor(key, result));',
    replace: 'await this.#cache.set(storeKey, entry, this.#groupFor(key, result)).then(() => true);',
    foundBy: ['taken-over work is charged once', 'charged once for what was given'],
  },
  {
    name: 'cached-results-not-found',
    file: resultCache,
    find: 'for (; entry !== undefined; entry = this.#formerOf(entry)) {',
    replace: 'for (; entry !== undefined && patienceMs < 0; entry = this.#formerOf(entry)) {',
    foundBy: ['taken-over work is charged once', 'charged once for what was given'],
  },
  {
    name: 'follower-waits-beyond-its-deadline',
    file: sharedWork,
    find: 'await abortable(flight.outcome, deadline.signal);',
    replace: 'await flight.outcome;',
    foundBy: ['singles answered in time'],
    days: { only: ['store-slow'] },
  },
  {
    name: 'refunds-left-out-of-usage',
    file: 'src/credits/usage.ts',
    find: "if (change !== 'capture' && !refunded) return;",
    replace: "if (change !== 'capture') return;",
    foundBy: ['usage is what was charged'],
  },
  {
    name: 'usage-begins-too-early',
    file: 'src/credits/usage.ts',
    find: 'else if (entry.at >= from && entry.at < to)',
    replace: 'else if (entry.at < to)',
    foundBy: ['usage is what was charged'],
  },
  {
    name: 'answers-reused-for-22-hours-only',
    file: resultCache,
    find: 'const reuseMs = 86_400_000;',
    replace: 'const reuseMs = 79_200_000;',
    foundBy: ['charged once for what was given'],
    days: { size: 'usual', only: ['reply-trouble'] },
  },
  {
    name: 'subtraction-takes-twice-as-much',
    file: 'src/credits/corrections.ts',
    find: '{ ...subtraction, id, expiresInMs: completionMs, purpose }',
    replace:
      '{ ...subtraction, milliCredits: 2 * subtraction.milliCredits, id, expiresInMs: completionMs, purpose }',
    foundBy: ['the stated price is charged'],
  },
  {
    name: 'candidates-given-away-before-the-lookup-is-paid',
    file: 'src/lookup/lookups.ts',
    find: 'account === undefined ? undefined : new UnpublishedResults()',
    replace: 'account === undefined ? new UnpublishedResults() : undefined',
    foundBy: ['unpaid answers are kept back'],
  },
  {
    name: 'results-of-a-list-given-away-before-they-are-recorded',
    file: 'src/bulk/batch-run.ts',
    find: '      const { recorded, job } = await this.#recorder.record(',
    replace:
      '      await unpublished.publishAll();\n      const { recorded, job } = await this.#recorder.record(',
    foundBy: ['unpaid answers are kept back'],
  },
  {
    name: 'unknown-never-reused',
    file: 'src/credits/result-cache.ts',
    find: 'return this.isConclusive(result) || wantedPatienceMs <= patienceMs;',
    replace: 'return this.isConclusive(result) || wantedPatienceMs < 0 * patienceMs;',
    foundBy: ['charged once for what was given'],
  },
  {
    name: 'answers-reused-for-ten-days',
    file: 'src/credits/result-cache.ts',
    find: 'const reuseMs = 86_400_000;',
    replace: 'const reuseMs = 864_000_000;',
    foundBy: ['charged once for what was given'],
  },
];
