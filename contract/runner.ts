/**
 * What a conformance suite needs of a test runner. vitest, jest, mocha and `node:test` all have it:
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
