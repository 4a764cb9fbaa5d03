import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './repository-files.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe.each(['package-lock.json', 'bench/package-lock.json', 'examples/package-lock.json'])(
  '%s',
  (path) => {
    const lock = JSON.parse(readFileSync(join(repository, path), 'utf8'));
    const packages = Object.entries<LockedPackage>(lock.packages).filter(([place]) => place !== '');

    it('pins every package by its content, from any registry', () => {
      expect(packages.length).toBeGreaterThan(0);
      expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
      expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    });

    // npm leaves out packages that it did not find when it wrote the file, and `npm ci` then fails everywhere.
    it('lists the binaries of every platform, not only of the one it was written on', () => {
      const places = packages.map(([place]) => place);
      const wanted = packages.flatMap(([, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies),
      );
      const missing = wanted.filter(
        (name) => !places.some((place) => place.endsWith(`node_modules/${name}`)),
      );
      expect(missing).toEqual([]);
    });
  },
);
