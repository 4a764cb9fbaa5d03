import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { toAscii } from '../../../src/address/domain.ts';
import { InvalidArgument, ServiceUnavailable } from '../../../src/errors.ts';

/** A package of the npm registry: its name and version, and a reader of its files. */
interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Returns a file of the package by its path; undefined if there is none. */
  text(path: string): string | undefined;
}

/** No package of a list is nearly as large. */
const maxBytes = 64 * 2 ** 20;

/** Fetches the latest version of a package. Rejects with ServiceUnavailable, or with the signal's reason. */
export async function fetchPackage(
  name: string,
  { registry, signal }: { readonly registry: string; readonly signal: AbortSignal },
): Promise<NpmPackage> {
  const url = new URL(`${name}/latest`, registry.endsWith('/') ? registry : `${registry}/`);
  const manifest: unknown = JSON.parse((await download(url, signal)).toString('utf8'));
  const dist = field(manifest, 'dist');
  const [tarball, integrity] = [field(dist, 'tarball'), field(dist, 'integrity')];
  if (typeof tarball !== 'string' || typeof integrity !== 'string')
    throw new ServiceUnavailable(`${url} is no npm registry. Set --registry to one.`);
  const bytes = await download(new URL(tarball), signal);
  const [algorithm = '', digest] = /^(sha512)-(\S+)/.exec(integrity)?.slice(1) ?? [];
  if (algorithm === '' || createHash(algorithm).update(bytes).digest('base64') !== digest)
    throw new ServiceUnavailable(`${tarball} did not arrive whole. Try again later.`);
  return readPackage(bytes, tarball);
}

async function download(url: URL, signal: AbortSignal): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new ServiceUnavailable(
      `${url} cannot be fetched: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        'Set --registry to an npm registry, or run "npm pack" elsewhere and give its files to this command.',
      { cause: error },
    );
  }
}

/** Reads a package as `npm pack` writes it. `file` is its name, for messages. Throws InvalidArgument. */
export function readPackage(bytes: Uint8Array, file: string): NpmPackage {
  try {
    const files = filesInTar(gunzipSync(bytes, { maxOutputLength: maxBytes }));
    const text = (path: string) => files.get(`package/${path}`)?.toString('utf8');
    const manifest: unknown = JSON.parse(text('package.json') ?? '');
    const [name, version] = [field(manifest, 'name'), field(manifest, 'version')];
    if (typeof name === 'string' && typeof version === 'string') return { name, version, text };
  } catch (error) {
    throw noPackage(file, error);
  }
  throw noPackage(file, undefined);
}

function noPackage(file: string, cause: unknown): InvalidArgument {
  return new InvalidArgument('files', `${file} is no npm package. Give files that "npm pack" has written.`, {
    cause,
  });
}

const blockBytes = 512;

/** Returns the regular files of a tar archive (POSIX ustar) by their paths. */
function filesInTar(tar: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0; ) {
    const fieldAt = (start: number, length: number) =>
      tar.toString('utf8', at + start, at + start + length).replace(/\0.*$/s, '');
    const bytes = Number.parseInt(fieldAt(124, 12), 8);
    const [prefix, name, kind] = [fieldAt(345, 155), fieldAt(0, 100), fieldAt(156, 1)];
    const begin = at + blockBytes;
    if (kind === '0' || kind === '')
      files.set(prefix === '' ? name : `${prefix}/${name}`, tar.subarray(begin, begin + bytes));
    at = begin + Math.ceil(bytes / blockBytes) * blockBytes;
  }
  return files;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

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
