import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { addresses, newJob, verification } from '../../contract/jobs/sample-data.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { WebhookMessage, WebhookOutcome } from '../../src/ports/webhook-sender.ts';
import { WebhookDispatcher, type WebhookEvent } from '../../src/webhooks/webhook-dispatcher.ts';
import { checkEndpoints, type WebhookEndpoint } from '../../src/webhooks/webhook-endpoint.ts';
import { ManualClock } from '../support/manual-clock.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function endpoint(changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return { url: 'https://hooks.example.com/jobs', secret, ...changes };
}

interface World {
  readonly clock: ManualClock;
  readonly stores: Stores;
  readonly sent: WebhookMessage[];
  readonly events: WebhookEvent[];
  /** Another process on the same stores. */
  process(options?: ProcessOptions): WebhookDispatcher;
  /** Creates a job as a process with these endpoints does, and lets it finish. */
  submit(by: WebhookDispatcher, id: string, account?: string): Promise<void>;
  complete(id: string): Promise<void>;
}

interface ProcessOptions {
  endpoints?: WebhookEndpoint | readonly WebhookEndpoint[];
  answer?: (message: WebhookMessage) => WebhookOutcome | Promise<WebhookOutcome>;
  jobs?: Pick<JobStore, 'leaseAnnouncement' | 'endAnnouncement'>;
}

const accepted: WebhookOutcome = { kind: 'delivered' };
const refused: WebhookOutcome = { kind: 'failed', reason: 'answered with status 500' };

function world(): World {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const { jobs } = stores;
  const sent: WebhookMessage[] = [];
  const events: WebhookEvent[] = [];
  return {
    clock,
    stores,
    sent,
    events,
    process: ({ endpoints = endpoint(), answer = () => accepted, jobs: own = jobs } = {}) =>
      new WebhookDispatcher({
        clock,
        random: { next: () => 0.5, uuid: () => '' },
        jobs: own,
        sender: {
          send: async (message) => {
            sent.push(message);
            return answer(message);
          },
        },
        endpoints: checkEndpoints(endpoints),
        onEvent: (event) => events.push(event),
      }),
    submit: async (by, id, account = 'acme') => {
      await jobs.create(newJob({ id, account, announceTo: by.endpointsOf(account) }), addresses(3));
    },
    complete: async (id) => {
      const attempts = addresses(3).map((_, position) => ({
        position,
        attempt: 1,
        result: verification(),
        retryAt: null,
      }));
      await jobs.record(id, attempts, { at: clock.now() });
    },
  };
}

describe('an endpoint', () => {
  it('is told at once of a job that this process has finished, with counts and without addresses', async () => {
    const { clock, sent, events, process, submit, complete } = world();
    const dispatcher = process();
    await submit(dispatcher, 'j');
    await clock.advance(1_000);
    await complete('j');
    dispatcher.announce();
    await clock.advance(0);
    expect(sent).toEqual([
      {
        url: 'https://hooks.example.com/jobs',
        id: 'evt_j',
        body: expect.any(String),
        secrets: [secret],
        allowPrivateHosts: false,
        timeoutMs: 10_000,
      },
    ]);
    expect(JSON.parse(sent[0]!.body)).toEqual({
      type: 'job.completed',
      timestamp: '2030-01-01T00:00:01.000Z',
      data: {
        job_id: 'j',
        kind: 'verification',
        key_id: 'key 1',
        total: 3,
        processed: 3,
        safe: 3,
        submitted_at: '2030-01-01T00:00:00.000Z',
      },
    });
    expect(sent[0]!.body).not.toMatch(/@|acme/);
    expect(events).toEqual([
      { kind: 'webhook', change: 'delivered', endpoint: 'default', jobId: 'j', reason: undefined },
    ]);
    await clock.advance(2 * dayMs);
    expect(sent).toHaveLength(1);
    await dispatcher.close();
  });

  it('is told of a job that ended without a word: in another process, or as its process died', async () => {
    const { clock, stores, sent, process, submit, complete } = world();
    const dispatcher = process();
    await submit(dispatcher, 'finished');
    await submit(dispatcher, 'stalled');
    await submit(dispatcher, 'cancelled');
    await clock.advance(10 * minuteMs);
    expect(sent).toEqual([]);
    await complete('finished');
    await stores.jobs.fail('stalled', { at: clock.now() });
    await stores.jobs.fail('cancelled', { at: clock.now(), cancelled: true });
    await clock.advance(2 * minuteMs);
    const told = sent
      .map(({ body }) => JSON.parse(body))
      .map(({ type, data }) => [type, data.job_id, data.processed]);
    expect(told.sort()).toEqual([
      ['job.cancelled', 'cancelled', 0],
      ['job.completed', 'finished', 3],
      ['job.failed', 'stalled', 0],
    ]);
    await dispatcher.close();
  });

  it('is told by another process if the one that submitted the job is gone', async () => {
    const { clock, sent, process, submit, complete } = world();
    const first = process();
    await submit(first, 'j');
    await first.close();
    await complete('j');
    const second = process();
    await clock.advance(2 * minuteMs);
    expect(sent.map(({ id }) => id)).toEqual(['evt_j']);
    await second.close();
  });

  it('is told again, with the same id and body, if the process dies between sending and noting', async () => {
    const { clock, stores, sent, process, submit, complete } = world();
    const never = new Promise<never>(() => {});
    const { jobs } = stores;
    const dying = process({
      jobs: {
        leaseAnnouncement: (name, options) =>
          sent.length > 0 ? never : jobs.leaseAnnouncement(name, options),
        endAnnouncement: () => never,
      },
    });
    await submit(dying, 'j');
    await complete('j');
    dying.announce();
    await clock.advance(0);
    expect(sent).toHaveLength(1);
    const surviving = process();
    await clock.advance(50_000);
    expect(sent).toHaveLength(1);
    await clock.advance(20_000);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    await clock.advance(dayMs);
    expect(sent).toHaveLength(2);
    await surviving.close();
  });

  it('is told once by processes that deliver at the same time', async () => {
    const { clock, sent, process, submit, complete } = world();
    const both = [process(), process()];
    for (let index = 0; index < 20; index += 1) {
      await submit(both[index % 2]!, `j${index}`);
      await complete(`j${index}`);
    }
    await clock.advance(5 * minuteMs);
    expect(sent).toHaveLength(20);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
    for (const dispatcher of both) await dispatcher.close();
  });

  it('is asked again for a day, ever more seldom, then given up', async () => {
    const { clock, events, process, submit, complete } = world();
    const at: number[] = [];
    const dispatcher = process({
      answer: () => {
        at.push(clock.now());
        return refused;
      },
    });
    await submit(dispatcher, 'j');
    await complete('j');
    dispatcher.announce();
    await clock.advance(0);
    for (let hour = 0; hour < 48; hour += 1) await clock.advance(60 * minuteMs);
    const waits = at.slice(1).map((time, index) => time - at[index]!);
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect(waits[0]).toBeLessThanOrEqual(10_000);
    expect(at.at(-1)! - at[0]!).toBeGreaterThan(0.9 * dayMs);
    expect(at.at(-1)! - at[0]!).toBeLessThan(1.1 * dayMs);
    expect(events.map(({ change }) => change)).toEqual([...waits.map(() => 'failed'), 'given_up']);
    expect(events.at(-1)?.reason).toBe('answered with status 500');
    await clock.advance(30 * dayMs);
    expect(waits).toHaveLength(at.length - 1);
    await dispatcher.close();
  });

  it('is asked again if the sender itself fails, and given up in the end', async () => {
    const { clock, events, process, submit, complete } = world();
    const dispatcher = process({
      answer: () => {
        throw new Error('Out of paper.');
      },
    });
    await submit(dispatcher, 'j');
    await complete('j');
    for (let hour = 0; hour < 48; hour += 1) await clock.advance(60 * minuteMs);
    expect(events[0]).toMatchObject({ change: 'failed', reason: 'Out of paper.' });
    expect(events.at(-1)).toMatchObject({ change: 'given_up' });
    await dispatcher.close();
  });

  it('is told once it is back', async () => {
    const { clock, sent, events, process, submit, complete } = world();
    let isBack = false;
    const dispatcher = process({ answer: () => (isBack ? accepted : refused) });
    await submit(dispatcher, 'j');
    await complete('j');
    await clock.advance(10 * minuteMs);
    isBack = true;
    await clock.advance(60 * minuteMs);
    expect(events.at(-1)).toMatchObject({ change: 'delivered', jobId: 'j' });
    expect(new Set(sent.map(({ id, body }) => id + body)).size).toBe(1);
    await dispatcher.close();
  });

  it('that hangs has four attempts at a time, and holds up no other endpoint', async () => {
    const { clock, sent, process, submit, complete } = world();
    const dispatcher = process({
      endpoints: [
        endpoint({ name: 'hanging', url: 'https://hanging.example.com/' }),
        endpoint({ name: 'good' }),
      ],
      answer: ({ url }) => (url.includes('hanging') ? new Promise<never>(() => {}) : accepted),
    });
    for (let index = 0; index < 30; index += 1) {
      await submit(dispatcher, `j${index}`);
      await complete(`j${index}`);
      dispatcher.announce();
    }
    await clock.advance(0);
    const urls = sent.map(({ url }) => new URL(url).hostname);
    expect(urls.filter((host) => host === 'hanging.example.com')).toHaveLength(4);
    expect(urls.filter((host) => host === 'hooks.example.com')).toHaveLength(30);
  });

  it('is told of the job of a small account before those of one that floods it', async () => {
    const { clock, sent, process, submit, complete } = world();
    const dispatcher = process();
    for (let index = 0; index < 100; index += 1) {
      await submit(dispatcher, `flood${index}`, 'flooding');
      await complete(`flood${index}`);
    }
    await submit(dispatcher, 'small', 'small');
    await complete('small');
    await clock.advance(2 * minuteMs);
    expect(sent).toHaveLength(101);
    expect(sent.findIndex(({ id }) => id === 'evt_small')).toBeLessThan(4);
    await dispatcher.close();
  });

  it('of one account is told of the jobs of that account alone', async () => {
    const { clock, sent, process, submit, complete } = world();
    const dispatcher = process({ endpoints: endpoint({ account: 'acme' }) });
    for (const account of ['acme', 'other']) {
      await submit(dispatcher, account, account);
      await complete(account);
    }
    await clock.advance(2 * minuteMs);
    expect(sent.map(({ id }) => id)).toEqual(['evt_acme']);
    await dispatcher.close();
  });

  it('of one account is not told of jobs of others that wait under its name from before', async () => {
    const { clock, stores, sent, events, process, submit, complete } = world();
    const before = process();
    for (const account of ['acme', 'other']) {
      await submit(before, account, account);
      await complete(account);
    }
    const free = newJob({ id: 'free', account: null, announceTo: before.endpointsOf(null) });
    await stores.jobs.create(free, addresses(3));
    await complete('free');
    await before.close();
    const after = process({ endpoints: endpoint({ account: 'acme' }) });
    await clock.advance(2 * minuteMs);
    expect(sent.map(({ id }) => id)).toEqual(['evt_acme']);
    const reason = 'The endpoint is told of the jobs of one account alone, and this job is of another.';
    const dropped = events.filter(({ change }) => change === 'dropped');
    expect(dropped.map(({ jobId }) => jobId).sort()).toEqual(['free', 'other']);
    for (const event of dropped) expect(event.reason).toBe(reason);
    await after.close();
    const back = process();
    await clock.advance(2 * minuteMs);
    expect(sent).toHaveLength(1);
    await back.close();
  });

  it('is not told of a job that is deleted before the first attempt', async () => {
    const { clock, stores, sent, events, process, submit, complete } = world();
    const dispatcher = process();
    await submit(dispatcher, 'j');
    await complete('j');
    await stores.jobs.delete('j');
    await clock.advance(2 * minuteMs);
    expect([sent, events]).toEqual([[], []]);
    await dispatcher.close();
  });

  it('is not told of a job that ended months ago, while nobody told it of any', async () => {
    const { clock, sent, events, process, submit, complete } = world();
    const before = process();
    await submit(before, 'j');
    await before.close();
    await complete('j');
    clock.leap(61 * dayMs);
    const after = process();
    await clock.advance(2 * minuteMs);
    expect(sent).toEqual([]);
    expect(events).toMatchObject([{ change: 'dropped', reason: 'The job ended more than 60 days ago.' }]);
    await after.close();
  });

  it('is not told of a job that is deleted between attempts, which is said', async () => {
    const { clock, stores, sent, events, process, submit, complete } = world();
    const dispatcher = process({ answer: () => refused });
    await submit(dispatcher, 'j');
    await complete('j');
    dispatcher.announce();
    await clock.advance(0);
    await stores.jobs.delete('j');
    await clock.advance(2 * minuteMs);
    const reason = 'The job was deleted before the endpoint accepted the event.';
    expect(events.map(({ change }) => change)).toEqual(['failed', 'dropped']);
    expect(events.at(-1)?.reason).toBe(reason);
    expect(sent).toHaveLength(1);
    await dispatcher.close();
  });
});

describe('a store that fails', () => {
  it('delays what is to be told until it is back', async () => {
    const { clock, stores, sent, process, submit, complete } = world();
    const { jobs } = stores;
    let isGone = false;
    const unlessGone = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      if (isGone) throw new Error('The disk is gone.');
      return call();
    };
    const dispatcher = process({
      jobs: {
        leaseAnnouncement: (...args) => unlessGone(() => jobs.leaseAnnouncement(...args)),
        endAnnouncement: (...args) => unlessGone(() => jobs.endAnnouncement(...args)),
      },
    });
    await submit(dispatcher, 'j');
    await complete('j');
    isGone = true;
    dispatcher.announce();
    await clock.advance(10 * minuteMs);
    expect(sent).toEqual([]);
    isGone = false;
    await clock.advance(10_000);
    expect(sent).toHaveLength(1);
    await dispatcher.close();
  });
});

describe('closing', () => {
  it('waits for the attempt under way, and begins none', async () => {
    const { clock, sent, process, submit, complete } = world();
    let finish = (_outcome: WebhookOutcome) => {};
    const answer = () =>
      new Promise<WebhookOutcome>((resolve) => {
        finish = resolve;
      });
    const dispatcher = process({ answer });
    for (const id of ['a', 'b']) await submit(dispatcher, id);
    await complete('a');
    dispatcher.announce();
    await clock.advance(0);
    let isClosed = false;
    const closed = dispatcher.close().then(() => {
      isClosed = true;
    });
    await complete('b');
    dispatcher.announce();
    await clock.advance(2 * minuteMs);
    expect([isClosed, sent.length]).toEqual([false, 1]);
    finish(accepted);
    await closed;
    await clock.advance(dayMs);
    expect(sent).toHaveLength(1);
  });
});

describe('options that are wrong', () => {
  it.each([
    ['no URL', { url: undefined }, 'webhooks.url'],
    ['a URL of another scheme', { url: 'ftp://example.com/' }, 'webhooks.url'],
    ['a URL with a password', { url: 'https://user:pass@example.com/' }, 'webhooks.url'],
    ['this machine', { url: 'http://127.0.0.1:9/x' }, 'webhooks.url'],
    ['this machine, in IPv6', { url: 'http://[::1]/x' }, 'webhooks.url'],
    ['this machine, mapped into IPv6', { url: 'http://[::ffff:127.0.0.1]:9/x' }, 'webhooks.url'],
    ['this machine, as one number', { url: 'http://2130706433/x' }, 'webhooks.url'],
    ['this machine, as an address of no host', { url: 'http://0.0.0.0:9/x' }, 'webhooks.url'],
    ['this machine, as an address of no host in IPv6', { url: 'http://[::]:9/x' }, 'webhooks.url'],
    ['this machine, by name', { url: 'http://localhost/x' }, 'webhooks.url'],
    ['this machine, by a name in full', { url: 'http://LOCALHOST./x' }, 'webhooks.url'],
    ['this machine, by a name below localhost', { url: 'http://hooks.localhost/x' }, 'webhooks.url'],
    ['a private address', { url: 'https://192.168.1.2/x' }, 'webhooks.url'],
    ['a private address of IPv6', { url: 'https://[fd00::1]/x' }, 'webhooks.url'],
    ['a protocol assignment', { url: 'https://192.0.0.1/x' }, 'webhooks.url'],
    ['a benchmark address', { url: 'https://198.18.0.1/x' }, 'webhooks.url'],
    ['a reserved address', { url: 'https://240.0.0.1/x' }, 'webhooks.url'],
    ['everybody in the network', { url: 'https://255.255.255.255/x' }, 'webhooks.url'],
    ['a multicast address of IPv6', { url: 'https://[ff02::1]/x' }, 'webhooks.url'],
    ['this machine, in the oldest form of IPv6', { url: 'https://[::127.0.0.1]/x' }, 'webhooks.url'],
    ['a secret that is no key', { secret: 'secret' }, 'webhooks.secret'],
    ['a secret of another alphabet', { secret: `whsec_${'-_'.repeat(20)}` }, 'webhooks.secret'],
    ['a short secret', { secret: `whsec_${Buffer.alloc(23).toString('base64')}` }, 'webhooks.secret'],
    ['no secret in a list', { secret: [] }, 'webhooks.secret'],
    ['a name with spaces', { name: 'a b' }, 'webhooks.name'],
    ['an empty account', { account: '' }, 'webhooks.account'],
    ['another thing than yes or no', { allowPrivateHosts: 'yes' }, 'webhooks.allowPrivateHosts'],
  ])('are refused: %s', (_what, changes, parameter) => {
    expect(() => checkEndpoints({ ...endpoint(), ...changes })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', parameter }),
    );
  });

  it.each(['http://8.8.8.8/x', 'https://[2606:4700::1111]/x', 'https://localhost.example.com/x'])(
    'are not a host that may be reached: %s',
    (url) => {
      expect(checkEndpoints(endpoint({ url }))).toMatchObject([{ url }]);
    },
  );

  it.each([
    ['http://localhost/x', 'this machine'],
    ['http://127.0.0.1/x', 'this machine'],
    ['http://[::ffff:127.0.0.1]/x', 'this machine'],
    ['http://10.0.0.1/x', 'a private or special-purpose address'],
    ['http://255.255.255.255/x', 'a private or special-purpose address'],
  ])('are refused with what the host is: %s', (url, place) => {
    expect(() => checkEndpoints(endpoint({ url }))).toThrow(`Its host is ${place}. Nothing is posted there`);
  });

  it('are no private addresses that are allowed', () => {
    const allowed = endpoint({ url: 'http://127.0.0.1:9/x', allowPrivateHosts: true });
    expect(checkEndpoints(allowed)).toMatchObject([{ url: 'http://127.0.0.1:9/x' }]);
  });

  it('are refused without showing what may be secret', () => {
    const wrong = { url: 'https://user:hidden@example.com/', secret: 'hidden' };
    for (const changes of [{ url: wrong.url }, { secret: wrong.secret }])
      expect(() => checkEndpoints(endpoint(changes))).toThrow(/^(?!.*hidden)/);
  });

  it('are refused: two endpoints of one name', () => {
    expect(() => checkEndpoints([endpoint(), endpoint()])).toThrow(/two endpoints/i);
    expect(checkEndpoints([endpoint(), endpoint({ name: 'second' })])).toHaveLength(2);
  });
});
