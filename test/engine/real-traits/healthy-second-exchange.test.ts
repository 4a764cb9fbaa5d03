import { describe, expect, it } from 'vitest';
import type { SandboxExchange, SandboxWorld } from '../../../adapters/sandbox/index.ts';
import { countsOf, engineAndServers, verdictsInTurn } from './engine-and-servers.ts';

const emails = ['ann@example.com', 'nobody@example.com'];

/** Two exchanges, of which the preferred one behaves as given. */
const worldOf = (preferred: SandboxExchange): SandboxWorld => ({
  domains: { 'example.com': { mx: ['mx1.example.com', 'mx2.example.com'], mailboxes: ['ann'] } },
  exchanges: { 'mx1.example.com': preferred, 'mx2.example.com': {} },
});

const connectionsTo = (host: string, { sandbox }: Awaited<ReturnType<typeof engineAndServers>>) =>
  sandbox.statistics.exchanges.get(host)?.connections ?? 0;

describe('a preferred exchange that cannot serve anybody now', () => {
  const words = [
    '421 4.3.2 Service shutting down',
    '421 4.3.0 Temporary System Problem. Try again later',
    '451 4.3.0 Temporary lookup failure',
    '451 4.3.5 Server configuration problem',
    '452 4.3.1 Insufficient system storage',
  ];
  it.each(words.flatMap((reply) => [['mail', reply] as const, ['rcpt', reply] as const]))(
    'leaves the verdict to the next exchange: at %s, %s',
    async (stage, reply) => {
      const running = await engineAndServers(worldOf({ replies: { [stage]: reply } }));
      expect(countsOf(await verdictsInTurn(running.engine, emails))).toEqual({ safe: 1, invalid: 1 });
    },
  );
});

describe('a preferred exchange that speaks of the recipient, or of us', () => {
  it.each([
    [
      '450 4.2.0 {echo}Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/',
      'greylisted',
    ],
    ['450 4.7.1 Error: too much mail from {client}', 'rate_limited'],
    ['452 4.2.2 {echo}Mailbox full', 'mailbox_full'],
  ])('has the last word: %s', async (reply) => {
    const running = await engineAndServers(worldOf({ replies: { rcpt: reply } }));
    await running.engine.verify('ann@example.com');
    expect(connectionsTo('mx1.example.com', running)).toBeGreaterThan(0);
    expect(connectionsTo('mx2.example.com', running)).toBe(0);
  });

  it('has it also where it refuses the recipient', async () => {
    const running = await engineAndServers(worldOf({}));
    expect((await running.engine.verify('nobody@example.com')).status).toBe('invalid');
    expect(connectionsTo('mx2.example.com', running)).toBe(0);
  });
});
