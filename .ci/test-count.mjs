// Prints "N passed, N failed" from the JSON report of the test runner, and fails unless all of some tests passed.
import { readFileSync } from 'node:fs';

const report = readFileSync(process.argv[2], 'utf8');
if (report === '') {
  console.error('No test ran: see above.');
  process.exit(1);
}
const { numPassedTests, numFailedTests, testResults } = JSON.parse(report);

/** A file that could not even be loaded has no tests to fail, and counts as one. */
const unloadable = testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
);
const failed = numFailedTests + unloadable.length;

console.log(`${numPassedTests} passed, ${failed} failed`);
if (failed > 0 || numPassedTests === 0) process.exitCode = 1;
