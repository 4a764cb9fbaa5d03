import { toAscii } from '../../../src/address/domain.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { NpmPackage } from './npm-package.ts';

/** A package with names of disposable domains. */
interface ListPackage {
  readonly name: string;
  readonly list: 'curated' | 'broad';
  /** Each has an array of names, in JSON or in JavaScript. */
  readonly paths: readonly string[];
  /** With fewer names than half of what it had in 2026, it is not what it was. */
  readonly leastNames: number;
}

/** The packages that lists are made of: those that come with mailproof, and one that collects the lists of many others. */
export const listPackages: readonly ListPackage[] = [
  {
    name: 'disposable-email-domains-js',
    list: 'curated',
    paths: ['dist/dict/disposable_email_blocklist.json'],
    leastNames: 4_000,
  },
  {
    name: 'disposable-email-domains',
    list: 'broad',
    paths: ['index.json', 'wildcard.json'],
    leastNames: 60_000,
  },
  { name: 'mailchecker', list: 'broad', paths: ['platform/node/index.js'], leastNames: 28_000 },
];

/** Of so many names, one may be none: lists are collected by hand. */
const namesPerMistake = 100;

const domainName = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;

/** Returns the names of a package in lower-case A-labels. Throws InvalidArgument if it is not what it was. */
export function namesOf(
  { version, text }: NpmPackage,
  { name, paths, leastNames }: ListPackage,
): readonly string[] {
  const listed = paths.flatMap((path) => arrayIn(text(path) ?? ''));
  const names = [...new Set(listed.map((each) => asciiName(each.toLowerCase())))].filter((each) =>
    domainName.test(each),
  );
  if (names.length >= leastNames && listed.length - names.length <= listed.length / namesPerMistake)
    return names;
  throw new InvalidArgument(
    'files',
    `${name} ${version} has ${names.length.toLocaleString('en')} names of domains, where at least ` +
      `${leastNames.toLocaleString('en')} were expected, and ${(listed.length - names.length).toLocaleString('en')} that are none or ` +
      'come twice. Nothing was changed. Give an older version of the package, or update mailproof.',
  );
}

/** Returns the first array of texts. */
function arrayIn(text: string): readonly string[] {
  const [array = '[]'] = /\[\s*"[^\]]*\]/.exec(text) ?? [];
  const parsed: unknown = JSON.parse(array);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
}

/** The broad list contains a few names in Unicode. */
function asciiName(name: string): string {
  return /[^\0-\x7F]/.test(name) ? (toAscii(name) ?? name) : name;
}
