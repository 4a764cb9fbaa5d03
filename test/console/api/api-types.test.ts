import { expectTypeOf, it } from 'vitest';
import type * as page from '../../../adapters/console/page/api/resources.ts';
import type { components } from '../../../adapters/console/page/api-types.ts';

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
