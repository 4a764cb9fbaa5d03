/** Claims on idempotency keys: one key each, whose text names the creation that has claimed it. */
import type { JobEntry } from './job-index.ts';

export function claimKeyOf(prefix: string, idempotencyKey: string): string {
  return `${prefix}:job-claim:${idempotencyKey}`;
}

export function claimText({ creationNumber, id }: Pick<JobEntry, 'creationNumber' | 'id'>): string {
  return `${creationNumber} ${id}`;
}
