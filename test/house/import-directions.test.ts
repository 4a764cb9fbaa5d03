import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BiomeReport, lintAsInRepository } from './biome-report.ts';
import { repository } from './repository-files.ts';

const checked = ['noImportCycles', 'noRestrictedGlobals', 'noRestrictedImports', 'plugin'];

/** Offences: a rule of Biome, the file, its text. */
const offences = [
  ['noRestrictedImports', 'src/probe/a.ts', `import net from 'node:net';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import net from 'net';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import type { Socket } from 'node:net';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import { z } from 'zod';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import type { z } from 'zod';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import 'zod';`],
  ['noRestrictedImports', 'src/address/a.ts', `import 'tldts-evil';`],
  ['noRestrictedImports', 'src/address/a.ts', `import punycode from 'punycode';`],
  ['noRestrictedImports', 'src/probe/a.ts', `export * from 'zod';`],
  ['noRestrictedImports', 'src/probe/a.ts', `export { z } from 'zod';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import z = require('zod');`],
  ['noRestrictedImports', 'src/probe/a.ts', `const z = await import('zod');`],
  ['noRestrictedImports', 'src/probe/a.ts', `import { net } from '../../adapters/net/index.ts';`],
  ['noRestrictedImports', 'src/probe/a.ts', `import { net } from 'mailproof/net';`],
  ['noRestrictedImports', 'src/index.ts', `export * from '../contract/index.ts';`],
  ['noRestrictedImports', 'adapters/net/a.ts', `import { cache } from '../memory/cache.ts';`],
  ['noRestrictedImports', 'adapters/http/a.ts', `import { signIn } from '../console/sign-in/sign-in.ts';`],
  ['noRestrictedImports', 'adapters/console/a.ts', `import { cache } from '../memory/cache.ts';`],
  ['noRestrictedImports', 'adapters/http/hosts/a.ts', `import { cache } from '../../memory/cache.ts';`],
  ['noRestrictedImports', 'adapters/stores/a.ts', `import { cache } from '../memory/cache.ts';`],
  ['noRestrictedImports', 'adapters/shared.ts', `import { cache } from './memory/cache.ts';`],
  ['noRestrictedImports', 'adapters/net/a.ts', `import { cache } from 'mailproof/memory';`],
  ['noRestrictedImports', 'adapters/net/a.ts', `import { until } from '../../contract/until.ts';`],
  ['noRestrictedImports', 'adapters/net/a.ts', `import { peers } from '../../bench/peers.mjs';`],
  ['noRestrictedImports', 'adapters/cli/a.ts', `import { until } from '../../test/support/until.ts';`],
  ['noRestrictedImports', 'adapters/client/a.ts', `import { readFile } from 'node:fs/promises';`],
  ['noRestrictedImports', 'adapters/client/a.ts', `import { createHttpHandler } from '../http/index.ts';`],
  ['noRestrictedImports', 'adapters/console/page/a.ts', `import { readFile } from 'node:fs/promises';`],
  ['noRestrictedImports', 'adapters/console/page/a.ts', `import { Problem } from '../../http/problem.ts';`],
  ['noRestrictedImports', 'adapters/console/page/a.ts', `import { z } from 'zod';`],
  ['noRestrictedImports', 'adapters/lists/a.ts', `import { isAscii } from 'node:buffer';`],
  ['noRestrictedImports', 'adapters/lists/a.ts', `import { parse } from 'csv-parse';`],
  ['noRestrictedImports', 'adapters/lists/a.ts', `import { rowKey } from '../../src/lookup/row.ts';`],
  ['noRestrictedImports', 'contract/a.ts', `import { it } from 'vitest';`],
  ['noRestrictedImports', 'contract/a.ts', `import { until } from '../test/support/until.ts';`],
  ['noRestrictedImports', 'contract/a.ts', `import { net } from '../adapters/net/index.ts';`],
  ['noRestrictedImports', 'bench/a.mjs', `import { until } from '../test/support/until.ts';`],
  ['noRestrictedImports', 'bench/a.mjs', `import { until } from '../dist/test/until.js';`],
  ['noRestrictedImports', 'src/address/a.ts', `import { dns } from '../exchange/dns.ts';`],
  ['noRestrictedImports', 'src/exchange/a.ts', `import type { Prober } from '../probe/prober.ts';`],
  ['noRestrictedImports', 'src/smtp/a.ts', `import { probe } from '../probe/prober.ts';`],
  ['noRestrictedImports', 'src/probe/reply/a.ts', `import type { V } from '../../verdict/v.ts';`],
  ['noRestrictedImports', 'src/verdict/a.ts', `import { charge } from '../credits/charges.ts';`],
  ['noRestrictedImports', 'src/credits/a.ts', `import { search } from '../lookup/search.ts';`],
  ['noRestrictedImports', 'src/credits/a.ts', `import { budgetTable } from '../budgets/budget-table.ts';`],
  ['noRestrictedImports', 'src/budgets/a.ts', `import { charge } from '../credits/charges.ts';`],
  ['noRestrictedImports', 'src/lookup/names/a.ts', `import { plan } from '../../bulk/planning.ts';`],
  ['noRestrictedImports', 'src/bulk/a.ts', `import type { Engine } from '../engine.ts';`],
  ['noRestrictedImports', 'src/bulk/a.ts', `import { diagnose } from '../doctor/doctor.ts';`],
  ['noRestrictedImports', 'src/exchange/a.ts', `import { diagnose } from '../doctor/doctor.ts';`],
  ['noRestrictedImports', 'src/doctor/a.ts', `import type { Prober } from '../probe/prober.ts';`],
  ['noRestrictedImports', 'src/doctor/spf/a.ts', `import type { Engine } from '../../engine.ts';`],
  ['noRestrictedImports', 'src/engine.ts', `import { diagnose } from './doctor/doctor.ts';`],
  ['noRestrictedImports', 'src/engine.ts', `import type { Engine } from './index.ts';`],
  ['noRestrictedImports', 'src/ports/a.ts', `import type { A } from '../probe/a.ts';`],
  ['noRestrictedImports', 'src/ports/a.ts', `import type { A } from '../concurrency/a.ts';`],
  ['noRestrictedImports', 'src/concurrency/a.ts', `import type { A } from '../probe/a.ts';`],
  ['noRestrictedImports', 'src/utils/a.ts', `import type { A } from '../probe/a.ts';`],
  ['noRestrictedGlobals', 'src/probe/a.ts', `const z = require('zod');`],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const at = Date.now();'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const at = new Date();'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const at = Date();'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const { now } = Date;'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const at = performance.now();'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'setTimeout(() => {}, 1);'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const wait = { setTimeout };'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'setInterval(() => {}, 1);'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'setImmediate(() => {});'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'queueMicrotask(() => {});'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'globalThis.setTimeout(() => {}, 1);'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const { PATH } = process.env;'],
  ['noRestrictedGlobals', 'src/probe/a.ts', `const bytes = Buffer.from('');`],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'function take(bytes: Buffer) {}'],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'let timer: NodeJS.Timeout | undefined;'],
  ['noRestrictedGlobals', 'src/probe/a.ts', `const page = await fetch('');`],
  ['noRestrictedGlobals', 'src/probe/a.ts', 'const id = crypto.randomUUID();'],
  ['noRestrictedGlobals', 'src/probe/a.ts', `console.log('');`],
  ['plugin', 'src/probe/a.ts', 'const x = Math.random();'],
  ['plugin', 'src/probe/a.ts', `const x = Math['random']();`],
  ['plugin', 'src/probe/a.ts', 'const { random } = Math;'],
  ['plugin', 'src/probe/a.ts', 'const signal = AbortSignal.timeout(1);'],
  ['plugin', 'src/probe/a.ts', 'const here = import.meta.url;'],
  ['plugin', 'src/probe/a.ts', 'const z = await import(`tldts`);'],
  ['plugin', 'src/probe/a.ts', 'const load = (name: string) => import(name);'],
  ['plugin', 'src/probe/a.ts', `type Z = import('zod').Z;`],
  ['plugin', 'adapters/net/a.ts', 'const load = (name: string) => import(name);'],
] as const;

const harmless = [
  ['src/probe/a.ts', `import { b } from './b.ts';`],
  ['src/probe/a.ts', `import type { Clock } from '../ports/clock.ts';`],
  ['src/probe/reply/a.ts', `import { mxPlan } from '../../exchange/mx-plan.ts';`],
  ['src/bulk/a.ts', `import { search } from '../lookup/search.ts';`],
  ['src/concurrency/a.ts', `import PQueue from 'p-queue';`],
  ['src/address/a.ts', `import names from 'disposable-domains/index.json' with { type: 'json' };`],
  ['src/address/a.ts', `// import net from 'node:net';\nconst text = "import 'zod'";`],
  ['src/engine.ts', `import './verdict/a.ts'; import './probe/b.ts';`],
  ['src/doctor/spf/a.ts', `import { mxPlan } from '../../exchange/mx-plan.ts';`],
  ['src/index.ts', `export * from './engine.ts'; export * from './doctor/doctor.ts';`],
  ['adapters/net/a.ts', `import net from 'node:net';`],
  ['adapters/console/page/a.ts', `import { render } from 'preact';`],
  ['adapters/console/page/a.ts', `import { ListProblem } from '../../lists/list-problem.ts';`],
  ['adapters/net/a.ts', `import { shared } from '../shared.ts';`],
  ['adapters/net/a.ts', `import { command } from '../../src/smtp/command.ts';`],
  ['adapters/sqlite/a.ts', `import { ledgerRules } from '../stores/ledger-rules.ts';`],
  ['adapters/redis/a.ts', `const { Redis } = await import('ioredis');`],
  ['adapters/cli/a.ts', `import { cache } from '../memory/cache.ts';`],
  ['adapters/console/a.ts', `import { Problem } from '../http/problem.ts';`],
  ['adapters/lists/a.ts', `import type { Status } from '../../src/resources.ts';`],
  ['contract/a.ts', `import assert from 'node:assert/strict';`],
  ['contract/a.ts', `import type { Zone } from '../adapters/sandbox/dns/zone.ts';`],
  ['test/net/a.test.ts', `import { net } from '../../adapters/net/index.ts';`],
  ['bench/a.mjs', `import { net } from '../dist/adapters/net/index.js';`],
  ['src/probe/a.ts', 'const most = Math.max(1, 2);'],
  ['src/probe/a.ts', 'const controller = new AbortController();'],
  ['src/probe/a.ts', 'const signal = AbortSignal.any([]);'],
  ['src/probe/a.ts', 'function wait(signal: AbortSignal) {}'],
  ['src/probe/a.ts', 'const text = new TextDecoder().decode(new Uint8Array());'],
  ['src/probe/a.ts', `const host = new URL('x:').host;`],
  ['src/probe/a.ts', 'const task = clock.setTimeout(queue.process);'],
  ['src/probe/a.ts', 'class Queue { process() {} }'],
  ['src/probe/a.ts', 'const handlers = { fetch: 1 };'],
  ['src/probe/a.ts', `const text = 'Date.now()'; // Date.now()`],
] as const;

describe('an offence that is planted in the repository', () => {
  const files = Object.fromEntries(offences.map(([, path, text], n) => [numbered(path, n), text]));
  let report: BiomeReport;
  beforeAll(async () => {
    report = await lintAsInRepository(files);
  });

  it.each(offences.map(([rule, path, text], n) => ({ rule, path, text, file: numbered(path, n) })))(
    'is found by $rule in $path: $text',
    ({ rule, file }) => expect(report.get(file)).toContain(rule),
  );
});

describe('a harmless statement', () => {
  const files = Object.fromEntries(harmless.map(([path, text], n) => [numbered(path, n), text]));
  let report: BiomeReport;
  beforeAll(async () => {
    report = await lintAsInRepository(files);
  });

  it.each(harmless.map(([path, text], n) => ({ path, text, file: numbered(path, n) })))(
    'is allowed in $path: $text',
    ({ file }) => expect(report.get(file)?.filter((rule) => checked.includes(rule)) ?? []).toEqual([]),
  );
});

describe('the folders that exist', () => {
  it('are all rooms that Biome knows', async () => {
    const rooms = foldersIn('src').filter((room) => !['concurrency', 'ports', 'counters'].includes(room));
    const adapters = foldersIn('adapters').filter((adapter) => adapter !== 'stores');
    const imports = [
      ...rooms.map((room) => [`src/imports-${room}.ts`, `import './${room}/a.ts';`]),
      ...adapters.map((adapter) => [`adapters/imports-${adapter}.ts`, `import './${adapter}/a.ts';`]),
    ];
    const report = await lintAsInRepository(Object.fromEntries(imports));
    const unknown = imports.filter(([path = '']) => !report.get(path)?.includes('noRestrictedImports'));
    expect(unknown).toEqual([]);
  });
});

describe('an import cycle', () => {
  it('is found between two files', async () => {
    const report = await lintAsInRepository({
      'src/probe/a.ts': `import { b } from './b.ts';\nexport const a = () => b;`,
      'src/probe/b.ts': `import { a } from './a.ts';\nexport const b = () => a;`,
    });
    expect(brokenRules(report)).toEqual(['src/probe/a.ts: noImportCycles', 'src/probe/b.ts: noImportCycles']);
  });

  it('is found between three files that import only types', async () => {
    const report = await lintAsInRepository({
      'src/probe/a.ts': `import type { B } from './b.ts';\nexport type A = B[];`,
      'src/probe/b.ts': `export type { C as B } from './c.ts';`,
      'src/probe/c.ts': `import type { A } from './a.ts';\nexport type C = A;`,
    });
    expect(brokenRules(report)).toContain('src/probe/a.ts: noImportCycles');
  });
});

function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function brokenRules(report: BiomeReport): string[] {
  return [...report].flatMap(([path, rules]) =>
    rules.filter((rule) => checked.includes(rule)).map((rule) => `${path}: ${rule}`),
  );
}

/** Makes the path of a file in a room unique; files with a fixed name keep it. */
function numbered(path: string, n: number): string {
  return path.replace(/\/a\.(?=[^/]+$)/, `/a${n}.`);
}
