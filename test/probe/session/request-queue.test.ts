import { describe, expect, it } from 'vitest';
import type { WorkShare } from '../../../src/concurrency/work-share.ts';
import type { ProbeRequest } from '../../../src/probe/session/probe-request.ts';
import { type GroupLimits, RequestQueue } from '../../../src/probe/session/request-queue.ts';
import { bulkShare, requestFor } from './probe-requests.ts';

function queueOf(...requests: readonly ProbeRequest[]): RequestQueue {
  const queue = new RequestQueue();
  for (const request of requests) queue.add(request);
  return queue;
}

const names = (requests: readonly ProbeRequest[]) =>
  requests.map(({ recipient }) => recipient.address.replace('@example.com', ''));

/** What a session can take now. */
function limits(changes: Partial<GroupLimits> = {}): GroupLimits {
  return { mostBeside: () => 10, isUnused: false, claim: () => true, fitsBeside: () => true, ...changes };
}

const takeAll = (queue: RequestQueue) => names(queue.takeIf(() => true));

describe('The requests to an exchange', () => {
  it('are asked in groups of the size that the first of them allows, which need not be the first that waits', () => {
    const queue = queueOf(...['a1', 'a2', 'b1', 'b2', 'b3'].map((name) => requestFor(name)));
    const claim = (request: ProbeRequest) => names([request])[0]?.startsWith('b') === true;
    const mostBeside = (first: ProbeRequest) => (claim(first) ? 2 : 5);
    expect(names(queue.takeGroup(limits({ claim, mostBeside })))).toEqual(['b1', 'b2']);
  });

  it('are served in order, single ones before those of jobs', () => {
    const [one, two] = [requestFor('one', { share: bulkShare }), requestFor('two', { share: bulkShare })];
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    const queue = queueOf(one, two, ann, bob);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([ann, true, 4]);
    queue.remove(ann);
    queue.remove(one);
    queue.putBack([one, ann]);
    expect(takeAll(queue)).toEqual(['ann', 'bob', 'one', 'two']);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([undefined, false, 0]);
  });

  it('are taken in turn by account, those of one account in order', () => {
    const of = (account: string, ...people: readonly string[]) =>
      people.map((person) => requestFor(person, { share: { kind: 'single', account } }));
    const queue = queueOf(...of('a', 'a1', 'a2', 'a3', 'a4'), ...of('b', 'b1', 'b2'), ...of('c', 'c1'));
    expect(names([...queue])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(names(queue.takeGroup(limits({ mostBeside: () => 2 })))).toEqual(['a1', 'b1']);
    for (const request of of('d', 'd1')) queue.add(request);
    expect(takeAll(queue)).toEqual(['c1', 'a2', 'b2', 'd1', 'a3', 'a4']);
  });

  it('are taken in turn by account among those of jobs, too', () => {
    const of = (account: string, ...people: readonly string[]) =>
      people.map((person) => requestFor(person, { share: { kind: 'bulk', account, jobId: account } }));
    expect(takeAll(queueOf(...of('a', 'a1', 'a2', 'a3'), ...of('b', 'b1')))).toEqual(
      'a1 b1 a2 a3'.split(' '),
    );
  });

  it('of jobs have their turn after every four single ones', () => {
    const [one, two] = [requestFor('one', { share: bulkShare }), requestFor('two', { share: bulkShare })];
    const people = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gil', 'hal', 'ian'];
    const queue = queueOf(one, two, ...people.map((person) => requestFor(person)));
    expect(names(queue.takeGroup(limits()))).toEqual([
      ...['ann', 'bob', 'cat', 'dan', 'one'],
      ...['eve', 'fay', 'gil', 'hal', 'two'],
    ]);
    queue.add(requestFor('three', { share: bulkShare }));
    expect(names(queue.takeGroup(limits({ mostBeside: () => 1 })))).toEqual(['ian']);
  });

  it('tell whose share is served first: of single requests, or of the first of a job', () => {
    const rich = requestFor('rich', { share: { kind: 'single', account: 'a' } });
    const poor = requestFor('poor', { share: { kind: 'single', account: 'b' } });
    const job = requestFor('job', { share: bulkShare });
    const goesBefore = (share: WorkShare) => share.account === 'b';
    expect(queueOf().shareServedFirst(goesBefore)).toBeUndefined();
    expect(queueOf(job).shareServedFirst(goesBefore)).toBe(bulkShare);
    expect(queueOf(job, rich, poor).shareServedFirst(goesBefore)).toBe(poor.share);
  });

  it('begin with those of jobs where there is no single one', () => {
    const [one, two] = [requestFor('one', { share: bulkShare }), requestFor('two', { share: bulkShare })];
    const queue = queueOf(one, two);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([one, false, 2]);
  });

  it('lose none when one is removed that is not among them', () => {
    const queue = queueOf(requestFor('ann'), requestFor('bob'));
    queue.remove(requestFor('cat'));
    expect(takeAll(queue)).toEqual(['ann', 'bob']);
  });

  it('are waited for until the latest deadline of all', () => {
    expect(queueOf().latestDeadlineAt).toBe(0);
    const [soon, later] = [requestFor('a', { deadlineAt: 10 }), requestFor('b', { deadlineAt: 30 })];
    const latest = requestFor('c', { deadlineAt: 50, share: bulkShare });
    const middle = requestFor('d', { deadlineAt: 20, share: bulkShare });
    expect(queueOf(soon, later, soon).latestDeadlineAt).toBe(30);
    expect(queueOf(soon, later, latest, middle).latestDeadlineAt).toBe(50);
    expect(queueOf(later, middle).latestDeadlineAt).toBe(30);
  });

  it('let a short pause be waited out, until the latest deadline, if any of them could not be asked elsewhere', () => {
    const elsewhere = { deadlineAt: 30, waitsOutPauses: false };
    expect(queueOf().waitUntil).toBe(0);
    expect(queueOf(requestFor('a', elsewhere)).waitUntil).toBe(0);
    expect(queueOf(requestFor('a', elsewhere), requestFor('b', { deadlineAt: 20 })).waitUntil).toBe(30);
    const work = requestFor('c', { deadlineAt: 40, share: bulkShare });
    expect(queueOf(requestFor('a', elsewhere), work).waitUntil).toBe(40);
  });

  it('can be taken by what they ask, and the others keep their order', () => {
    const queue = queueOf(
      requestFor('ann'),
      requestFor('one', { share: bulkShare }),
      requestFor('bob'),
      requestFor('two', { share: bulkShare }),
    );
    const taken = queue.takeIf(({ recipient }) => /^(ann|two)@/.test(recipient.address));
    expect(names(taken)).toEqual(['ann', 'two']);
    expect(takeAll(queue)).toEqual(['bob', 'one']);
  });
});

describe('The group that a session takes', () => {
  it('is as large as the session allows', () => {
    const queue = queueOf(...['a', 'b', 'c'].map((person) => requestFor(person)));
    expect(names(queue.takeGroup(limits({ mostBeside: () => 2 })))).toEqual(['a', 'b']);
    expect(names(queue.takeGroup(limits()))).toEqual(['c']);
    expect(queue.takeGroup(limits())).toEqual([]);
  });

  it('has single requests first, and is filled up with those of jobs', () => {
    const queue = queueOf(
      requestFor('one', { share: bulkShare }),
      requestFor('two', { share: bulkShare }),
      requestFor('ann'),
    );
    expect(names(queue.takeGroup(limits({ mostBeside: () => 2 })))).toEqual(['ann', 'one']);
    expect(takeAll(queue)).toEqual(['two']);
  });

  it('has only those that fit beside the first one, and those that may be asked now', () => {
    const queue = queueOf(
      requestFor('ann'),
      requestFor('zoë', { needsSmtpUtf8: true }),
      requestFor('bob'),
      requestFor('jürgen', { needsSmtpUtf8: true, share: bulkShare }),
    );
    const fitsBeside: GroupLimits['fitsBeside'] = ({ recipient }, { recipient: first }) =>
      recipient.needsSmtpUtf8 === first.needsSmtpUtf8;
    expect(names(queue.takeGroup(limits({ fitsBeside })))).toEqual(['ann', 'bob']);
    const claim: GroupLimits['claim'] = ({ share }) => share.kind === 'bulk';
    expect(names(queue.takeGroup(limits({ claim })))).toEqual(['jürgen']);
    expect(takeAll(queue)).toEqual(['zoë']);
  });

  it('is one request alone that a group did not answer before', () => {
    const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((person) => requestFor(person));
    bob?.countFailure();
    const queue = queueOf(...[ann, bob, cat].flatMap((each) => each ?? []));
    expect([1, 2].map(() => names(queue.takeGroup(limits())))).toEqual([['ann', 'cat'], ['bob']]);
  });

  it('begins with a request that must be first, on an unused session, and has no other one', () => {
    const [ann, bob, cat, dan] = ['ann', 'bob', 'cat', 'dan'].map((person) => requestFor(person)) as [
      ProbeRequest,
      ProbeRequest,
      ProbeRequest,
      ProbeRequest,
    ];
    ann.requireFreshSession();
    cat.requireFreshSession();
    const queue = queueOf(ann, bob, cat, dan);
    expect(names(queue.takeGroup(limits({ isUnused: true })))).toEqual(['ann']);
    expect(names(queue.takeGroup(limits({ isUnused: true })))).toEqual(['bob', 'dan']);
    expect(takeAll(queue)).toEqual(['cat']);
  });

  it('has those of a job that can go on a used connection, and leaves those that must be first on another', () => {
    const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((person) =>
      requestFor(person, { share: bulkShare }),
    ) as [ProbeRequest, ProbeRequest, ProbeRequest];
    ann.requireFreshSession();
    const queue = queueOf(ann, bob, cat);
    expect(queue.firstFor({ isUnused: false })).toBe(bob);
    expect(queue.firstFor({ isUnused: true })).toBe(ann);
    expect(names(queue.takeGroup(limits()))).toEqual(['bob', 'cat']);
    expect(queue.takeGroup(limits())).toEqual([]);
    expect([queue.remove(ann), queue.remove(ann)]).toEqual([true, false]);
  });

  it('is empty on a used connection while a single request must be first on another', () => {
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    ann.requireFreshSession();
    const queue = queueOf(ann, bob);
    expect(queue.takeGroup(limits())).toEqual([]);
    expect(queue.length).toBe(2);
  });
});
