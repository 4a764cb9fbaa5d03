/** Creates, hashes and checks API keys, the same way in every KeyStore. */
import { hash, randomBytes } from 'node:crypto';
import { InvalidArgument } from '../../src/errors.ts';
import type { KeyRecord, KeyStore } from '../../src/ports/key-store.ts';
import { checkInteger, checkName, checkText } from './argument-checks.ts';

export type KeyCreationOptions = Parameters<KeyStore['create']>[0];
export type KeyRotationOptions = NonNullable<Parameters<KeyStore['rotate']>[1]>;

const defaultOldValidForMs = 24 * 3_600_000;
const maxOldValidForMs = 365 * 24 * 3_600_000;

/** Returns `mp_` or `test_`, and 256 random bits in base64url: characters that are all safe in URLs and headers. */
/** Makes a key, and the record that is stored of it. Throws InvalidArgument. */
export function newKey(options: KeyCreationOptions, createdAt: number) {
  checkNewKey(options);
  const { account, label = null, test = false } = options;
  const key = newApiKey({ test });
  const unchanged = { rotatedAt: null, previousValidUntil: null, revokedAt: null, lastUsedAt: null };
  const record: KeyRecord = { id: newKeyId(), account, label, test, createdAt, ...unchanged };
  return { key, hash: hashOfKey(key), record };
}

export function newApiKey({ test }: { test: boolean }): string {
  return `${test ? 'test_' : 'mp_'}${randomBytes(32).toString('base64url')}`;
}

/** Returns the public id of a key: `key_` and 96 random bits of its own, so that it reveals nothing about the key. */
export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/**
 * Returns the SHA-256 of the key, unmodified, in 64 hexadecimal digits. Stores keep and look up only this hash. A
 * plain hash is enough because a key of 256 random bits cannot be guessed; for the same reason the time of an index
 * look-up reveals nothing useful.
 */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Throws InvalidArgument if the account is empty or a text is malformed. */
export function checkNewKey(options: KeyCreationOptions): void {
  checkName('account', options.account);
  if (options.label !== undefined) checkText('label', options.label);
  if (options.test !== undefined && typeof options.test !== 'boolean')
    throw new InvalidArgument('test', 'test must be true for a test key, or false.');
}

/** Returns how long replaced secrets remain valid. Throws InvalidArgument if it is out of range. */
export function oldValidForMsOf({ oldValidForMs = defaultOldValidForMs }: KeyRotationOptions): number {
  checkInteger('oldValidForMs', oldValidForMs, 0, maxOldValidForMs);
  return oldValidForMs;
}

/** When a secret was replaced by another, and when it ends. */
export interface ReplacedSecret {
  readonly replacedAt: number;
  readonly validUntil: number;
}

/** False before it was replaced, too: a clock that is set back must not make it valid for longer than was asked. */
export function isStillValid({ replacedAt, validUntil }: ReplacedSecret, now: number): boolean {
  return replacedAt <= now && now < validUntil;
}
