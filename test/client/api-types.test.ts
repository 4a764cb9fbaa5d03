import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectTypeOf, it } from 'vitest';
import type { components } from '../../adapters/client/index.ts';
import type {
  BulkLookupJob,
  BulkLookupReceipt,
  BulkVerificationJob,
  BulkVerificationReceipt,
  EmailLookup,
  EmailVerification,
} from '../../src/index.ts';
import { repository } from '../house/repository-files.ts';

type Schemas = components['schemas'];

/** Over HTTP, every verification goes to the end. */
type Verification = {
  [Field in keyof EmailVerification]: Exclude<EmailVerification[Field], 'not_asked'>;
};

it('the types of the client are those of the document that the server serves', async () => {
  const program = [join(repository, 'build/api-types.mjs'), '--print', 'client'];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const types = await readFile(join(repository, 'adapters/client/api-types.ts'), 'utf8');
  expect(types, 'run "npm run generate"').toBe(stdout);
}, 120_000);

it('the client resolves with the resources of the library', () => {
  expectTypeOf<Schemas['EmailVerificationResponse']>().toEqualTypeOf<Verification>();
  expectTypeOf<Schemas['EmailLookupResponse']>().toEqualTypeOf<EmailLookup>();
  expectTypeOf<Schemas['BulkVerificationSubmitResponse']>().toEqualTypeOf<BulkVerificationReceipt>();
  expectTypeOf<Schemas['BulkVerificationStatusResponse']>().toEqualTypeOf<BulkVerificationJob>();
  expectTypeOf<Schemas['BulkLookupSubmitResponse']>().toEqualTypeOf<BulkLookupReceipt>();
  expectTypeOf<Schemas['BulkLookupStatusResponse']>().toEqualTypeOf<BulkLookupJob>();
});
