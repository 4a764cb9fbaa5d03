import { describe, expect, it } from 'vitest';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from '../../adapters/sandbox/index.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

/** A world with example.org: one mailbox, ann, on one exchange with these settings. */
function worldOf(exchange: SandboxExchange, domain: SandboxDomain = {}): SandboxWorld {
  return {
    domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'], ...domain } },
    exchanges: { 'mx.example.org': exchange },
  };
}

async function verdictsOf(world: SandboxWorld, ...emails: readonly string[]) {
  await using running = await sandboxedEngine(world);
  const verdicts = await Promise.all(emails.map((email) => running.engine.verify(email)));
  expect(running.sandbox.statistics.violations).toEqual([]);
  return verdicts;
}

async function statusesOf(world: SandboxWorld, ...emails: readonly string[]): Promise<readonly string[]> {
  const verdicts = await verdictsOf(world, ...emails);
  return verdicts.map(({ status, substatus }) => `${status}/${substatus}`);
}

const both = ['ann@example.org', 'nobody@example.org'] as const;
const settledBoth = ['safe/deliverable', 'invalid/mailbox_not_found'];

describe('the resource', () => {
  it('has the twelve documented fields and no other', async () => {
    const [verdict] = await verdictsOf(worldOf({}), ' Ann@Example.ORG ');
    expect(verdict).toEqual({
      email: 'Ann@Example.ORG',
      status: 'safe',
      explanation: 'The mail server accepts this address and refuses addresses that do not exist.',
      email_provider: 'Unknown',
      substatus: 'deliverable',
      mx_record: 'mx.example.org',
      is_domain_catch_all: false,
      is_secure_email_gateway: false,
      is_disposable: false,
      is_role_account: false,
      is_free: false,
      confidence: 97,
    });
  });

  it('is null in the fields that an address without a domain cannot have', async () => {
    const [verdict] = await verdictsOf(worldOf({}), 'no address at all');
    expect(verdict).toMatchObject({
      email: 'no address at all',
      status: 'invalid',
      substatus: 'invalid_syntax',
      mx_record: null,
      is_domain_catch_all: null,
      is_disposable: null,
      is_role_account: null,
      is_free: null,
      confidence: 100,
    });
    expect(Object.keys(verdict!)).toHaveLength(12);
  });
});

describe('an SMTP session', () => {
  const servers: Record<string, SandboxExchange> = {
    'that pipelines': {},
    'that does not pipeline': { pipelining: false },
    'that hangs up on a client that pipelines unasked': { pipelining: false, hangsUpAfterPipelining: true },
    'that offers pipelining only from the second session on': { pipelining: 'from-second-connection' },
    'that knows only HELO': { ehlo: false },
    'that offers STARTTLS': { startTls: 'offered' },
    'that insists on STARTTLS': { startTls: 'required' },
    'whose STARTTLS is refused with 454': { startTls: 'broken' },
    'whose TLS handshake fails': { startTls: 'fails' },
    'without enhanced codes': { enhancedCodes: false },
    'that takes one recipient a transaction': { maxRecipientsPerTransaction: 1 },
    'that says 552 when there are too many recipients': {
      maxRecipientsPerTransaction: 1,
      texts: { tooManyRecipients: '552 Too many recipients' },
    },
    'that takes one connection': { maxConnections: 1 },
    'that hangs up after the first refusal': { maxRefusals: 1 },
    'whose greeting has many lines': {
      greeting: { lines: ['220-mx.example.org', '220 welcome'], pauseMs: 0 },
    },
    'that ends the connection instead of answering QUIT': { fault: 'closes', faultAt: 'quit' },
    'that answers QUIT with garbage': { fault: 'garbage', faultAt: 'quit' },
    'that is reached by IPv6 only': { ip: '6' },
    'whose first address refuses connections': { deadAddresses: 1 },
    'whose IPv4 addresses refuse connections, and its IPv6 address does not': {
      deadAddresses: 2,
      ip: 'both',
    },
  };
  for (const [server, exchange] of Object.entries(servers)) {
    it(`gets the truth from a server ${server}`, async () => {
      expect(await statusesOf(worldOf(exchange), ...both)).toEqual(settledBoth);
    });
  }

  it('never sends DATA or VRFY, never breaks the protocol, and ends with QUIT', async () => {
    await using running = await sandboxedEngine(worldOf({}));
    await Promise.all(both.map((email) => running.engine.verify(email)));
    await running.engine.close();
    expect(running.sandbox.statistics.violations).toEqual([]);
    expect(running.sandbox.statistics.totals.open).toBe(0);
  });

  it('verifies many addresses of one exchange over few connections', async () => {
    const mailboxes = Array.from({ length: 60 }, (_, index) => `person${index}`);
    await using running = await sandboxedEngine(worldOf({}, { mailboxes }));
    const emails = mailboxes.map((mailbox) => `${mailbox}@example.org`);
    const verdicts = await Promise.all(emails.map((email) => running.engine.verify(email)));
    expect(verdicts.every((verdict) => verdict.status === 'safe')).toBe(true);
    const { connections, peakConnections } = running.sandbox.statistics.totals;
    expect(connections).toBeLessThanOrEqual(4);
    expect(peakConnections).toBeLessThanOrEqual(2);
  });

  it('verifies an address once for all callers that need it at the same time', async () => {
    await using running = await sandboxedEngine(worldOf({}));
    await Promise.all(Array.from({ length: 50 }, () => running.engine.verify('nobody@example.org')));
    expect(running.sandbox.statistics.totals.recipients).toBe(1);
  });

  it('uses SMTPUTF8 if it is offered; otherwise the verdict is unknown', async () => {
    const mailboxes = ['zoë'];
    expect(await statusesOf(worldOf({ smtpUtf8: true }, { mailboxes }), 'zoë@example.org')).toEqual([
      'safe/deliverable',
    ]);
    expect(await statusesOf(worldOf({}, { mailboxes }), 'zoë@example.org')).toEqual([
      'unknown/smtputf8_unsupported',
    ]);
  });

  it('uses one session for addresses with and without SMTPUTF8', async () => {
    const world = worldOf({ smtpUtf8: true }, { mailboxes: ['zoë', 'ann'] });
    const emails = ['zoë@example.org', 'ann@example.org', 'nobody@example.org', 'noël@example.org'];
    expect(await statusesOf(world, ...emails)).toEqual(
      'safe/deliverable safe/deliverable invalid/mailbox_not_found invalid/mailbox_not_found'.split(' '),
    );
  });
});

describe('the exchanges of a domain', () => {
  function twoExchanges(first: SandboxExchange): SandboxWorld {
    return {
      domains: { 'example.org': { mx: ['mx1.example.org', 'mx2.example.org'], mailboxes: ['ann'] } },
      exchanges: { 'mx1.example.org': first, 'mx2.example.org': {} },
    };
  }

  const failures: Record<string, SandboxExchange> = {
    'refuses connections': { refusesConnections: true },
    'closes at the greeting': { fault: 'closes' },
    'resets the connection': { fault: 'resets' },
    'talks garbage': { fault: 'garbage' },
    'sends a reply without end': { fault: 'endless-lines' },
    'is too busy': { greeting: '421 4.3.2 Too busy' },
    'blocks us at the greeting': { blocks: 'greeting' },
  };
  for (const [failure, exchange] of Object.entries(failures)) {
    it(`are tried in order: the second answers when the first ${failure}`, async () => {
      expect(await statusesOf(twoExchanges(exchange), ...both)).toEqual(settledBoth);
    });
  }

  it('without an address make the verdict unknown, not invalid', async () => {
    const world: SandboxWorld = {
      domains: { 'example.org': { mx: ['gone.example.org'] } },
      exchanges: {},
      zone: { 'gone.example.org': { answer: 'no-domain' } },
    };
    expect(await statusesOf(world, 'ann@example.org')).toEqual(['unknown/mail_server_unavailable']);
  });

  it('on private, loopback or other special addresses are never connected to', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'];
    const world: SandboxWorld = {
      domains: { 'example.org': { mx: ['mx.example.org'] } },
      exchanges: {},
      zone: { 'mx.example.org': { a: addresses, aaaa: ['::1', '::ffff:127.0.0.1', 'fd00::1'] } },
    };
    const lines: string[] = [];
    await using running = await sandboxedEngine(world, {
      trace: (event) => lines.push(event.kind),
    });
    const verdict = await running.engine.verify('ann@example.org');
    expect(verdict).toMatchObject({ status: 'unknown', substatus: 'mail_server_unavailable' });
    expect(verdict.explanation).toContain('not on the public internet');
    expect(lines).not.toContain('connected');
  });
});

describe('catch-all', () => {
  it('is found out with one catch-all probe for all addresses of the domain', async () => {
    const world = worldOf({}, { catchAll: true });
    await using running = await sandboxedEngine(world);
    const emails = Array.from({ length: 20 }, (_, index) => `person${index}@example.org`);
    const verdicts = await Promise.all(emails.map((email) => running.engine.verify(email)));
    expect(verdicts.every((verdict) => verdict.substatus === 'catch_all')).toBe(true);
    expect(verdicts.every((verdict) => verdict.is_domain_catch_all === true)).toBe(true);
    expect(running.sandbox.statistics.totals.recipients).toBe(21);
  });

  it('needs no catch-all probe if two real recipients were refused', async () => {
    await using running = await sandboxedEngine(worldOf({}));
    await running.engine.verify('nobody@example.org');
    await running.engine.verify('noone@example.org');
    const verdict = await running.engine.verify('ann@example.org');
    expect(verdict.is_domain_catch_all).toBe(false);
    expect(running.sandbox.statistics.totals.recipients).toBe(3);
  });

  it('is not denied because the domain refuses one name that it has closed', async () => {
    const closed: SandboxDomain = { mailboxes: { old: 'missing' }, catchAll: true };
    await using running = await sandboxedEngine(worldOf({}, closed));
    expect(await running.engine.verify('old@example.org')).toMatchObject({
      substatus: 'mailbox_not_found',
      is_domain_catch_all: null,
    });
    expect(await running.engine.verify('eve@example.org')).toMatchObject({
      substatus: 'catch_all',
      is_domain_catch_all: true,
    });
  });

  it('stays undetermined, never false, if the catch-all probe is deferred', async () => {
    const reply: SandboxExchange['reply'] = ({ verb, mailbox }) =>
      verb === 'RCPT' && mailbox?.localPart !== 'ann' ? '450 4.2.0 Greylisted, try again later' : undefined;
    const [verdict] = await verdictsOf(worldOf({ reply }), 'ann@example.org');
    expect(verdict).toMatchObject({ status: 'safe', is_domain_catch_all: null });
    const [known] = await verdictsOf(worldOf({}), 'ann@example.org');
    expect(verdict?.confidence).toBeLessThan(known?.confidence ?? 0);
  });
});

describe('a refusal of us', () => {
  it('never makes an address invalid: blocked by address, by sender, by policy', async () => {
    for (const exchange of [
      { blocks: 'greeting' },
      { blocks: 'hello' },
      { blocks: 'mail' },
      { blocks: 'rcpt' },
      { replies: { mail: '550 5.1.8 Sender address rejected: Domain not found' } },
      { replies: { rcpt: '550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org' } },
      { replies: { rcpt: '550 5.7.25 Cannot find your reverse hostname' } },
    ] satisfies SandboxExchange[]) {
      expect(await statusesOf(worldOf(exchange), ...both)).toEqual(['unknown/blocked', 'unknown/blocked']);
    }
  });

  it('shuts the exchange: after several blocks nobody is asked about, or gets a verdict', async () => {
    await using running = await sandboxedEngine(worldOf({ blocks: 'rcpt' }));
    for (let index = 0; index < 3; index += 1) {
      const verdict = await running.engine.verify(`person${index}@example.org`);
      expect(verdict.substatus).toBe('blocked');
    }
    for (let index = 3; index < 10; index += 1)
      await expect(running.engine.verify(`person${index}@example.org`)).rejects.toMatchObject({
        code: 'service_unavailable',
        cause: { why: 'blocked' },
      });
    expect(running.sandbox.statistics.totals.recipients).toBeLessThan(10);
  });
});
