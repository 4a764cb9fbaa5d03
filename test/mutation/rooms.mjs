/**
 * The folders of `src` that are mutated, each with the tests that are to notice: fast ones, that start no process.
 * A path is that of a test file or of a folder.
 */
export const rooms = {
  'src/credits': [
    'test/credits/charge-events.test.ts',
    'test/credits/charges.test.ts',
    'test/credits/flight-lead.test.ts',
    'test/credits/flights.test.ts',
    'test/credits/pending-reversals.test.ts',
    'test/credits/result-cache.test.ts',
    'test/credits/reuse.test.ts',
    'test/credits/unpublished-verdicts.test.ts',
    'test/credits/unpublished-verifications.test.ts',
    'test/credits/verifications.test.ts',
  ],
  'src/verdict': ['test/verdict'],
  'src/exchange': ['test/exchange', 'test/verdict/wiring.test.ts'],
  'src/probe/session': [
    'test/probe/session',
    'test/engine/patience.test.ts',
    'test/engine/listeners.test.ts',
    'test/property/attribution.test.ts',
  ],
  'src/bulk': ['test/bulk', 'test/property/bulk-model.test.ts'],
};

/** Tables, which their own tests check as a whole. */
export const dataFiles = ['src/exchange/providers.ts'];
