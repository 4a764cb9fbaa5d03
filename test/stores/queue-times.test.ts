import { expect, it } from 'vitest';
import { queueTimesWith } from '../../adapters/stores/batch-rules.ts';

it('a worker renews its leases while they last, however short they are', () => {
  expect(queueTimesWith()).toMatchObject({ leaseMs: 20_000, heartbeatMs: 5_000 });
  expect(queueTimesWith({ leaseMs: 1_000 })).toMatchObject({ leaseMs: 1_000, heartbeatMs: 250 });
  expect(queueTimesWith({ leaseMs: 1_000, heartbeatMs: 700 })).toMatchObject({ heartbeatMs: 700 });
});

it('times that are undefined keep their defaults', () => {
  const none = {
    leaseMs: undefined,
    heartbeatMs: undefined,
    egressWaitMs: undefined,
    firstDelayMs: undefined,
  };
  expect(queueTimesWith({ ...none, longestDelayMs: undefined })).toEqual(queueTimesWith());
});
