import { describe, expect, it } from 'vitest';
import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import { ConnectionError } from '../../../src/errors.ts';
import { EgressOutage } from '../../../src/exchange/egress-outage.ts';
import type { Dns, DnsAnswer } from '../../../src/ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../../src/ports/smtp-transport.ts';
import type { ConnectionGrant } from '../../../src/probe/session/connection-limiter.ts';
import { Dialler } from '../../../src/probe/session/dialler.ts';
import { linesOf, type TraceEvent } from '../../../src/probe/session/trace.ts';
import { connectError, connectTimeoutError } from '../../../src/smtp/dial-target.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { oneExchangeDns } from '../../support/scripted-exchange.ts';

const records = (...addresses: string[]) =>
  ({ kind: 'records', records: addresses, ttlSeconds: 300 }) as const;

/** What keeps us from an address of the host. Each of the others accepts connections. */
type Obstacle =
  | 'the server there blocked us'
  | 'the host is paused'
  | 'refuses connections'
  | 'does not answer in time'
  | 'has no route to it'
  | 'is not allowed'
  | 'has a broken way out'
  | 'is left to a broken transport';

const refusal = { address: '192.0.2.1', port: 25 };
const errors = {
  'refuses connections': connectError(refusal, { code: 'ECONNREFUSED' }),
  'does not answer in time': connectTimeoutError(refusal),
  'has no route to it': connectError(refusal, { code: 'ENETUNREACH' }),
  'is not allowed': new ConnectionError('address_not_allowed', 'Not a public address.'),
  'has a broken way out': new ConnectionError('egress_failed', 'The proxy is down.'),
  'is left to a broken transport': new TypeError('our fault'),
};

interface DialChanges {
  readonly a?: DnsAnswer<string>;
  readonly aaaa?: DnsAnswer<string>;
  readonly share?: WorkShare;
  /** Called when a connection is attempted. */
  readonly onConnect?: () => void;
  readonly signal?: AbortSignal;
}

/** Dials a host with two IPv4 addresses, ending in 1 and 3, and two IPv6 addresses, ending in 2 and 4. */
function startDial(obstacles: Readonly<Record<string, Obstacle>>, changes: DialChanges = {}) {
  const { signal = new AbortController().signal } = changes;
  const dns: Dns = {
    ...oneExchangeDns(),
    a: async () => changes.a ?? records('192.0.2.1', '192.0.2.3'),
    aaaa: async () => changes.aaaa ?? records('2001:db8::2', '2001:db8::4'),
  };
  const admitted: string[] = [];
  const connected: string[] = [];
  const attempts: unknown[] = [];
  const shares: WorkShare[] = [];
  const trace: [TraceEvent['kind'], readonly string[]][] = [];
  let held = 0;
  const smtp: SmtpTransport = {
    async connect(target, options) {
      const { address } = target;
      connected.push(address);
      attempts.push({ ...target, ...options });
      changes.onConnect?.();
      const obstacle = obstacles[address];
      if (obstacle === 'does not answer in time') clock.leap(options.timeoutMs);
      if (obstacle !== undefined && obstacle in errors) throw errors[obstacle as keyof typeof errors];
      return {} as SmtpConnection;
    },
  };
  const admit = async (address: string): Promise<ConnectionGrant> => {
    admitted.push(address);
    const obstacle = obstacles[address];
    if (obstacle === 'the server there blocked us')
      return { kind: 'pause', reason: 'blocked', until: 60_000 * admitted.length, scope: 'address' };
    if (obstacle === 'the host is paused')
      return { kind: 'pause', reason: 'limited', until: 60_000, scope: 'exchange' };
    held += 1;
    return {
      kind: 'lease',
      held: new Map(),
      markEnding() {},
      async release() {
        held -= 1;
      },
    };
  };
  const clock = new ManualClock(0);
  const outage = new EgressOutage({ clock, dns, smtp, port: 2525, canaries: [] });
  const told: string[] = [];
  outage.recordUnreachable = (host) => void told.push(`${host} is unreachable`);
  outage.recordGreeting = () => void told.push('greeted');
  outage.recordFailure = (cause) => void told.push(String(cause));
  const dialler = new Dialler({
    dns: {
      forShare(share) {
        shares.push(share);
        return dns;
      },
    },
    ...{ smtp, clock, outage, port: 2525 },
  });
  const answer = dialler.dial('mx.example.com', {
    connectMs: 10_000,
    deadlineAt: 24_000,
    signal,
    share: changes.share ?? singleShare,
    admit,
    record: (kind, lines) => trace.push([kind, linesOf(lines)]),
    recordDns: undefined,
  });
  return { dialler, answer, admitted, connected, attempts, shares, trace, told, held: () => held };
}

async function dial(...parameters: Parameters<typeof startDial>) {
  const { answer, held, ...rest } = startDial(...parameters);
  const result = await answer;
  return { ...rest, result, held: held() };
}

describe('a host with an address whose server has blocked us', () => {
  it('is connected to at its next address', async () => {
    const { result, connected, held } = await dial({ '192.0.2.1': 'the server there blocked us' });
    expect(result.kind).toBe('connected');
    expect(connected).toEqual(['2001:db8::2']);
    expect(held).toBe(1);
  });

  it('is connected to at its last address, if all others are paused', async () => {
    const { result, connected } = await dial({
      '192.0.2.1': 'the server there blocked us',
      '2001:db8::2': 'the server there blocked us',
      '192.0.2.3': 'the server there blocked us',
    });
    expect(result.kind).toBe('connected');
    expect(connected).toEqual(['2001:db8::4']);
  });

  it('is paused if all of its addresses are', async () => {
    const { result, connected, held } = await dial({
      '192.0.2.1': 'the server there blocked us',
      '2001:db8::2': 'the server there blocked us',
      '192.0.2.3': 'the server there blocked us',
      '2001:db8::4': 'the server there blocked us',
    });
    // As long as at its first address.
    expect(result).toMatchObject({ kind: 'paused', pause: { reason: 'blocked', until: 60_000 } });
    expect([connected, held]).toEqual([[], 0]);
  });

  it.each(['has no route to it', 'is not allowed'] as const)(
    'is paused if this machine %s at every other address',
    async (obstacle) => {
      const { result, held } = await dial({
        '192.0.2.1': obstacle,
        '2001:db8::2': 'the server there blocked us',
        '192.0.2.3': obstacle,
        '2001:db8::4': obstacle,
      });
      expect(result).toMatchObject({ kind: 'paused', pause: { reason: 'blocked' } });
      expect(held).toBe(0);
    },
  );

  it('is unreachable if connections to the others fail, of which no more than two are tried', async () => {
    const { result, connected, held } = await dial({
      '192.0.2.1': 'refuses connections',
      '2001:db8::2': 'the server there blocked us',
      '192.0.2.3': 'refuses connections',
    });
    expect(result).toMatchObject({ kind: 'unreachable', problem: 'connection_refused' });
    expect(connected).toEqual(['192.0.2.1', '192.0.2.3']);
    expect(held).toBe(0);
  });
});

describe('a host that is paused itself', () => {
  it('is asked for at none of its other addresses', async () => {
    const { result, admitted, connected } = await dial({ '192.0.2.1': 'the host is paused' });
    expect(result).toMatchObject({ kind: 'paused', pause: { reason: 'limited' } });
    expect([admitted, connected]).toEqual([['192.0.2.1'], []]);
  });

  it('is not called unreachable because connections to one of its addresses failed before', async () => {
    const { result, connected } = await dial({
      '192.0.2.1': 'refuses connections',
      '2001:db8::2': 'the host is paused',
    });
    expect(result).toMatchObject({ kind: 'paused', pause: { reason: 'limited' } });
    expect(connected).toEqual(['192.0.2.1']);
  });
});

describe('a host that accepts a connection', () => {
  it('is connected to at the port of exchanges, as long as a third of the time that is left', async () => {
    const { signal } = new AbortController();
    const { attempts } = await dial({}, { signal });
    expect(attempts).toEqual([{ address: '192.0.2.1', port: 2525, timeoutMs: 8_000, signal }]);
  });

  it('keeps its lease until that is released', async () => {
    const { answer, held } = startDial({});
    const result = await answer;
    expect(result).toMatchObject({ kind: 'connected', address: '192.0.2.1' });
    expect(held()).toBe(1);
    if (result.kind === 'connected') await result.release();
    expect(held()).toBe(0);
  });

  it('shows that servers can be reached once one greets us, because a proxy may only claim to connect', async () => {
    const { answer, told, dialler } = startDial({});
    await answer;
    expect(told).toEqual([]);
    dialler.recordGreeting('mx.example.com', true);
    dialler.recordGreeting('mx.example.com', false);
    expect(told).toEqual(['greeted', 'mx.example.com is unreachable']);
  });

  it('is told in the trace, after the attempt that failed', async () => {
    const { trace } = await dial({ '192.0.2.1': 'refuses connections' });
    expect(trace).toEqual([
      ['connecting', ['192.0.2.1']],
      ['failed', [errors['refuses connections'].message]],
      ['connecting', ['2001:db8::2']],
      ['connected', ['2001:db8::2']],
    ]);
  });

  it('is looked up on behalf of those who ask', async () => {
    const share: WorkShare = { kind: 'bulk', account: 'acme', jobId: 'job' };
    expect((await dial({}, { share })).shares).toEqual([share]);
  });
});

describe('a host without a usable address', () => {
  const none = { kind: 'no-data', ttlSeconds: 300 } as const;

  it('has no address, which says nothing of our connections', async () => {
    const { result, told } = await dial({}, { a: none, aaaa: none });
    expect(result).toEqual({ kind: 'unreachable', problem: 'no-address', testedMs: Infinity });
    expect(told).toEqual([]);
  });

  it('is unreachable because DNS failed, if it did', async () => {
    const failure = { kind: 'failure', reason: 'timeout', detail: 'No answer in time.' } as const;
    for (const answers of [
      { a: failure, aaaa: none },
      { a: none, aaaa: failure },
    ]) {
      const { result, told } = await dial({}, answers);
      expect(result).toEqual({ kind: 'unreachable', problem: 'timeout', testedMs: Infinity });
      expect(told).toEqual([]);
    }
  });

  it('is not to be connected to if no address of it is allowed, which says nothing of our connections', async () => {
    const { result, told, held } = await dial(
      { '192.0.2.1': 'is not allowed' },
      { a: records('192.0.2.1'), aaaa: none },
    );
    expect(result).toEqual({ kind: 'unreachable', problem: 'address_not_allowed', testedMs: Infinity });
    expect([told, held]).toEqual([[], 0]);
  });

  it('has none that this machine has a route to, which may be for want of any', async () => {
    const { result, told } = await dial(
      { '192.0.2.1': 'has no route to it' },
      { a: records('192.0.2.1'), aaaa: none },
    );
    expect(result).toMatchObject({ kind: 'unreachable', problem: 'no_route' });
    expect(told).toEqual(['mx.example.com is unreachable']);
  });
});

describe('a host that cannot be reached', () => {
  it('may be for all that connections tell, whatever its other addresses would', async () => {
    const { result, told, held } = await dial({
      '192.0.2.1': 'refuses connections',
      '2001:db8::2': 'refuses connections',
    });
    expect(result).toEqual({ kind: 'unreachable', problem: 'connection_refused', testedMs: Infinity });
    expect([told, held]).toEqual([['mx.example.com is unreachable'], 0]);
  });

  it('was tested as long as the shortest attempt waited, with what was left of the time', async () => {
    const { result, attempts } = await dial({
      '192.0.2.1': 'does not answer in time',
      '2001:db8::2': 'does not answer in time',
    });
    expect(attempts).toMatchObject([{ timeoutMs: 8_000 }, { timeoutMs: 16_000 / 3 }]);
    expect(result).toEqual({ kind: 'unreachable', problem: 'connection_timeout', testedMs: 16_000 / 3 });
  });

  it('was tested that long, too, if its last address refuses connections', async () => {
    const { result } = await dial({
      '192.0.2.1': 'does not answer in time',
      '2001:db8::2': 'refuses connections',
    });
    expect(result).toEqual({ kind: 'unreachable', problem: 'connection_refused', testedMs: 8_000 });
  });
});

describe('an attempt that says nothing of the host', () => {
  it('is one in which the way out failed: no other address is tried, and the egress knows', async () => {
    const { result, connected, told, held } = await dial({ '192.0.2.1': 'has a broken way out' });
    expect(result).toEqual({ kind: 'egress-failed', error: errors['has a broken way out'] });
    expect([connected, held]).toEqual([['192.0.2.1'], 0]);
    expect(told).toEqual([String(errors['has a broken way out'])]);
  });

  it('is one in which our own code failed: it rejects, and keeps no lease', async () => {
    const { answer, held, trace } = startDial({ '192.0.2.1': 'is left to a broken transport' });
    await expect(answer).rejects.toThrow('our fault');
    expect([held(), trace.length]).toEqual([0, 1]);
  });

  it('is one that is aborted: it rejects with the reason of that, however the transport puts it', async () => {
    const controller = new AbortController();
    const { answer, held, connected, told } = startDial(
      { '192.0.2.1': 'refuses connections' },
      { signal: controller.signal, onConnect: () => controller.abort(new Error('gone')) },
    );
    await expect(answer).rejects.toThrow('gone');
    expect([held(), connected]).toEqual([0, ['192.0.2.1']]);
    expect(told).toEqual([]);
  });
});

describe('a host whose first address does not answer, until nobody waits any more', () => {
  it('is unreachable, so that callers in a hurry do not hide that no server answers us', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const { answer, told } = startDial(
      { '192.0.2.1': 'does not answer in time', '2001:db8::2': 'does not answer in time' },
      {
        signal: controller.signal,
        onConnect() {
          attempts += 1;
          if (attempts === 2) controller.abort(new Error('gone'));
        },
      },
    );
    await expect(answer).rejects.toThrow('gone');
    expect(told).toEqual(['mx.example.com is unreachable']);
  });
});
