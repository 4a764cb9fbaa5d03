import { randomUUID } from 'node:crypto';
import type { Random } from '../../src/ports.ts';

/** Randomness of the JavaScript engine: for shuffles and catch-all probes, never for secrets. */
export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
};
