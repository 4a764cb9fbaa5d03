import * as z from 'zod';
import type { EmailLookup, VerificationFields } from '../../../src/resources.ts';
import { emailLookup as lookupOverHttp } from '../../http/resources/lookup.ts';
import { emailVerification } from '../../http/resources/verify.ts';
import { answerSchemas } from './named-schemas.ts';

const substatus = z.enum([...emailVerification.shape.substatus.options, 'not_asked']);

/** As /v1 answers, and `not_asked` for levels below `smtp`. */
export const verification = z
  .object({ ...emailVerification.shape, substatus })
  .register(answerSchemas, { id: 'Verification' }) satisfies z.ZodType<VerificationFields>;

export const lookup = z
  .object(lookupOverHttp.shape)
  .register(answerSchemas, { id: 'Lookup' }) satisfies z.ZodType<EmailLookup>;
