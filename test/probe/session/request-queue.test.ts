import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/probe/session/dialogue.ts';
import type { GreetedConnection } from '../../../src/probe/session/greeted-connection.ts';
import type { ProbeRequest } from '../../../src/probe/session/probe-request.ts';
import { RequestQueue } from '../../../src/probe/session/request-queue.ts';
import { bulkShare, requestFor } from './probe-requests.ts';

type Room = Parameters<RequestQueue['takeGroup']>[0];

function queueOf(...requests: readonly ProbeRequest[]): RequestQueue {
  const queue = new RequestQueue();
  for (const request of requests) queue.add(request);
  return queue;
}

const names = (requests: readonly ProbeRequest[]) =>
  requests.map(({ recipient }) => recipient.address.replace('@example.com', ''));

/** What a connection can take now. */
function connectionWith(
  changes: Partial<Pick<GreetedConnection, 'unused' | 'room' | 'groupSize'>> & { smtpUtf8?: boolean } = {},
): Room {
  const { smtpUtf8 = true, ...rest } = changes;
  const capabilities = { smtpUtf8 } as Capabilities;
  return { unused: false, room: 100, groupSize: 10, ...rest, capabilities } as Room;
}

describe('The requests to an exchange', () => {
  it('are served in order, single ones before those of jobs', () => {
    const [one, two] = [requestFor('one', { share: bulkShare }), requestFor('two', { share: bulkShare })];
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    const queue = queueOf(one, two, ann, bob);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([ann, true, 4]);
    queue.remove(ann);
    queue.remove(one);
    queue.putBack([one, ann]);
    expect(names(queue.takeAll())).toEqual(['ann', 'bob', 'one', 'two']);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([undefined, false, 0]);
  });

  it('begin with those of jobs where there is no single one', () => {
    const [one, two] = [requestFor('one', { share: bulkShare }), requestFor('two', { share: bulkShare })];
    const queue = queueOf(one, two);
    expect([queue.first, queue.hasSingle, queue.length]).toEqual([one, false, 2]);
  });

  it('lose none when one is removed that is not among them', () => {
    const queue = queueOf(requestFor('ann'), requestFor('bob'));
    queue.remove(requestFor('cat'));
    expect(names(queue.takeAll())).toEqual(['ann', 'bob']);
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
    const elsewhere = { deadlineAt: 30, waits: false };
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
    expect(names(queue.takeAll())).toEqual(['bob', 'one']);
  });

  it('learn of a slot, all of them', () => {
    const told: string[] = [];
    const queue = queueOf(
      ...['ann', 'one'].map((person) =>
        requestFor(person, {
          wait: { onSlot: () => told.push(person) },
          ...(person === 'one' ? { share: bulkShare } : {}),
        }),
      ),
    );
    queue.reportSlot();
    expect(told).toEqual(['ann', 'one']);
  });

  it('learn of a slot, of those that must be the first of a session only one', () => {
    const told: string[] = [];
    const requests = ['ann', 'bob', 'cat'].map((person) =>
      requestFor(person, { wait: { onSlot: () => told.push(person) } }),
    );
    for (const request of requests.slice(0, 2)) request.requireFreshSession();
    const queue = queueOf(...requests);
    queue.reportSlot();
    expect(told).toEqual(['ann', 'cat']);
  });
});

describe('The group that a connection takes', () => {
  it('is as large as its group size, and as its room', () => {
    const requests = ['a', 'b', 'c', 'd', 'e'].map((person) => requestFor(person));
    const queue = queueOf(...requests);
    expect(names(queue.takeGroup(connectionWith({ room: 2 })))).toEqual(['a', 'b']);
    expect(names(queue.takeGroup(connectionWith({ groupSize: 1 })))).toEqual(['c']);
    expect(names(queue.takeGroup(connectionWith()))).toEqual(['d', 'e']);
    expect(queue.takeGroup(connectionWith())).toEqual([]);
  });

  it('has single requests first, and is filled up with those of jobs', () => {
    const queue = queueOf(
      requestFor('one', { share: bulkShare }),
      requestFor('two', { share: bulkShare }),
      requestFor('ann'),
    );
    expect(names(queue.takeGroup(connectionWith({ room: 2 })))).toEqual(['ann', 'one']);
    expect(names(queue.takeAll())).toEqual(['two']);
  });

  it('has only internationalised addresses, or none', () => {
    const queue = queueOf(
      requestFor('ann'),
      requestFor('zoë', { needsSmtpUtf8: true }),
      requestFor('bob'),
      requestFor('jürgen', { needsSmtpUtf8: true, share: bulkShare }),
    );
    expect(names(queue.takeGroup(connectionWith()))).toEqual(['ann', 'bob']);
    expect(names(queue.takeGroup(connectionWith()))).toEqual(['zoë', 'jürgen']);
  });

  it('has none where the server takes none, and those are answered at once', async () => {
    const [zoë, jürgen] = [
      requestFor('zoë', { needsSmtpUtf8: true }),
      requestFor('jürgen', { needsSmtpUtf8: true, share: bulkShare }),
    ];
    for (const unsupported of [[zoë], [jürgen]]) {
      const queue = queueOf(...unsupported, requestFor('ann'));
      expect(names(queue.takeGroup(connectionWith({ smtpUtf8: false })))).toEqual(['ann']);
      for (const request of unsupported) {
        expect(await request.answer).toEqual({ kind: 'smtputf8-unsupported' });
      }
      expect(queue.length).toBe(0);
    }
  });

  it('begins with a request that must be first, on an unused connection', () => {
    const [ann, bob, cat, dan] = ['ann', 'bob', 'cat', 'dan'].map((person) => requestFor(person)) as [
      ProbeRequest,
      ProbeRequest,
      ProbeRequest,
      ProbeRequest,
    ];
    ann.requireFreshSession();
    cat.requireFreshSession();
    const queue = queueOf(ann, bob, cat, dan);
    expect(names(queue.takeGroup(connectionWith({ unused: true })))).toEqual(['ann', 'bob', 'dan']);
    expect(names(queue.takeAll())).toEqual(['cat']);
  });

  it('has those of a job that can go on a used connection, and leaves those that must be first on another', () => {
    const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((person) =>
      requestFor(person, { share: bulkShare }),
    ) as [ProbeRequest, ProbeRequest, ProbeRequest];
    ann.requireFreshSession();
    const queue = queueOf(ann, bob, cat);
    expect(queue.firstFor({ unused: false })).toBe(bob);
    expect(queue.firstFor({ unused: true })).toBe(ann);
    expect(names(queue.takeGroup(connectionWith()))).toEqual(['bob', 'cat']);
    expect(queue.takeGroup(connectionWith())).toEqual([]);
    expect([queue.remove(ann), queue.remove(ann)]).toEqual([true, false]);
  });

  it('is empty on a used connection while a single request must be first on another', () => {
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    ann.requireFreshSession();
    const queue = queueOf(ann, bob);
    expect(queue.takeGroup(connectionWith())).toEqual([]);
    expect(queue.length).toBe(2);
  });
});
