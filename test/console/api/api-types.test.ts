import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repository } from '../../house/repository-files.ts';

it('the types of the page are those of the document of its API', async () => {
  const program = [join(repository, 'build/api-types.mjs'), '--print', 'console'];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const types = await readFile(join(repository, 'adapters/console/page/api-types.ts'), 'utf8');
  expect(types, 'run "npm run generate"').toBe(stdout);
}, 120_000);
