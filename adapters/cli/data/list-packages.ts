import { toAscii } from '../../../src/address/domain.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { NpmPackage } from './npm-package.ts';

/** A package with names of disposable domains. */
interface ListPackage {
  readonly name: string;
  readonly list: 'curated' | 'broad';
  /** Has an array of names, in JSON or in JavaScript, or a name a line. */
  readonly path: string;
  /** With fewer names than half of what it had in 2026, it is not what it was. */
  readonly leastNames: number;
}

/** The packages that lists are made of; those that come with mailproof are older versions of them. */
export const listPackages: readonly ListPackage[] = [
  {
    name: 'disposable-email-domains-js',
    list: 'curated',
    path: 'dist/dict/disposable_email_blocklist.json',
    leastNames: 4_000,
  },
  { name: 'disposable-domains', list: 'broad', path: 'index.json', leastNames: 65_000 },
  { name: 'mailchecker', list: 'broad', path: 'platform/node/index.js', leastNames: 28_000 },
  // Its names are below the services where they were seen, and expire.
  { name: 'fakefilter', list: 'broad', path: 'txt/data.txt', leastNames: 1_000 },
];

/** Of so many names, one may be none: lists are collected by hand. */
const namesPerMistake = 100;

const domainName = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;

/** Returns the names of a package in lower-case A-labels. Throws InvalidArgument if it is not what it was. */
export function namesOf(
  { version, text }: NpmPackage,
  { name, path, leastNames }: ListPackage,
): readonly string[] {
  const listed = new Set(namesIn(text(path) ?? '').map((each) => asciiName(each.toLowerCase())));
  const names = [...listed].filter((each) => domainName.test(each));
  const mistakes = listed.size - names.length;
  if (names.length >= leastNames && mistakes <= listed.size / namesPerMistake) return names;
  throw new InvalidArgument(
    'files',
    `${name} ${version} has ${names.length.toLocaleString('en')} names of domains, where at least ` +
      `${leastNames.toLocaleString('en')} were expected, and ${mistakes.toLocaleString('en')} that are none. ` +
      'Nothing was changed. Give an older version of the package, or update mailproof.',
  );
}

/** Returns the first array of texts, or else all lines that are no comments. */
function namesIn(text: string): readonly string[] {
  const [array] = /\[\s*"[^\]]*\]/.exec(text) ?? [];
  if (array === undefined) return text.split('\n').filter((line) => /^[^#\s]/.test(line));
  const parsed: unknown = JSON.parse(array);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
}

/** The broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
