import { importsOf, type SourceFiles, type SourceImport } from './source-imports.ts';

/** Packages without I/O: all that the core may import. */
export const purePackages: readonly string[] = [
  'disposable-email-domains',
  'disposable-email-domains-js',
  'lru-cache',
  'p-queue',
  'punycode',
  'tldts',
  'tr46',
];

/** Adapters that put other adapters together: a folder, or one file of a folder. */
const wiringAdapters = ['adapters/cli/', 'adapters/http/standalone.ts', 'adapters/http/standalone/'];

/** Whatever is wrong with where the files import from, one sentence each. */
export function importOffences(files: SourceFiles): string[] {
  return importsOf(files).flatMap((found) => {
    const fault = faultOf(found);
    return fault === undefined ? [] : [`${found.path}:${found.line} imports ${found.specifier}: ${fault}`];
  });
}

function faultOf(found: SourceImport): string | undefined {
  const { path, target } = found;
  if (path.startsWith('src/')) return coreFault(found);
  if (target.kind === 'file' && isTest(target.path) && !isTest(path)) return 'only tests import from test';
  if (path.startsWith('adapters/')) return adapterFault(found);
  if (path.startsWith('test/contract/')) return contractFault(found);
  return undefined;
}

function coreFault({ specifier, target }: SourceImport): string | undefined {
  switch (target.kind) {
    case 'file':
      return target.path.startsWith('src/') ? undefined : 'src imports only src and pure packages';
    case 'builtin':
      // `punycode` alone is the built-in of Node, which goes away; the package is reached by its file.
      return 'src has no I/O: take it through a port';
    case 'package':
      return purePackages.includes(target.name) ? undefined : `${specifier} is not one of the pure packages`;
    case 'computed':
      return 'name the module';
  }
}

function adapterFault({ path, target }: SourceImport): string | undefined {
  switch (target.kind) {
    case 'file': {
      const own = adapterOf(path);
      const other = adapterOf(target.path);
      if (other === undefined) {
        const known = target.path.startsWith('src/') || target.path.startsWith('adapters/');
        return known ? undefined : 'adapters import only src and adapters';
      }
      if (other === own || wiringAdapters.some((wiring) => path.startsWith(wiring))) return undefined;
      return own === undefined
        ? 'what adapters share imports none of them'
        : 'an adapter imports no other adapter';
    }
    case 'builtin':
      return undefined;
    case 'package':
      return target.name === 'mailproof' ? 'import the file itself' : undefined;
    case 'computed':
      return 'name the module';
  }
}

/** The suites are published, so they stand on nothing that stays behind. */
function contractFault({ target }: SourceImport): string | undefined {
  switch (target.kind) {
    case 'file': {
      const published = ['src/', 'test/contract/', 'adapters/sandbox/'];
      if (published.some((folder) => target.path.startsWith(folder))) return undefined;
      return 'the conformance suites import only themselves, src and the sandbox';
    }
    case 'builtin':
      return undefined;
    case 'package':
    case 'computed':
      return 'the conformance suites need no package';
  }
}

/** The folder of an adapter's file; undefined for files beside the folders, which adapters share. */
function adapterOf(path: string): string | undefined {
  return /^adapters\/([^/]+)\//.exec(path)?.[1];
}

function isTest(path: string): boolean {
  return path.startsWith('test/') || path.startsWith('dist/test/');
}
