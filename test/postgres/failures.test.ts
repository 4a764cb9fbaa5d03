import { expect, it } from 'vitest';
import { isAboutOneRequest, storageError } from '../../adapters/postgres/failures.ts';

const errorOf = (code: string, message = 'no') =>
  Object.assign(new Error(message), { severity: 'ERROR', code });

it.each([
  ['23505', 'a row with the same key', true],
  ['22P02', 'an invalid value', true],
  ['55P03', 'a lock that was not granted in time', false],
  ['57014', 'the statement_timeout', false],
  ['53100', 'a full disk', false],
  ['25006', 'a read-only server', false],
  ['0A000', 'a feature that is not supported', false],
  ['08006', 'a lost connection', false],
])('%s, %s, is about one request: %s', (code, _, expected) => {
  expect(isAboutOneRequest(errorOf(code))).toBe(expected);
  expect(isAboutOneRequest(storageError(errorOf(code), 'here'))).toBe(expected);
});

it.each([
  ['25006', 'cannot execute INSERT in a read-only transaction', true],
  ['0A000', 'cannot access temporary or unlogged relations during recovery', true],
  ['0A000', 'cross-database references are not implemented: mailproof', false],
])('%s %s is of a standby: %s', (code, said, expected) => {
  expect(storageError(errorOf(code, said), 'here').message.includes('read-only standby')).toBe(expected);
});
