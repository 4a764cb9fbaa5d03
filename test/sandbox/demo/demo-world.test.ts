import { expect, test } from 'vitest';
import { demoWorld } from '../../../adapters/sandbox/demo/demo-world.ts';
import { startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { asciiDomain } from '../../../adapters/sandbox/smtp/command.ts';
import type { Status, SubstatusByStatus } from '../../../src/resources.ts';
import { until } from '../../support/until.ts';
import { clientOf } from '../smtp/raw-client.ts';

const substatuses: { [S in Status]: Record<Exclude<SubstatusByStatus[S], 'not_asked'>, true> } = {
  safe: { deliverable: true },
  risky: { disposable: true, catch_all: true, mailbox_full: true, role_account: true, unverifiable: true },
  invalid: { invalid_syntax: true, no_mx_records: true, mailbox_not_found: true, mailbox_disabled: true },
  unknown: {
    greylisted: true,
    timeout: true,
    mail_server_unavailable: true,
    blocked: true,
    dns_error: true,
    temporary_failure: true,
    unexpected_response: true,
    smtputf8_unsupported: true,
  },
};

test('the demonstration reaches every status and substatus with at least 60 different addresses', () => {
  const { addresses } = demoWorld();
  const reached = new Set(addresses.map(({ status, substatus }) => `${status}/${substatus}`));
  const all = Object.entries(substatuses).flatMap(([status, names]) =>
    Object.keys(names).map((substatus) => `${status}/${substatus}`),
  );
  expect([...reached].sort()).toEqual(all.sort());
  expect(new Set(addresses.map(({ email }) => email.toLowerCase())).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThanOrEqual(60);
});

test('is the same at every call', () => {
  expect(demoWorld().addresses).toEqual(demoWorld().addresses);
});

test('its definite outcomes agree with its servers', async () => {
  const { world, addresses } = demoWorld();
  await using sandbox = await startSandbox(world);
  const definite = {
    deliverable: '250',
    mailbox_not_found: '550',
    mailbox_disabled: '550',
    mailbox_full: '452|552',
  };
  const answers: string[] = [];
  const truths: string[] = [];
  for (const { email, substatus } of addresses) {
    const [, domain = ''] = /@([^@]*)$/.exec(email) ?? [];
    const host = exchangeOf(domain);
    if (!(substatus in definite) || host === undefined || !/^[ -~]*$/.test(email)) continue;
    const client = await clientOf(sandbox, host);
    await client.reply();
    if ((await client.ask('EHLO probe.example.net')).startsWith('502'))
      await client.ask('HELO probe.example.net');
    if ((await client.ask('MAIL FROM:<probe@example.net>')).startsWith('530')) {
      await client.ask('STARTTLS');
      await client.startTls();
      await client.ask('EHLO probe.example.net');
      await client.ask('MAIL FROM:<probe@example.net>');
    }
    const code = (await client.ask(`RCPT TO:<${email}>`)).slice(0, 3);
    client.close();
    await until(() => sandbox.statistics.totals.open === 0);
    answers.push(`${email} ${code}`);
    truths.push(
      `${email} ${definite[substatus as keyof typeof definite].includes(code) ? code : 'another code'}`,
    );
  }
  expect(answers).toEqual(truths);
  expect(answers.length).toBeGreaterThan(40);

  function exchangeOf(domain: string): string | undefined {
    const mx = world.domains[domain]?.mx;
    const hosts = mx === 'implicit' ? [domain] : Array.isArray(mx) ? mx : [];
    return hosts.find((host) => {
      const exchange = world.exchanges[asciiDomain(host)];
      return exchange !== undefined && !exchange.refusesConnections;
    });
  }
});
