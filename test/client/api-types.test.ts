import { expectTypeOf, it } from 'vitest';
import type { components } from '../../adapters/client/index.ts';
import type {
  BulkLookupJob,
  BulkLookupReceipt,
  BulkVerificationJob,
  BulkVerificationReceipt,
  EmailLookup,
  EmailVerification,
} from '../../src/index.ts';

type Schemas = components['schemas'];

/** Over HTTP, every verification goes to the end. */
type Verification = {
  [Field in keyof EmailVerification]: Exclude<EmailVerification[Field], 'not_asked'>;
};

it('the client resolves with the resources of the library', () => {
  expectTypeOf<Schemas['EmailVerificationResponse']>().toEqualTypeOf<Verification>();
  expectTypeOf<Schemas['EmailLookupResponse']>().toEqualTypeOf<EmailLookup>();
  expectTypeOf<Schemas['BulkVerificationSubmitResponse']>().toEqualTypeOf<BulkVerificationReceipt>();
  expectTypeOf<Schemas['BulkVerificationStatusResponse']>().toEqualTypeOf<BulkVerificationJob>();
  expectTypeOf<Schemas['BulkLookupSubmitResponse']>().toEqualTypeOf<BulkLookupReceipt>();
  expectTypeOf<Schemas['BulkLookupStatusResponse']>().toEqualTypeOf<BulkLookupJob>();
});
