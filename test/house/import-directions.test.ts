import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BiomeReport, lintAsInRepository } from './biome-report.ts';
import { repository } from './repository-files.ts';

const checked = ['noImportCycles', 'noRestrictedGlobals', 'noRestrictedImports', 'plugin'];

/** Statements, each with its file: under the rule of Biome that they offend, or under `harmless`. `\n` ends a line. */
const statements = readFileSync(new URL('import-directions.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .flatMap((paragraph) => {
    const [rule = '', ...lines] = paragraph.split('\n');
    return lines.map((line) => {
      const [path = '', text = ''] = line.split(/: (.*)/);
      return { rule, path, text: text.replaceAll('\\n', '\n') };
    });
  })
  .map((statement, n) => ({ ...statement, file: numbered(statement.path, n) }));
const offences = statements.filter(({ rule }) => rule !== 'harmless');
const harmless = statements.filter(({ rule }) => rule === 'harmless');
const filesOf = (those: typeof statements) => Object.fromEntries(those.map(({ file, text }) => [file, text]));

describe('an offence that is planted in the repository', () => {
  let report: BiomeReport;
  beforeAll(async () => {
    report = await lintAsInRepository(filesOf(offences));
  });

  it.each(offences)('is found by $rule in $path: $text', ({ rule, file }) =>
    expect(report.get(file)).toContain(rule),
  );
});

describe('a harmless statement', () => {
  let report: BiomeReport;
  beforeAll(async () => {
    report = await lintAsInRepository(filesOf(harmless));
  });

  it.each(harmless)('is allowed in $path: $text', ({ file }) =>
    expect(report.get(file)?.filter((rule) => checked.includes(rule)) ?? []).toEqual([]),
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
