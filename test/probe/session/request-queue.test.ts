import { expect, it } from 'vitest';
import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import { ProbeRequest } from '../../../src/probe/session/probe-request.ts';
import { RequestQueue } from '../../../src/probe/session/request-queue.ts';

const bulk: WorkShare = { kind: 'bulk', account: 'acme', jobId: 'job' };

function requestOf(address: string, share: WorkShare): ProbeRequest {
  const wait = { onAbandoned() {}, onSlot() {} };
  return new ProbeRequest({ address, needsSmtpUtf8: false }, { deadlineAt: 0, share, wait });
}

it('the requests to an exchange are served in order, single ones before those of jobs', () => {
  const queue = new RequestQueue();
  const [one, two, ann, bob] = [
    requestOf('one', bulk),
    requestOf('two', bulk),
    requestOf('ann', singleShare),
    requestOf('bob', singleShare),
  ];
  for (const request of [one, two, ann, bob]) queue.add(request);
  expect([queue.first, queue.hasSingle, queue.length]).toEqual([ann, true, 4]);
  queue.remove(ann);
  queue.remove(one);
  queue.putBack([one, ann]);
  expect(queue.takeAll().map(({ recipient }) => recipient.address)).toEqual(['ann', 'bob', 'one', 'two']);
  expect([queue.first, queue.hasSingle]).toEqual([undefined, false]);
});
