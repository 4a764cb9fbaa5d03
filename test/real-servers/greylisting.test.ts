import { describe, expect, it } from 'vitest';
import { type AskedServer, askedServer } from './asked-server.ts';
import type { Daemon } from './servers/daemon.ts';
import { addressOf, type Mailboxes } from './servers/mail-server.ts';
import { startPostfix } from './servers/postfix.ts';
import { startPostgrey } from './servers/postgrey.ts';
import { staffOf } from './staff.ts';
import { asList, itIsAskedWell, patienceMs } from './verdict-behaviour.ts';

/** The shortest that postgrey knows. It counts whole seconds, so that two have passed when it is over. */
const delaySeconds = 1;
const retryDelaysMs = [2_000, 4_000];

/** Postfix that asks postgrey, both of which end together. */
async function startGreylisting({ mailboxes }: { mailboxes: Mailboxes }): Promise<Daemon> {
  const postgrey = await startPostgrey(delaySeconds);
  const postfix = await startPostfix({ mailboxes, policyPort: postgrey.port });
  return {
    port: postfix.port,
    stop: async () => {
      await postfix.stop();
      await postgrey.stop();
    },
  };
}

describe('Postfix with postgrey', () => {
  it('lets a single request know that the address was put off', async () => {
    await using asked: AskedServer = await askedServer(
      await startGreylisting({ mailboxes: { names: ['anna.abel'] } }),
    );
    const verdict = await asked.engine.verify(addressOf('anna.abel'), { timeoutMs: 20_000 });
    expect(verdict).toMatchObject({ status: 'unknown', substatus: 'greylisted' });
  });

  it('asks again about each address that was put off, and only about those', {
    timeout: patienceMs,
  }, async () => {
    const staff = staffOf(20);
    await using asked = await askedServer(await startGreylisting({ mailboxes: staff.mailboxes }), {
      bulk: { retryDelaysMs },
    });
    await asList(asked.engine, staff.addresses);
    const { recipients } = asked.counts;
    const timesAsked = (address: string) => recipients.filter((recipient) => recipient === address).length;
    expect(
      staff.addresses.filter((address) => timesAsked(address) !== (staff.present.has(address) ? 2 : 1)),
    ).toEqual([]);
  });

  describe('asked about a list that is tried again', () => {
    itIsAskedWell({
      name: 'Postfix with postgrey: list of 100',
      start: startGreylisting,
      options: { bulk: { retryDelaysMs } },
      size: 100,
      asking: asList,
      // Four of five exist, and are asked about twice.
      maxAsked: 1.85,
      // Postfix counts every recipient that is put off as an error.
      maxConnections: 25,
    });
  });
});
