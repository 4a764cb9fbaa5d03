import { randomUUID } from 'node:crypto';
import type { Random } from '../../src/ports.ts';

/** Chance from the JavaScript engine: for shuffles and made-up recipients, never for secrets. */
export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
};
