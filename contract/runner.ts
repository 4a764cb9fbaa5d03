import { checkMethods, checkString } from '../src/argument-checks.ts';

/**
 * The functions that a conformance suite needs from a test runner. vitest, jest, mocha and `node:test` have them:
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * dnsContract({ describe, it }, subject);
 * ```
 */
export interface ContractRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void> | void): void;
}

/** Checks the arguments of a suite whose subject has these methods. Throws InvalidArgument. */
export function checkSuite(
  runner: ContractRunner,
  subject: { readonly name: string },
  methods: readonly string[] = ['start'],
): void {
  const parts = methods.map((method) => `${method}: …`).join(', ');
  const advice = `Call the suite with ({ describe, it }, { name: 'mine', ${parts} }).`;
  checkMethods('runner', runner, ['describe', 'it'], advice);
  checkMethods('subject', subject, methods, advice);
  checkString('subject.name', subject.name, advice);
}
