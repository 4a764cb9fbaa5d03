import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleLibrary } from '../../build/bundle.mjs';
import * as unbundledDisposables from '../../src/address/disposable-domains.ts';
import { broadNames, curatedNames } from '../../src/address/disposable-names.ts';
import * as unbundledDomains from '../../src/address/domain.ts';
import * as unbundledNames from '../../src/lookup/names/person-name.ts';
import { isEvaluatedBy } from './evaluated-text.ts';
import { repository } from './repository-files.ts';

let folder: string;
let domains: typeof unbundledDomains;
let disposables: typeof unbundledDisposables;
let names: typeof unbundledNames;

beforeAll(async () => {
  const cache = join(repository, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'bundle-'));
  await bundleLibrary(repository, folder, [
    'src/address/domain',
    'src/address/disposable-domains',
    'src/lookup/names/person-name',
  ]);
  domains = await import(join(folder, 'src/address/domain.js'));
  disposables = await import(join(folder, 'src/address/disposable-domains.js'));
  names = await import(join(folder, 'src/lookup/names/person-name.js'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the bundle', () => {
  it('judges the names of the lists of disposable domains as the sources do', () => {
    // Those between them are packed, and read, in the same way.
    const names = [...broadNames(), ...curatedNames()].filter((_, index) => index % 9 === 0);
    expect(names.length).toBeGreaterThan(10_000);
    const bundled = new disposables.DisposableDomains();
    const unbundled = new unbundledDisposables.DisposableDomains();
    const differing = names.filter((name) => bundled.isDisposable(name) !== unbundled.isDisposable(name));
    expect(differing).toEqual([]);
  });

  it.each(
    'example.org bücher.de ΠΑΡΆΔΕΙΓΜΑ.gr xn--bcher-kva.de faß.de a.nosuchsuffix xn--.de co.uk'.split(' '),
  )('parses the domain %s as the sources do', (text) => {
    expect(domains.parseDomain(text)).toEqual(unbundledDomains.parseDomain(text));
  });

  it.each([
    ['Jürgen', 'Müller'],
    ['Нұрсұлтан', 'Әбдірахманов'],
    ['Αλέξανδρος', 'Παπαδόπουλος'],
    ['優子', '大野'],
    ['김', '민준'],
  ])('reads the name %s %s as the sources do', (first_name, last_name) => {
    const row = { first_name, last_name, domain: 'example.com' };
    const unbundled = unbundledNames.readName(row);
    expect(unbundled?.languages).toHaveLength(1);
    // As text, because the rules of some languages are functions.
    expect(JSON.stringify(names.readName(row))).toBe(JSON.stringify(unbundled));
  });

  it('evaluates the tables of languages when a name is read, not when it is imported', async () => {
    const path = join(folder, 'src/lookup/names/person-name.js');
    expect(await isEvaluatedBy(path, 'id: "english"')).toBe(false);
    expect(await isEvaluatedBy(path, 'id: "unknown"')).toBe(true);
  });

  it('names no folder of the machine on which it was made', async () => {
    const text = await readFile(join(folder, 'src/lookup/names/person-name.js'), 'utf8');
    expect(text).toContain('src/lookup/names/languages.ts');
    expect(text).not.toContain(repository);
  });

  it('refuses a package that is not listed as a dependency', async () => {
    const bundling = bundleLibrary(repository, join(folder, 'other'), ['test/property/rate-window']);
    await expect(bundling).rejects.toThrow(/listed in package\.json as dependencies: fast-check/);
  });
});
