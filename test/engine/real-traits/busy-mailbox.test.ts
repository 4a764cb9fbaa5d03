import { describe, expect, it } from 'vitest';
import type { SandboxWorld } from '../../../adapters/sandbox/index.ts';
import {
  countsOf,
  engineAndServers,
  numbered,
  verdictsAtOnce,
  verdictsInTurn,
  verdictsOfList,
} from './engine-and-servers.ts';

/** What large providers say of a mailbox that gets too much mail just now, and the host that says so. */
const busyReplies: Readonly<
  Record<string, { readonly hostOf: (domain: string) => string; readonly reply: string }>
> = {
  Gmail: {
    hostOf: () => 'aspmx.l.google.com',
    reply:
      '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please\n4.2.1 resend your message at a later time. If the user is able to receive mail at\n4.2.1 that time, your message will be delivered. For more information, go to\n4.2.1  https://support.google.com/mail/?p=ReceivingRate d9443c01a7336 - gsmtp',
  },
  'Microsoft 365': {
    hostOf: (domain) => `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`,
    reply:
      '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded [DB5PEPF00014B8A.eurprd02.prod.outlook.com]',
  },
};

const others = numbered(60, (index) => `company${index}.example.com`);

describe.each(Object.entries(busyReplies))('a busy mailbox at %s', (_, { hostOf, reply }) => {
  const world: SandboxWorld = {
    domains: {
      'busy.example.com': { mx: [hostOf('busy.example.com')], mailboxes: { ann: { reply } } },
      ...Object.fromEntries(others.map((domain) => [domain, { mx: [hostOf(domain)], mailboxes: ['ben'] }])),
    },
    exchanges: Object.fromEntries(['busy.example.com', ...others].map((domain) => [hostOf(domain), {}])),
  };

  it.each([
    ['single requests at once', verdictsAtOnce],
    ['single requests in turn', verdictsInTurn],
    ['a list', verdictsOfList],
  ])('delays nobody else there: %s', async (_way, verdictsOf) => {
    const { engine, clock } = await engineAndServers(world);
    for (let request = 0; request < 3; request += 1)
      expect((await engine.verify('ann@busy.example.com')).status).toBe('unknown');
    const from = clock.now();
    expect(
      countsOf(
        await verdictsOf(
          engine,
          others.map((domain) => `ben@${domain}`),
        ),
      ),
    ).toEqual({ safe: 60 });
    expect(clock.now() - from).toBeLessThanOrEqual(15_000);
  });
});
