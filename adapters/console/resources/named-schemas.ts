import * as z from 'zod';

/** Schemas of responses that have a name of their own in the OpenAPI document of the console. */
export const answerSchemas = z.registry<{ id: string }>();

/** Schemas of request bodies that have a name of their own. */
export const bodySchemas = z.registry<{ id: string }>();

export const problemSchema = z
  .object({ detail: z.string().describe('What went wrong, for a person to read.') })
  .register(answerSchemas, { id: 'Problem' });

export const time = z.iso.datetime().describe('ISO 8601 in UTC.');
export const credits = z.number().describe('Credits, to three decimals.');
