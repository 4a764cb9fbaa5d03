import { hash, timingSafeEqual } from 'node:crypto';
import { InvalidArgument } from '../../../src/errors.ts';

const fewestCharacters = 24;
/** Longer texts are none that somebody types or pastes; the console's API takes no longer ones. */
const mostCharacters = 1_000;

/** Throws InvalidArgument for a token that somebody could guess. */
export function checkAdminToken(token: string): void {
  if (typeof token === 'string' && token.length >= fewestCharacters && token.length <= mostCharacters) return;
  throw new InvalidArgument(
    'adminToken',
    `adminToken must have ${fewestCharacters} to ${mostCharacters} characters. Make one: openssl rand -hex 24`,
  );
}

/** Returns whether two secrets are the same, in a time that says nothing about where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
