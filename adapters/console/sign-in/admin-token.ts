import { hash, timingSafeEqual } from 'node:crypto';
import { InvalidArgument } from '../../../src/errors.ts';

const fewestCharacters = 24;
const fewestDifferent = 10;
/** Five words have less, and nearly all random texts of the length above more. */
const leastBits = 72;
/** Longer texts are none that somebody types or pastes; the console's API takes no longer ones. */
const mostCharacters = 1_000;

/** Throws InvalidArgument for a token that somebody could guess. */
export function checkAdminToken(token: string): void {
  if (typeof token === 'string' && token.length >= fewestCharacters && token.length <= mostCharacters) {
    if (new Set(token).size >= fewestDifferent && estimatedBits(token) >= leastBits) return;
  }
  throw new InvalidArgument(
    'adminToken',
    `adminToken must be ${fewestCharacters} to ${mostCharacters} random characters, not words. Make one: openssl rand -hex 24`,
  );
}

/** A word of a dictionary of eight thousand: any run of letters, of which all or none are upper-case, may be one. */
const bitsOfWord = 13;

/** Estimates how hard a text is to guess. Its punctuation does not count. */
function estimatedBits(token: string): number {
  const runs = token.match(/\p{N}+|\p{Lu}+|[\p{Ll}\p{Lo}]+/gu) ?? [];
  const bits = runs.map((run) =>
    /\p{N}/u.test(run) ? 3 * run.length : Math.min(5 * run.length, bitsOfWord),
  );
  return bits.reduce((sum, each) => sum + each, 0);
}

/** Returns whether two secrets are the same, in a time that says nothing about where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
