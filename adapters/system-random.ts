import { randomUUID } from 'node:crypto';
import type { Random } from '../src/ports/random.ts';

/**
 * The randomness of `Math.random`, for shuffling and catch-all probes, never for secrets. UUIDs are from node:crypto.
 */
export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
};
