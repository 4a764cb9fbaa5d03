import { expect, it } from 'vitest';
import { queueTimesWith } from '../../../adapters/redis/queue/times.ts';

it('a worker says which egresses it has while its locks last, however short they are', () => {
  expect(queueTimesWith()).toMatchObject({ lockMs: 20_000, attendMs: 5_000 });
  expect(queueTimesWith({ lockMs: 1_000 })).toMatchObject({ lockMs: 1_000, attendMs: 250 });
  expect(queueTimesWith({ lockMs: 1_000, attendMs: 700 })).toMatchObject({ attendMs: 700 });
});
