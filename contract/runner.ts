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
