import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { repository } from './repository-files.ts';

const execute = promisify(execFile);

async function optionsWithoutUndefined(...files: readonly string[]): Promise<string[]> {
  const program = join(repository, 'test/house/undefined-options.mjs');
  const { stdout } = await execute(process.execPath, [program, ...files]);
  return stdout.split('\n').filter((line) => line !== '');
}

it('may be passed as undefined to every entry, whatever may be left out', async () => {
  expect(await optionsWithoutUndefined()).toEqual([]);
});

it('is found in options of options, of methods of results, and of what hosts implement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-options-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, 'entry.ts');
  await writeFile(
    entry,
    `interface Store { find(options: { limit?: number }): Promise<{ label?: string }> }
     interface Engine { read(options?: { page?: number; size?: number | undefined }): { total?: number } }
     export type PageOptions = Partial<Record<'width' | 'height', number>>;
     export declare function createEngine(options: { store: Store; tls?: { key?: string } | undefined }): Engine;`,
  );
  expect(await optionsWithoutUndefined(entry)).toEqual([
    'PageOptions.height',
    'PageOptions.width',
    'createEngine(options).store.find.label',
    'createEngine(options).tls.key',
    'createEngine.read(options).page',
  ]);
});
