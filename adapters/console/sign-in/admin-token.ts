import { hash, timingSafeEqual } from 'node:crypto';
import { InvalidArgument } from '../../../src/errors.ts';

const fewestCharacters = 24;

/** Throws InvalidArgument for a token that somebody could guess. */
export function checkAdminToken(token: string): void {
  if (typeof token === 'string' && token.length >= fewestCharacters) return;
  throw new InvalidArgument(
    'adminToken',
    `adminToken must have at least ${fewestCharacters} characters. Make one: openssl rand -hex 24`,
  );
}

/** Returns whether two secrets are the same, in a time that says nothing about where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
