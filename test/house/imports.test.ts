import { describe, expect, it } from 'vitest';
import { globalOffences } from './core-globals.ts';
import { loadingOffences, roomOffences } from './core-rooms.ts';
import { importOffences } from './import-rules.ts';
import { repository, sourcesIn } from './repository-files.ts';
import type { SourceFiles } from './source-imports.ts';

describe('the sources', () => {
  const core = sourcesIn('src');
  const shipped = sourcesIn('src', 'adapters', 'test/contract');

  it('are found', () => {
    expect([...core.keys()], `under ${repository}`).toContain('src/engine.ts');
    expect([...shipped.keys()]).toEqual(
      expect.arrayContaining(['adapters/net/dns.ts', 'test/contract/dns.ts']),
    );
  });

  it('import only in the directions that are allowed', () => {
    expect(importOffences(sourcesIn('src', 'adapters', 'test', 'bench'))).toEqual([]);
  });

  it('keep the rooms of the core in order', () => {
    expect(roomOffences(core)).toEqual([]);
  });

  it('have no files that load one another', () => {
    expect(loadingOffences(shipped)).toEqual([]);
  });

  it('reach for no I/O, time or chance in the core', () => {
    expect(globalOffences(core)).toEqual([]);
  });
});

describe('the rule of directions', () => {
  it.each([
    ['src/probe/a.ts', `import net from 'node:net';`],
    ['src/probe/a.ts', `import net from 'net';`],
    ['src/probe/a.ts', `import punycode from 'punycode';`],
    ['src/probe/a.ts', `import { z } from 'zod';`],
    ['src/probe/a.ts', `import type { z } from 'zod';`],
    ['src/probe/a.ts', `import 'zod';`],
    ['src/probe/a.ts', `import 'tldts-evil';`],
    ['src/probe/a.ts', `export * from 'zod';`],
    ['src/probe/a.ts', `export { z } from 'zod';`],
    ['src/probe/a.ts', `type Z = import('zod').Z;`],
    ['src/probe/a.ts', `import z = require('zod');`],
    ['src/probe/a.ts', `const z = require('zod');`],
    ['src/probe/a.ts', `const z = await import('zod');`],
    ['src/probe/a.ts', 'const z = await import(`tldts`);'],
    ['src/probe/a.ts', `const load = (name: string) => import(name);`],
    ['src/probe/a.ts', `import { net } from '../../adapters/net/index.ts';`],
    ['src/probe/a.ts', `import { net } from 'mailproof/net';`],
    ['src/index.ts', `export * from '../test/contract/index.ts';`],
    ['adapters/net/a.ts', `import { cache } from '../memory/cache.ts';`],
    ['adapters/http/a.ts', `import { cache } from '../memory/cache.ts';`],
    ['adapters/shared.ts', `import { cache } from './memory/cache.ts';`],
    ['adapters/net/a.ts', `import { cache } from 'mailproof/memory';`],
    ['adapters/net/a.ts', `import { until } from '../../contract/until.ts';`],
    ['adapters/net/a.ts', `import { peers } from '../../bench/peers.mjs';`],
    ['adapters/net/a.ts', `const load = (name: string) => import(name);`],
    ['test/contract/a.ts', `import { it } from 'vitest';`],
    ['test/contract/a.ts', `import { until } from '../support/until.ts';`],
    ['test/contract/a.ts', `import { net } from '../../adapters/net/index.ts';`],
    ['bench/a.mjs', `import { until } from '../test/support/until.ts';`],
    ['bench/a.mjs', `import { until } from '../dist/test/contract/until.js';`],
  ])('forbids in %s: %s', (path, source) => {
    expect(importOffences(sourceFiles({ [path]: source }))).toHaveLength(1);
  });

  it.each([
    ['src/probe/a.ts', `import { b } from './b.ts';`],
    ['src/probe/a.ts', `import type { Clock } from '../ports.ts';`],
    ['src/address/a.ts', `import { toASCII } from 'punycode/punycode.js';`],
    ['src/address/a.ts', `import names from 'disposable-email-domains' with { type: 'json' };`],
    ['src/address/a.ts', `// import net from 'node:net';\nconst text = "import 'zod'";`],
    ['adapters/net/a.ts', `import net from 'node:net';`],
    ['adapters/net/a.ts', `import { shared } from '../shared.ts';`],
    ['adapters/redis/a.ts', `const { Redis } = await import('ioredis');`],
    ['adapters/cli/a.ts', `import { cache } from '../memory/cache.ts';`],
    ['adapters/http/standalone.ts', `import { cache } from '../memory/cache.ts';`],
    ['test/contract/a.ts', `import assert from 'node:assert/strict';`],
    ['test/contract/a.ts', `import type { Zone } from '../../adapters/sandbox/dns/zone.ts';`],
    ['test/net/a.test.ts', `import { net } from '../../adapters/net/index.ts';`],
    ['bench/a.mjs', `import { net } from '../dist/adapters/net/index.js';`],
  ])('allows in %s: %s', (path, source) => {
    expect(importOffences(sourceFiles({ [path]: source }))).toEqual([]);
  });

  it('says who imports what, and where', () => {
    const files = sourceFiles({ 'src/bulk/run.ts': `\nimport net from 'node:net';` });
    expect(importOffences(files)).toEqual([
      'src/bulk/run.ts:2 imports node:net: src has no I/O: take it through a port',
    ]);
  });
});

describe('the order of the rooms', () => {
  it('forbids two rooms that need each other, in types as well', () => {
    const files = sourceFiles({
      'src/probe/a.ts': `import type { B } from '../verdict/b.ts';`,
      'src/verdict/b.ts': `import { c } from '../exchange/c.ts';`,
      'src/exchange/c.ts': `import { d } from '../probe/d.ts';`,
      'src/probe/d.ts': '',
    });
    expect(roomOffences(files)).toEqual([
      'the rooms of src import one another: probe → verdict → exchange → probe',
    ]);
  });

  it.each([
    ['a room that nobody planned', { 'src/utils/a.ts': '' }],
    ['ground that stands on a room', { 'src/ports.ts': `import type { A } from './probe/a.ts';` }],
    ['a room that needs the engine', { 'src/probe/a.ts': `import type { Engine } from '../engine.ts';` }],
    ['an engine that needs the index', { 'src/engine.ts': `import type { Engine } from './index.ts';` }],
  ])('forbids %s', (_, files) => {
    expect(roomOffences(sourceFiles(files))).toHaveLength(1);
  });

  it('allows an order', () => {
    const files = sourceFiles({
      'src/index.ts': `export * from './engine.ts';`,
      'src/engine.ts': `import './verdict/a.ts'; import './probe/b.ts';`,
      'src/verdict/a.ts': `import '../probe/b.ts'; import '../ports.ts';`,
      'src/probe/b.ts': `import '../ports.ts';`,
      'src/ports.ts': `import type { R } from './resources.ts';`,
    });
    expect(roomOffences(files)).toEqual([]);
  });
});

describe('the rule of loading', () => {
  it('forbids files that load one another', () => {
    const files = sourceFiles({
      'src/probe/a.ts': `import { b } from './b.ts';`,
      'src/probe/b.ts': `export { c } from './c.ts';`,
      'src/probe/c.ts': `import { type A } from './a.ts';`,
    });
    expect(loadingOffences(files)).toEqual([
      'files load one another: src/probe/a.ts → src/probe/b.ts → src/probe/c.ts → src/probe/a.ts',
    ]);
  });

  it('allows files that know only the types of one another', () => {
    const files = sourceFiles({
      'src/probe/a.ts': `import { b } from './b.ts';`,
      'src/probe/b.ts': `import type { A } from './a.ts';\nexport type { B } from './a.ts';`,
    });
    expect(loadingOffences(files)).toEqual([]);
  });
});

describe('the rule of ports', () => {
  it.each([
    'const at = Date.now();',
    'const at = new Date();',
    'const at = Date();',
    'const { now } = Date;',
    `const at = Date['now']();`,
    'const chance = Math.random();',
    `const chance = Math['random']();`,
    'const { random } = Math;',
    'const at = performance.now();',
    'setTimeout(() => {}, 1);',
    'const wait = { setTimeout };',
    'setInterval(() => {}, 1);',
    'setImmediate(() => {});',
    'globalThis.setTimeout(() => {}, 1);',
    'const signal = AbortSignal.timeout(1);',
    `const { PATH } = process.env;`,
    `const bytes = Buffer.from('');`,
    'function take(bytes: Buffer) {}',
    'let timer: NodeJS.Timeout | undefined;',
    `const page = await fetch('');`,
    'const id = crypto.randomUUID();',
    `const net = require('net');`,
    `console.log('');`,
    'const here = import.meta.url;',
  ])('forbids %s', (source) => {
    expect(globalOffences(sourceFiles({ 'src/probe/a.ts': source }))).toHaveLength(1);
  });

  it.each([
    'const at = new Date(0).toISOString();',
    'const at = Date.UTC(1970, 0);',
    'function show(at: Date) {}',
    'const most = Math.max(1, 2);',
    'const controller = new AbortController();',
    'const signal = AbortSignal.any([]);',
    'function wait(signal: AbortSignal) {}',
    'const text = new TextDecoder().decode(new Uint8Array());',
    `const host = new URL('x:').host;`,
    'const task = clock.setTimeout(queue.process);',
    'class Queue { process() {} }',
    'const handlers = { fetch: 1 };',
    `const text = 'Date.now()'; // Date.now()`,
  ])('allows %s', (source) => {
    expect(globalOffences(sourceFiles({ 'src/probe/a.ts': source }))).toEqual([]);
  });
});

function sourceFiles(files: Record<string, string>): SourceFiles {
  return new Map(Object.entries(files));
}
