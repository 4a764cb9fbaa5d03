/** How API keys are made and hashed, the same in every KeyStore. */
import { hash, randomBytes } from 'node:crypto';
import type { KeyStore } from '../../src/ports.ts';
import { checkAccount, checkText } from './ledger-rules.ts';

export type NewKey = Parameters<KeyStore['create']>[0];

/** `mp_` and 256 random bits in base64url: 46 characters, all of them safe in a URL and a header. */
export function newApiKey(): string {
  return `mp_${randomBytes(32).toString('base64url')}`;
}

/** The public name of a key: `key_` and 96 bits of its own, so that it says nothing about the key. */
export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/**
 * SHA-256 of the key as given, in 64 hexadecimal digits: what is stored and what is looked up. A plain hash is
 * enough, since a key of 256 random bits cannot be guessed; for the same reason the time that an index takes to
 * find a hash tells nobody anything.
 */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Throws InvalidArgument unless the account has a name and the label, if any, is well-formed text. */
export function checkNewKey(options: NewKey): void {
  checkAccount(options.account);
  if (options.label !== undefined) checkText('label', options.label);
}
