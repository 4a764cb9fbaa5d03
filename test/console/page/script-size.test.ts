import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repository } from '../../house/repository-files.ts';

it('has scripts that are small enough for a slow connection, as npm run page:size says', async () => {
  const { stdout } = await promisify(execFile)('node', ['build/page-size.mjs'], { cwd: repository });
  const [, total] = /^all scripts: (\d+) bytes with gzip/m.exec(stdout) ?? [];
  expect(Number(total)).toBeGreaterThan(10_000);
  expect(Number(total)).toBeLessThanOrEqual(120_000);
});
