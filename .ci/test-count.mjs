// Prints what failed, by name, and "N passed, N failed" for each report of the test runner in a folder; and the sum in
// the last line. Fails unless every run has passed at least one test, failed none and skipped none.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [folder] = process.argv.slice(2);
const runs = readdirSync(folder).map((file) => ({
  name: basename(file, '.json'),
  ...countsOf(join(folder, file)),
}));

for (const { name, failures } of runs)
  for (const failure of failures) console.log(`${name}: FAILED ${failure}`);
for (const { name, passed, failed, skipped } of runs) {
  console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (passed === 0 || failed > 0 || skipped > 0) process.exitCode = 1;
}
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
if (runs.length === 0) process.exitCode = 1;

function countsOf(path) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  // A file that could not even be loaded has no tests that fail, and counts as one.
  const unloadable = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...unloadable.map(({ name, message }) => failureText(name, message)),
      ...testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(failureOf)),
    ],
  };
}

function failureOf({ status, fullName, failureMessages = [] }) {
  return status === 'failed' ? [failureText(fullName, failureMessages.join('\n'))] : [];
}

/** The beginning of the message is enough to know what to look for above. */
function failureText(name, message) {
  return `${name}: ${message.split('\n').slice(0, 12).join('\n  ').slice(0, 1_500)}`;
}

function sum(count) {
  return runs.reduce((total, run) => total + run[count], 0);
}
