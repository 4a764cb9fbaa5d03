import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { type LoadedModules, modulesLoadedBy } from './loaded-modules.ts';
import { repository } from './repository-files.ts';

const entry = join(repository, 'dist/src/index.js');

/** The packages that src imports and that are installed with mailproof: none of them does I/O. */
const purePackages = ['lru-cache', 'p-queue'];

/** The dependencies of those packages, which do no I/O either. */
const theirDependencies = ['eventemitter3', 'p-timeout'];

/** Built-in modules that those packages load. They read, send and wait for nothing. */
const harmlessBuiltins = ['diagnostics_channel'];

it('importing mailproof loads src and packages without I/O, and nothing else', async () => {
  const { files, builtins, natives } = await modulesLoadedBy(entry);
  expect(files).toContain(entry);
  expect(packagesOf(files)).toContain('lru-cache');
  const allowed = [...purePackages, ...theirDependencies];
  expect(packagesOf(files).filter((name) => !allowed.includes(name))).toEqual([]);
  expect(files.filter((path) => !isCore(path) && packageOf(path) === undefined)).toEqual([]);
  expect(builtins.filter((name) => !harmlessBuiltins.includes(name))).toEqual([]);
  expect(natives).toEqual([]);
});

it('importing mailproof/client loads nothing of Node, so that it runs in browsers', async () => {
  const { builtins, natives, files } = await modulesLoadedBy(
    join(repository, 'dist/adapters/client/index.js'),
  );
  expect([builtins, natives]).toEqual([[], []]);
  expect(packagesOf(files)).toEqual(['openapi-fetch']);
});

it('a bundle for browsers with mailproof/suggest has less than 20 kB when compressed, and nothing of Node', async () => {
  const input = join(repository, 'dist/src/address/suggestion/suggestion.js');
  const { builtins, natives, files } = await modulesLoadedBy(input);
  expect([builtins, natives, packagesOf(files)]).toEqual([[], [], []]);
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []))).toEqual([]);
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  expect(code).toContain('gmail.com');
  const { length } = gzipSync(code);
  console.log(`mailproof/suggest: ${length} bytes with gzip`);
  expect(length).toBeLessThan(20_000);
});

it('importing mailproof/http does not load the script of /docs', async () => {
  const { files } = await modulesLoadedBy(join(repository, 'dist/adapters/http/index.js'));
  expect(files.filter((path) => path.includes('explorer-script'))).toEqual([]);
});

it.each(['src', 'adapters/http'])('importing dist/%s does not load the console', async (folder) => {
  const { files } = await modulesLoadedBy(join(repository, 'dist', folder, 'index.js'));
  expect(
    files
      .map((path) => relative(repository, path))
      .filter((path) => path.startsWith('dist/') && path.includes('console')),
  ).toEqual([]);
});

it('the check sees the sockets that mailproof/net loads', async () => {
  const { builtins } = await modulesLoadedBy(join(repository, 'dist/adapters/net/index.js'));
  expect(builtins).toEqual(expect.arrayContaining(['net', 'tls', 'dgram']));
});

it('the check sees required, imported and native modules', async () => {
  const loaded = await modulesLoadedByText(`
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(entry)});
    require('node:http');
    require('libsql');
    await import('node:dns');
  `);
  expect(loaded.builtins).toEqual(expect.arrayContaining(['http', 'dns', 'module']));
  expect(packagesOf(loaded.files)).toContain('libsql');
  expect(loaded.natives).toContainEqual(expect.stringMatching(/\.node$/));
});

async function modulesLoadedByText(source: string): Promise<LoadedModules> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-entry-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'entry.mjs');
  await writeFile(path, source);
  return modulesLoadedBy(path);
}

/** What the entries share is bundled: `shared` has nothing that no entry of those that load it needs. */
function isCore(path: string): boolean {
  return path === entry || path.startsWith(join(repository, 'dist/shared/'));
}

function packageOf(path: string): string | undefined {
  const inside = path.split('/node_modules/').at(-1);
  if (inside === undefined || inside === path) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0];
}

function packagesOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map(packageOf).filter((name) => name !== undefined))];
}
