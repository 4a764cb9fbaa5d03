import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine } from '../../src/engine.ts';
import type { EngineOptions } from '../../src/engine-interface.ts';
import { explanations } from '../../src/verdict/explanations.ts';
import { judgeKnownMail, type KnownMail } from '../../src/verdict/known-mail.ts';
import { verdictWith } from './verdicts.ts';

const now = Date.parse('2030-06-01');
const daysAgo = (days: number) => now - days * 86_400_000;

const catchAll = verdictWith({
  status: 'risky',
  substatus: 'catch_all',
  explanation: explanations.catchAll,
  is_domain_catch_all: true,
  confidence: 58,
});

const judged = (known: KnownMail) => {
  const { status, substatus, confidence } = judgeKnownMail(catchAll, known, now);
  return [status, substatus, confidence];
};
const unchanged = ['risky', 'catch_all', 58];

describe('at a catch-all, an address', () => {
  it('to which mail was delivered is safe, the more recently the more confidently', () => {
    expect(judged({ deliveredAt: daysAgo(7) })).toEqual(['safe', 'deliverable', 96]);
    expect(judged({ openedAt: daysAgo(182), deliveredAt: daysAgo(400) })).toEqual([
      'safe',
      'deliverable',
      84,
    ]);
    expect(judged({ deliveredAt: daysAgo(900) })).toEqual(unchanged);
  });

  it.each([
    ['550 5.1.1 User unknown', 'mailbox_not_found', 98],
    ['smtp; 550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown', 'mailbox_not_found', 98],
    ['550 This mailbox has been disabled', 'mailbox_disabled', 95],
    ['5.1.1 (bad destination mailbox address)', 'mailbox_not_found', 98],
    ['Status: 5.1.1. User unknown', 'mailbox_not_found', 98],
    ['Exim 4.94.2: 550 User unknown', 'mailbox_not_found', 98],
    ['5.1.1 No such user room-404', 'mailbox_not_found', 98],
  ])('from which mail came back with %s is invalid', (bounce, substatus, confidence) => {
    const known = { deliveredAt: daysAgo(30), bouncedAt: daysAgo(2), bounce };
    expect(judged(known)).toEqual(['invalid', substatus, confidence]);
    expect(judged({ ...known, deliveredAt: daysAgo(1) })).toEqual(['safe', 'deliverable', 97]);
  });

  it.each([
    '',
    '550 5.7.1 Message rejected as spam by content filtering',
    '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org',
    '452 4.2.2 Mailbox full',
    '550 Error',
    'no reply at all',
    'Blocked by Spamhaus (#5.1.1)',
    'Rejected as spam by gateway v5.1.1',
    '2.0.0 OK',
  ])('from which mail came back with "%s" stays as it was', (bounce) => {
    expect(judged({ deliveredAt: daysAgo(30), bouncedAt: daysAgo(2), bounce })).toEqual(unchanged);
  });

  it('whose recipient has complained since is not safe', () => {
    expect(judged({ deliveredAt: daysAgo(30), complainedAt: daysAgo(29) })).toEqual(unchanged);
  });

  it('of which nothing is known stays as it was', () => {
    expect(judged({})).toEqual(unchanged);
  });
});

describe('an engine that may ask the host', () => {
  async function verified(options: EngineOptions) {
    const sandbox = await startSandbox({
      domains: {
        'all.example.com': { mx: ['mx.example.net'], catchAll: true },
        'some.example.com': { mx: ['mx.example.net'], mailboxes: ['ann'] },
      },
      exchanges: { 'mx.example.net': {} },
    });
    const engine = createEngine({ ...memoryStores(), ...netPorts(sandbox.network) }, options);
    try {
      const emails = ['ann@all.example.com', 'ann@some.example.com', 'tom@some.example.com'];
      const single = [];
      for (const email of emails) single.push(await engine.verify(email));
      const run = engine.runBulk(emails);
      const listed = new Map<string, string>();
      for await (const { email, status } of run) listed.set(email, status);
      const { pages } = await engine.jobs.results(run.jobId);
      const stored = [];
      for await (const page of pages()) stored.push(...page.map(({ status }) => status));
      return {
        single: single.map(({ status }) => status),
        listed: emails.map((email) => listed.get(email)),
        stored,
      };
    } finally {
      await engine.close();
      await sandbox.close();
    }
  }

  it('asks only where no server can tell: for single addresses, lists, and results of lists', async () => {
    const asked: string[] = [];
    const all = await verified({
      knownMail: async (email) => {
        asked.push(email);
        return { deliveredAt: Date.now() };
      },
    });
    const expected = ['safe', 'safe', 'invalid'];
    expect(all).toEqual({ single: expected, listed: expected, stored: expected });
    expect(new Set(asked)).toEqual(new Set(['ann@all.example.com']));
  });

  it('goes by the server if the host fails', async () => {
    const { single } = await verified({
      knownMail: () => {
        throw new Error('The database is down.');
      },
    });
    expect(single).toEqual(['risky', 'safe', 'invalid']);
  });
});
