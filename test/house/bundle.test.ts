import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleLibrary } from '../../build/bundle.mjs';
import { broadNames, curatedNames } from '../../src/address/disposable-names.ts';
import * as unbundledDomains from '../../src/address/domain.ts';
import * as unbundledFacts from '../../src/address/domain-facts.ts';
import { repository } from './repository-files.ts';

let folder: string;
let domains: typeof unbundledDomains;
let facts: typeof unbundledFacts;

beforeAll(async () => {
  const cache = join(repository, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'bundle-'));
  await bundleLibrary(repository, folder, ['src/address/domain', 'src/address/domain-facts']);
  domains = await import(join(folder, 'src/address/domain.js'));
  facts = await import(join(folder, 'src/address/domain-facts.js'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the bundle', () => {
  it('judges every name of the lists of disposable domains as the sources do', () => {
    const names = [...broadNames(), ...curatedNames()];
    expect(names.length).toBeGreaterThan(100_000);
    const differing = names.filter((name) => facts.isDisposable(name) !== unbundledFacts.isDisposable(name));
    expect(differing).toEqual([]);
  });

  it.each([
    'example.org',
    'bücher.de',
    'ΠΑΡΆΔΕΙΓΜΑ.gr',
    'xn--bcher-kva.de',
    'faß.de',
    'a.nosuchsuffix',
    'xn--.de',
    'co.uk',
  ])('parses the domain %s as the sources do', (text) => {
    expect(domains.parseDomain(text)).toEqual(unbundledDomains.parseDomain(text));
  });

  it('refuses a package that is not listed as a dependency', async () => {
    const bundling = bundleLibrary(repository, join(folder, 'other'), ['test/property/rate-window']);
    await expect(bundling).rejects.toThrow(/listed in package\.json as dependencies: fast-check/);
  });
});
