/**
 * The folders of `src` that are mutated, each with the tests that are to notice: fast ones, that start no process.
 * A path is that of a test file or of a folder.
 */
export const rooms = {
  'src/credits': [
    'test/credits/blocked-elsewhere.test.ts',
    'test/credits/changed-results.test.ts',
    'test/credits/charge-events.test.ts',
    'test/credits/charges.test.ts',
    'test/credits/corrections.test.ts',
    'test/credits/flight-lead.test.ts',
    'test/credits/flights.test.ts',
    'test/credits/forgotten-addresses.test.ts',
    'test/credits/pending-reversals.test.ts',
    'test/credits/result-cache.test.ts',
    'test/credits/reuse.test.ts',
    'test/credits/unpublished-results.test.ts',
    'test/credits/unpublished-verifications.test.ts',
    'test/credits/usage.test.ts',
    'test/credits/verification-levels.test.ts',
    'test/credits/verifications.test.ts',
    'test/engine/levels.test.ts',
  ],
  'src/verdict': ['test/verdict'],
  'src/exchange': ['test/exchange', 'test/verdict/wiring.test.ts'],
  'src/verdict/catch-all': ['test/verdict/catch-all'],
  'src/probe/session': [
    'test/probe/session',
    'test/engine/patience.test.ts',
    'test/engine/listeners.test.ts',
    'test/property/attribution.test.ts',
  ],
  'src/bulk': [
    'test/bulk/steps',
    'test/bulk/forgetting',
    'test/bulk/listing',
    'test/bulk/adaptive-limiter.test.ts',
    'test/bulk/bulk-run.test.ts',
    'test/bulk/clock-changes.test.ts',
    'test/bulk/job-deletion.test.ts',
    'test/bulk/job-kinds.test.ts',
    'test/bulk/job-status.test.ts',
    'test/bulk/lookup-jobs.test.ts',
    'test/bulk/restart.test.ts',
    'test/bulk/run.test.ts',
    'test/bulk/store-outage.test.ts',
    'test/bulk/submission.test.ts',
  ],
};

/** Tables, which their own tests check as a whole. */
export const dataFiles = ['src/exchange/providers.ts'];
