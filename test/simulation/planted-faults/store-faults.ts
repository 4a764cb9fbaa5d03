import type { PlantedFault } from './planted-fault.ts';

const ledger = 'adapters/memory/ledger.ts';
const leases = 'adapters/memory/leases.ts';
const jobStore = 'adapters/memory/job-store.ts';
const ledgerRules = 'adapters/stores/ledger-rules.ts';
const jobRules = 'adapters/stores/job-rules.ts';

export const storeFaults: readonly PlantedFault[] = [
  {
    name: 'swapped-expiry-of-holds',
    file: ledger,
    find: 'if (expiresAt > now) continue;',
    replace: 'if (expiresAt < now) continue;',
    foundBy: ['balances add up', 'holds expire'],
  },
  {
    name: 'released-after-its-capture',
    file: ledgerRules,
    find: "if (record.state !== 'open') return { kind: 'unchanged', result: record.state };",
    replace: "if (record.state === wanted) return { kind: 'unchanged', result: record.state };",
    foundBy: ['balances add up', 'charged once for what was given', 'jobs are charged once'],
  },
  {
    name: 'repeated-grant-granted-again',
    file: ledger,
    find: "if (kind === 'repeat') return available;",
    replace: '',
    foundBy: ['balances add up', 'the stated price is charged'],
  },
  {
    name: 'held-credits-spent-again',
    file: ledgerRules,
    find: '  if (required > available)\n',
    replace: '  if (required > available + balance.held)\n',
    foundBy: ['balances add up'],
    days: { size: 'usual', only: ['store-slow'] },
  },
  {
    name: 'counted-before-recorded',
    file: jobRules,
    find: '    if (progress === undefined || change === undefined) continue;',
    replace:
      '    processed += 1;\n    if (progress === undefined || change === undefined) continue;\n    processed -= 1;',
    foundBy: ['jobs are listed as they are', 'every item one final result'],
    // Attempts come twice where a process has stood still, and another one has taken over its job.
    days: { only: ['paused'] },
  },
  {
    name: 'attempt-counted-as-another-item',
    file: jobRules,
    find: 'processed += change.processed;',
    replace: 'processed += 1;',
    foundBy: ['jobs are listed as they are', 'every item one final result'],
  },
  {
    name: 'idempotency-key-not-kept',
    file: jobStore,
    find: 'if (record.idempotency !== null) this.#idByIdempotencyKey.set(record.idempotency.key, record.id);',
    replace: '',
    foundBy: ['jobs are charged once'],
  },
  {
    name: 'idempotency-key-kept-after-the-creation',
    file: jobStore,
    find: 'if (record.idempotency !== null) this.#idByIdempotencyKey.set(record.idempotency.key, record.id);',
    replace:
      'const { key } = record.idempotency ?? {};\n    if (key !== undefined) this.#clock.after(1_000, () => this.#idByIdempotencyKey.set(key, record.id));',
    foundBy: ['jobs are charged once'],
  },
  {
    name: 'deletion-that-deletes-nothing',
    file: jobStore,
    find: '    this.#delete(job);\n    return true;',
    replace: '    return true;',
    foundBy: ['deleted jobs are gone'],
  },
  {
    name: 'swapped-expiry-of-the-lease-of-a-job',
    file: jobRules,
    find: 'held.owner === owner || held.until <= now',
    replace: 'held.owner === owner || held.until > now + 86_400_000',
    foundBy: ['everything finishes'],
  },
  {
    name: 'one-connection-too-many',
    file: leases,
    find: 'state.leases.size >= waiter.options.max',
    replace: 'state.leases.size > waiter.options.max',
    foundBy: ['learned limits are kept', 'connection limits'],
  },
  {
    name: 'swapped-expiry-of-cached-results',
    file: 'adapters/memory/cache.ts',
    find: 'if (expiresAt > this.#clock.now()) return { value, expiresAt };',
    replace: 'if (expiresAt < this.#clock.now()) return { value, expiresAt };',
    foundBy: ['taken-over work is charged once', 'charged once for what was given'],
  },
];
