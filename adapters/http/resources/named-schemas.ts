import * as z from 'zod';

/** Schemas of responses that have a name of their own in OpenAPI. */
export const namedSchemas = z.registry<{ id: string }>();

/** Schemas of request bodies that have a name of their own in OpenAPI. Undocumented fields are ignored. */
export const namedBodies = z.registry<{ id: string }>();

export const problemSchema = z
  .object({ detail: z.string().describe('What went wrong, for a person to read.') })
  .register(namedSchemas, { id: 'Error' });
