import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../support/values/words.ts';
import {
  copyRepository,
  documents,
  filesBelow,
  linkInstallation,
  linkPackage,
  type Manifest,
  manifestOf,
  packTo,
  programsOf,
  specifiersOf,
  typeErrors,
} from './packed-package.ts';
import { linksOf } from './page-links.ts';
import { repository } from './repository-files.ts';

const execute = promisify(execFile);

/** A program that embeds mailproof, on the simulated internet. It is JavaScript and TypeScript at once. */
const consumer = `
import { createEngine } from 'mailproof';
import { memoryStores } from 'mailproof/memory';
import { netPorts } from 'mailproof/net';
import { startSandbox } from 'mailproof/sandbox';

const sandbox = await startSandbox({
  domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
  exchanges: { 'mx.example.com': {} },
});
const network = netPorts(sandbox.network);
const engine = createEngine({ ...memoryStores({ clock: network.clock }), ...network });
const verdict = await engine.verify('ann@example.com', { timeoutMs: 10_000 });
console.log(JSON.stringify([verdict.email, verdict.status.trim()]));
await engine.close();
await sandbox.close();
`;

/** The pages of which every program that begins with an import is a whole one. */
const pagesWithPrograms =
  'README.md docs/library.md docs/server.md docs/sending-addresses.md docs/webhooks.md'.split(' ');

let folder: string;
let project: string;
let unpacked: string;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailproof-package-'));
  const copy = join(folder, 'copy');
  project = join(folder, 'project');
  unpacked = join(project, 'node_modules/mailproof');
  await copyRepository(copy);
  await mkdir(join(copy, 'dist'));
  await writeFile(join(copy, 'dist/left-over.js'), '');
  await writeFile(join(copy, 'mailproof.db'), '');
  await packTo(unpacked, copy);
  await linkInstallation(unpacked);
  manifest = await manifestOf(unpacked);
  for (const name of ['@types/node', '@types/express', 'express'])
    await linkPackage(join(project, 'node_modules'), name);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('has the build, the documents and nothing else', async () => {
    const files = await filesBelow(unpacked);
    expect(files).toEqual(expect.arrayContaining([...documents]));
    const expected =
      /^(dist\/((src|adapters(\/[^/]+)?|contract)\/.+\.(js|d\.ts)|adapters\/console\/page\/([^/]+\.(html|css)|licences\.txt)|shared\/[^/]+\.js|third-party-licences\.txt)|deploy\/[^/]+|docs\/pictures\/[^/]+\.png|examples\/([^/]+\/)*[^/]+\.(mjs|ts|json|csv)|((docs|bench|examples)\/)?[^/]+\.md|llms\.txt|LICENSE|package\.json)$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
  });

  it('has what its pages link to', async () => {
    const files = await filesBelow(unpacked);
    const leadsOut = (page: string, link: string) => {
      const path = posix.join(posix.dirname(page), link.replace(/#.*/, '') || posix.basename(page));
      const isPacked = files.some((file) => file === path || file.startsWith(`${path}/`));
      return !/^https?:/.test(link) && !isPacked;
    };
    const pages = files.filter((path) => /(\.md|llms\.txt)$/.test(path));
    const dead = await Promise.all(
      pages.map(async (page) => {
        const links = linksOf(await readFile(join(unpacked, page), 'utf8'));
        return links.filter((link) => leadsOut(page, link)).map((link) => `${page}: ${link}`);
      }),
    );
    expect(dead.flat()).toEqual([]);
  });

  it('has no lock file and nothing installed', async () => {
    const files = await filesBelow(unpacked);
    expect(files.filter((path) => /node_modules|package-lock\.json/.test(path))).toEqual([]);
  });

  it('is built from scratch, without files of an earlier build', async () => {
    const files = await filesBelow(unpacked);
    expect(files).toContain('dist/src/index.js');
    expect(files).not.toContain('dist/left-over.js');
  });

  it('has no script that npm would run, or warn of, when it is installed', () => {
    const run = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
    expect(run.filter((name) => name in manifest.scripts)).toEqual([]);
  });

  it('has the conformance suites and no tests', async () => {
    const files = await filesBelow(join(unpacked, 'dist'));
    expect(files.filter((path) => /\.test\./.test(path))).toEqual([]);
    expect(files).toContain('contract/index.js');
  });

  it('exports the entry and every documented subpath', () => {
    expect(specifiersOf(manifest)).toEqual(
      expect.arrayContaining(
        words(`
        mailproof mailproof/memory mailproof/net mailproof/http mailproof/console mailproof/client
        mailproof/signup mailproof/smtp-channel mailproof/suggest mailproof/sandbox mailproof/sqlite
        mailproof/redis mailproof/postgres mailproof/stores mailproof/contract mailproof/webhooks
        mailproof/opentelemetry
      `),
      ),
    );
  });

  it('can be imported under every specifier without a warning', async () => {
    const specifiers = specifiersOf(manifest);
    const source = `
      const counts = {};
      for (const specifier of ${JSON.stringify(specifiers)}) {
        counts[specifier] = Object.keys(await import(specifier)).length;
      }
      console.log(JSON.stringify(counts));`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', source]);
    const counts: Record<string, number> = JSON.parse(stdout);
    expect(Object.keys(counts)).toEqual(specifiers);
    // Types only.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([['mailproof/ports', 0]]);
    expect(stderr).toBe('');
  });

  it('verifies an address in a project that has installed it', async () => {
    await writeFile(join(project, 'main.mjs'), consumer);
    const { stdout } = await run(process.execPath, ['main.mjs']);
    expect(JSON.parse(stdout)).toEqual(['ann@example.com', 'safe']);
  });

  it('runs the first programs of the pages as an ES module, in CommonJS and in TypeScript', async () => {
    const [module] = await programsOfPage('README.md');
    const [common] = await programsOfPage('docs/library.md');
    if (module === undefined || common === undefined) throw new Error('The pages have no programs.');
    await writeFile(join(project, 'first.mjs'), module.source);
    await writeFile(join(project, 'first.cjs'), common.source);
    const options = { strict: true, module: 'nodenext', target: 'es2022', types: ['node'] };
    expect(await typeErrors(project, options, module.source)).toBe('');
    const typescript = join(repository, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [typescript, '-p', 'tsconfig.json', '--outDir', 'compiled']);
    const one = 'ann@example.org safe\n';
    expect(await run(process.execPath, ['first.mjs'])).toEqual({ stdout: one, stderr: '' });
    expect(await run(process.execPath, ['compiled/main.js'])).toEqual({ stdout: one, stderr: '' });
    const { stdout } = await run(process.execPath, ['first.cjs']);
    const three = ['ann@example.org safe', 'tom@example.org safe', 'eve@example.org invalid'];
    expect(stdout.trim().split('\n').sort()).toEqual(three.sort());
  });

  it('verifies a list with nothing else installed by hand', async () => {
    await writeFile(join(project, 'list.csv'), 'name,email\nAnn,ann.baker@bakery.example.com\n');
    const command = join(project, 'node_modules/.bin/mailproof');
    const { stderr } = await run(command, ['bulk', 'list.csv', '--sandbox']);
    expect(stderr).toContain('the results go to list.results.csv');
    expect(await readFile(join(project, 'list.results.csv'), 'utf8')).toMatch(
      /^Ann,ann\S+,safe,deliverable,/m,
    );
    expect(manifest.optionalDependencies).toHaveProperty('libsql');
  });

  it('has a command that a shell can run', async () => {
    const command = join(project, 'node_modules/.bin/mailproof');
    const { stdout } = await run(command, ['--help']);
    expect(stdout).toMatch(/Usage: mailproof/);
    expect(stdout).toMatch(/verify/);
    const { stdout: version } = await run(command, ['--version']);
    expect(version.trim()).toBe(manifest.version);
  });
});

describe('the types of the packed package', () => {
  const strictest = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    types: ['node'],
  };

  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('pass in a strict project with module resolution %s', async (_, resolution) => {
    const everything = specifiersOf(manifest).map((name, n) => `export * as part${n} from '${name}';\n`);
    const errors = await typeErrors(project, { ...strictest, ...resolution }, everything.join('') + consumer);
    expect(errors).toBe('');
  });

  it.each([
    ['node', { module: 'commonjs', moduleResolution: 'node' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('are found by TypeScript 5.4 with module resolution %s', async (_, resolution) => {
    // The types of Node and of some dependencies ask for a newer compiler.
    const options = {
      ...strictest,
      ...resolution,
      skipLibCheck: true,
      lib: ['es2022', 'dom', 'esnext.disposable'],
    };
    const everything = specifiersOf(manifest).map((name, n) => `export * as part${n} from '${name}';\n`);
    const source = `${everything.join('')}import { suggest } from 'mailproof/suggest';\nsuggest(1);\n`;
    const compiler = join(repository, 'examples/node_modules/typescript-5.4/bin/tsc');
    const errors = await typeErrors(project, options, source, compiler);
    expect(errors).toMatch(/^\S*main\.ts\(\d+,9\): error TS2345: [^\n]*\n$/);
  });

  it('fit every whole program of the README and of its pages', async () => {
    const programs = (await Promise.all(pagesWithPrograms.map(programsOfPage))).flat();
    expect(programs.length).toBeGreaterThan(8);
    const options = { ...strictest, module: 'nodenext' };
    const sources = programs
      .map(({ source }) => source)
      .filter((source) => /from 'mailproof(\/client)?';/.test(source));
    expect(await typeErrors(project, options, sources)).toBe('');
  });

  it('of the entry and of the client do not need those of Node', async () => {
    const options = {
      ...strictest,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      lib: ['es2022', 'dom', 'esnext.disposable'],
    };
    const sources = ['mailproof', 'mailproof/client'].map((name) => `export * from '${name}';`);
    expect(await typeErrors(project, options, sources)).toBe('');
  });

  it('make a wrong argument and a wrong field an error', async () => {
    const wrong = consumer
      .replace(`verify('ann@example.com'`, 'verify(1')
      .replace('verdict.status', 'verdict.state');
    const options = { ...strictest, module: 'nodenext' };
    const errors = await typeErrors(project, options, wrong);
    expect(errors).toMatch(/'number' is not assignable to parameter of type 'string'/);
    expect(errors).toMatch(/'state' does not exist/);
  });
});

function programsOfPage(page: string): Promise<ReturnType<typeof programsOf>> {
  return readFile(join(unpacked, page), 'utf8').then(programsOf);
}

function run(command: string, options: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return execute(command, options, { cwd: project });
}
