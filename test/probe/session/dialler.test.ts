import { describe, expect, it } from 'vitest';
import { singleShare } from '../../../src/concurrency/work-share.ts';
import { ConnectionError } from '../../../src/errors.ts';
import { EgressOutage } from '../../../src/exchange/egress-outage.ts';
import type { Dns } from '../../../src/ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../../src/ports/smtp-transport.ts';
import type { ConnectionGrant } from '../../../src/probe/session/connection-limiter.ts';
import { Dialler } from '../../../src/probe/session/dialler.ts';
import { connectError } from '../../../src/smtp/dial-target.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { oneExchangeDns } from '../../support/scripted-exchange.ts';

const records = (...addresses: string[]) =>
  ({ kind: 'records', records: addresses, ttlSeconds: 300 }) as const;

/** What keeps us from an address of the host. Each of the others accepts connections. */
type Obstacle =
  | 'the server there blocked us'
  | 'the host is paused'
  | 'refuses connections'
  | 'has no route to it'
  | 'is not allowed';

const refusal = { address: '192.0.2.1', port: 25 };
const errors = {
  'refuses connections': connectError(refusal, { code: 'ECONNREFUSED' }),
  'has no route to it': connectError(refusal, { code: 'ENETUNREACH' }),
  'is not allowed': new ConnectionError('address_not_allowed', 'Not a public address.'),
};

/** Dials a host with two IPv4 addresses, ending in 1 and 3, and two IPv6 addresses, ending in 2 and 4. */
async function dial(obstacles: Readonly<Record<string, Obstacle>>) {
  const dns: Dns = {
    ...oneExchangeDns(),
    a: async () => records('192.0.2.1', '192.0.2.3'),
    aaaa: async () => records('2001:db8::2', '2001:db8::4'),
  };
  const admitted: string[] = [];
  const connected: string[] = [];
  let held = 0;
  const smtp: SmtpTransport = {
    async connect({ address }) {
      connected.push(address);
      const obstacle = obstacles[address];
      if (obstacle !== undefined && obstacle in errors) throw errors[obstacle as keyof typeof errors];
      return {} as SmtpConnection;
    },
  };
  const admit = async (address: string): Promise<ConnectionGrant> => {
    admitted.push(address);
    const obstacle = obstacles[address];
    if (obstacle === 'the server there blocked us')
      return { kind: 'pause', reason: 'blocked', until: 60_000, scope: 'address' };
    if (obstacle === 'the host is paused')
      return { kind: 'pause', reason: 'limited', until: 60_000, scope: 'exchange' };
    held += 1;
    return {
      kind: 'lease',
      held: new Map(),
      async release() {
        held -= 1;
      },
    };
  };
  const clock = new ManualClock();
  const outage = new EgressOutage({ clock, dns, smtp, port: 25, canaries: [] });
  const dialler = new Dialler({ dns: { forShare: () => dns }, smtp, clock, outage, port: 25 });
  const result = await dialler.dial('mx.example.com', {
    connectMs: 10_000,
    deadlineAt: 60_000,
    signal: new AbortController().signal,
    share: singleShare,
    admit,
    record: undefined,
  });
  return { result, admitted, connected, held };
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
    expect(result).toMatchObject({ kind: 'paused', pause: { reason: 'blocked' } });
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
