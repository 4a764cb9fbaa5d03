import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectTypeOf, it } from 'vitest';
import type * as page from '../../../adapters/console/page/api/resources.ts';
import type { components } from '../../../adapters/console/page/api-types.ts';
import { repository } from '../../house/repository-files.ts';

it('the types of the page are those of the document of its API', async () => {
  const program = [join(repository, 'build/api-types.mjs'), '--print', 'console'];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const types = await readFile(join(repository, 'adapters/console/page/api-types.ts'), 'utf8');
  expect(types, 'run "npm run generate"').toBe(stdout);
}, 120_000);

type Schemas = components['schemas'];

it('the page reads what the API answers', () => {
  expectTypeOf<Schemas['Session']>().toExtend<page.Session>();
  expectTypeOf<Schemas['Key']>().toExtend<page.ApiKey>();
  expectTypeOf<Schemas['NewKey']>().toExtend<page.NewKey>();
  expectTypeOf<Schemas['Balance']>().toExtend<page.Balance>();
  expectTypeOf<Schemas['Usage']>().toExtend<page.Usage>();
  expectTypeOf<Schemas['VerificationStep']>().toExtend<page.VerificationStep>();
  expectTypeOf<Schemas['Job']>().toExtend<page.Job>();
  expectTypeOf<Schemas['Jobs']>().toExtend<page.JobPage>();
  expectTypeOf<Schemas['Accounts']>().toExtend<page.AccountPage>();
  expectTypeOf<Schemas['Invitation']>().toExtend<page.Invitation>();
});
