import { describe, expect, it } from 'vitest';
import { Conversation } from '../../src/concurrency/conversation.ts';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { NoSlotInTime } from '../../src/concurrency/slot.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import { providerOf } from '../../src/exchange/provider.ts';
import type { ProbeAnswer } from '../../src/probe/session/probe-request.ts';
import type { EmailVerification } from '../../src/resources.ts';
import { explanations } from '../../src/verdict/explanations.ts';
import { verdictWith } from './verdicts.ts';
import { reply, share, untilAborted, type VerifierWorld, verifierIn } from './verifier-fixture.ts';

const options = { timeoutMs: 10_000, share };

function verdictIn(world: VerifierWorld, email = 'ann@example.org') {
  return verifierIn(world).verifier.verify(email, options);
}

describe('a verdict', () => {
  it('says everything about the address, its domain and its provider', async () => {
    const { verifier, asked, examined, shares, clock } = verifierIn({ catchAll: false });
    const began = clock.steady();
    expect(await verifier.verify(' Ann@Example.org', options)).toEqual(
      verdictWith({ email: 'Ann@Example.org' }),
    );
    expect(examined).toEqual(['example.org']);
    // Its questions are one conversation.
    const own = { ...share, conversation: expect.any(Conversation) };
    expect(shares).toEqual([own]);
    const recipient = { address: 'Ann@example.org', needsSmtpUtf8: false };
    expect(asked).toEqual([{ host: 'mx.example.org', recipient, deadlineAt: began + 10_000, share: own }]);
  });

  it('of a text that is no address needs no question', async () => {
    const { verifier, asked, shares, clock } = verifierIn();
    const verdict = {
      email: 'nobody',
      status: 'invalid',
      substatus: 'invalid_syntax',
      explanation: 'The address has no @ sign.',
      email_provider: 'Unknown',
      mx_record: null,
      is_domain_catch_all: null,
      is_secure_email_gateway: false,
      is_disposable: null,
      is_role_account: null,
      is_free: null,
      confidence: 100,
    };
    expect(await verifier.verify('nobody', options)).toEqual(verdict);
    expect(verifier.timeoutVerdict('nobody')).toEqual(verdict);
    expect([asked, shares, clock.pending]).toEqual([[], [], 0]);
  });

  it('names the provider, and whether it is a gateway', async () => {
    const known = await verdictIn({ mx: ['aspmx.l.google.com'], catchAll: false });
    expect(known).toMatchObject({ email_provider: 'Google Workspace', is_secure_email_gateway: false });
    const gateway = await verdictIn({ mx: ['mx1.pphosted.com'], catchAll: false });
    expect(gateway).toMatchObject({ is_secure_email_gateway: true });
    expect(gateway.confidence).toBeLessThan(known.confidence ?? 0);
    // Another filter is none of the four gateways, but hides the server behind it just as well.
    const filter = await verdictIn({ mx: ['cluster1.us.messagelabs.com'], catchAll: false });
    expect(filter).toMatchObject({ is_secure_email_gateway: false, confidence: gateway.confidence });
    const chosen = verdictIn({ mx: ['aspmx.l.google.com'], catchAll: false, gateways: ['google-workspace'] });
    expect(await chosen).toMatchObject({ is_secure_email_gateway: true });
  });

  it('is that of a domain without mail, if DNS says so', async () => {
    const { verifier, asked, clock } = verifierIn({ mx: { kind: 'no-domain', ttlSeconds: 60 } });
    expect(await verifier.verify('ann@example.org', options)).toMatchObject({
      substatus: 'no_mx_records',
      mx_record: null,
    });
    expect([asked, clock.pending]).toEqual([[], 0]);
  });

  it('of a domain whose DNS fails is unknown, unless no resolver answers at all', async () => {
    const failing = verifierIn({ mx: { kind: 'failure', reason: 'server-failure', detail: '' } });
    const verdict = failing.verifier.verify('ann@example.org', options);
    expect(await verdict).toMatchObject({ status: 'unknown', substatus: 'dns_error' });
    failing.state.resolved = false;
    await expect(failing.verifier.verify('ann@example.org', options)).rejects.toThrow('No DNS resolver');
  });
});

describe('whether the domain is a catch-all', () => {
  it('is found out at the exchange that has answered, with a recipient that does not exist', async () => {
    const { verifier, asked, clock } = verifierIn({
      mx: ['mx1.example.org', 'mx2.example.org'],
      ask: async (host) =>
        host === 'mx1.example.org' ? reply('rate-limited', 'greeting') : reply('accepted'),
    });
    const began = clock.steady();
    expect(await verifier.verify('ann@example.org', options)).toMatchObject({
      substatus: 'catch_all',
      is_domain_catch_all: true,
      mx_record: 'mx1.example.org',
    });
    const recipient = { address: 'random@example.org', needsSmtpUtf8: false };
    expect(asked.at(-1)).toMatchObject({
      host: 'mx2.example.org',
      recipient,
      deadlineAt: began + 10_000,
      share,
    });
  });

  it('is asked about the exchange that has answered: a backup, or the preferred one and those of its provider', async () => {
    const backups: [readonly string[], string | undefined][] = [
      [['mx1.example.org', 'mx2.example.org'], 'mx2.example.org'],
      [['aspmx.l.google.com', 'alt1.aspmx.l.google.com'], undefined],
    ];
    for (const [mx, backup] of backups) {
      const { verifier, determinations } = verifierIn({
        mx,
        ask: async (host) => (host === mx[0] ? reply('rate-limited', 'greeting') : reply('accepted')),
      });
      await verifier.verify('ann@example.org', options);
      const exchange = { domain: 'example.org', backup, provider: providerOf(mx[0] ?? '') };
      const accepted = expect.objectContaining({ address: 'ann@example.org' });
      expect(determinations).toEqual([{ exchange, from: exchange, accepted }]);
    }
  });

  it('is not told of a recipient that was put off, or whose mailbox is full, as of one that was accepted', async () => {
    for (const meaning of ['greylisted', 'mailbox-full'] as const) {
      const { verifier, determinations } = verifierIn({ ask: async () => reply(meaning) });
      await verifier.verify('ann@example.org', options);
      expect(determinations).toMatchObject([{ accepted: undefined }]);
    }
  });

  it('is asked for a full mailbox too', async () => {
    const { verifier, examined } = verifierIn({ ask: async () => reply('mailbox-full'), catchAll: true });
    expect(await verifier.verify('ann@example.org', options)).toMatchObject({ substatus: 'catch_all' });
    expect(examined).toEqual(['example.org']);
  });

  it.each(['mailbox-not-found', 'mailbox-disabled'] as const)(
    'is what the replies of the domain show if the recipient was refused (%s), without a question',
    async (meaning) => {
      for (const catchAll of [null, false, true]) {
        const { verifier, examined } = verifierIn({ ask: async () => reply(meaning), catchAll });
        const verdict = await verifier.verify('ann@example.org', options);
        expect(verdict).toMatchObject({ status: 'invalid', is_domain_catch_all: catchAll });
        expect(examined).toEqual([]);
      }
    },
  );

  it.each(['greylisted', 'verification-pending'] as const)(
    'is asked at once if the recipient is put off (%s), so that both have waited when they are asked about again',
    async (meaning) => {
      const { verifier, asked } = verifierIn({ ask: async () => reply(meaning) });
      expect(await verifier.verify('ann@example.org', options)).toMatchObject({ status: 'unknown' });
      expect(asked.map(({ recipient }) => recipient.address)).toEqual([
        'ann@example.org',
        'random@example.org',
      ]);
    },
  );

  it.each([
    ['could not be put on the wire', { kind: 'smtputf8-unsupported' } as const],
    ['was not asked about', reply('rate-limited', 'greeting')],
    ['was refused because of us', reply('client-blocked')],
  ])('is neither asked nor known if the recipient %s', async (_what, answer) => {
    const { verifier, examined } = verifierIn({ ask: async () => answer });
    const verdict = await verifier.verify('ann@example.org', options);
    expect(verdict.is_domain_catch_all).toBeNull();
    expect(examined).toEqual([]);
  });

  it('is not asked at a provider that accepts every recipient', async () => {
    const { verifier, examined } = verifierIn({ mx: ['mta5.am0.yahoodns.net'] });
    expect(await verifier.verify('ann@yahoo.com', options)).toMatchObject({
      substatus: 'unverifiable',
      is_free: true,
    });
    expect(examined).toEqual([]);
  });

  it('is not taken for no if the exchange that has answered accepts every recipient, and another is preferred', async () => {
    const { verifier } = verifierIn({
      mx: ['mx.former.example', 'mta5.am0.yahoodns.net'],
      ask: async (host) => reply(host === 'mx.former.example' ? 'not-responsible' : 'accepted'),
    });
    expect(await verifier.verify('ann@example.org', options)).toMatchObject({
      substatus: 'unverifiable',
      mx_record: 'mx.former.example',
    });
  });
});

describe('the explanation of an accepted recipient', () => {
  it.each([
    ['other recipients were refused', false, explanations.deliverableRefusesSome],
    ['they were, and the catch-all probe was not', true, explanations.deliverableContradicted],
  ])('says so if it is not sure what the domain accepts, because %s', async (_, probed, explanation) => {
    const catchAll = { isCatchAll: null, probability: 0.2, refusesSome: true, probed };
    expect(await verdictIn({ catchAll })).toMatchObject({ is_domain_catch_all: null, explanation });
  });
});

/** A world whose preferred exchange cannot be asked, because it or we have no time, and whose catch-all probe gets no answer. */
function worldOfBackup(mx: readonly [string, string], ask: () => Promise<ProbeAnswer>): VerifierWorld {
  return {
    mx,
    ask: (host, { address }, { signal }) => {
      if (host === mx[0]) return ask();
      return address.startsWith('random') ? untilAborted(signal) : Promise.resolve(reply('accepted'));
    },
  };
}

async function verdictAtDeadline(world: VerifierWorld): Promise<EmailVerification> {
  const { verifier, clock } = verifierIn(world);
  const verdict = verifier.verify('ann@example.org', options);
  await clock.advance(10_000);
  return verdict;
}

describe('the confidence in an accepted recipient', () => {
  it('is less if nothing is known of the domain, or if it was put off before', async () => {
    const known = await verdictIn({ catchAll: false });
    const open = await verdictIn({ catchAll: null });
    expect(open.confidence).toBeLessThan(known.confidence ?? 0);
    const { verifier, greylistings } = verifierIn({ catchAll: false });
    greylistings.record('ann@example.org', reply('greylisted'), 'main');
    const putOff = await verifier.verify('ann@example.org', options);
    expect(putOff.confidence).toBeLessThan(known.confidence ?? 0);
  });

  it.each([
    ['says that it is busy', async () => reply('rate-limited', 'greeting')],
    ['cannot be reached because of us', () => Promise.reject(new ServiceUnavailable('No egress is left.'))],
  ])('is that of a backup, which may know no recipients, if the preferred exchange %s', async (_, ask) => {
    const world = worldOfBackup(['mx1.example.org', 'mx2.example.org'], ask);
    expect(await verdictAtDeadline(world)).toMatchObject({
      substatus: 'catch_all',
      is_domain_catch_all: null,
      explanation: explanations.backupAccepts,
    });
  });

  const isBusy = async () => reply('rate-limited', 'greeting');

  it('is not that of a backup at another exchange of the provider', async () => {
    const world = worldOfBackup(['aspmx.l.google.com', 'alt1.aspmx.l.google.com'], isBusy);
    expect(await verdictAtDeadline(world)).toMatchObject({
      substatus: 'deliverable',
      explanation: explanations.deliverableUndetermined,
    });
  });

  it('is not that of a backup at a provider that accepts everybody', async () => {
    const world = worldOfBackup(['mx.example.org', 'mta5.am0.yahoodns.net'], isBusy);
    expect(await verdictAtDeadline(world)).toMatchObject({ substatus: 'unverifiable' });
  });

  it('depends on how many domains of the provider are catch-alls, if the catch-all probe is not answered', async () => {
    const silent = (mx: string) =>
      verdictAtDeadline({
        mx: [mx],
        ask: async (_host, { address }, { signal }) =>
          address.startsWith('random') ? untilAborted(signal) : reply('accepted'),
      });
    const [own, usual] = [
      await silent('outlook-com.olc.protection.outlook.com'),
      await silent('mx.example.org'),
    ];
    expect(own.confidence).toBeGreaterThan(usual.confidence!);
  });
});

describe('the next exchange after one that is not responsible for the domain', () => {
  it('is no backup: what it accepts counts, also if the catch-all probe is not answered in time', async () => {
    const { verifier, clock } = verifierIn({
      mx: ['mx.former.example', 'mx.example.org'],
      ask: async (host, { address }, { signal }) => {
        if (host === 'mx.former.example') return reply('not-responsible');
        return address.startsWith('random') ? untilAborted(signal) : reply('accepted');
      },
    });
    const verdict = verifier.verify('ann@example.org', options);
    await clock.advance(10_000);
    expect(await verdict).toMatchObject({
      substatus: 'deliverable',
      is_domain_catch_all: null,
      explanation: explanations.deliverableUndetermined,
    });
  });
});

describe('a deadline that passes', () => {
  const silentDns = () => verifierIn({ mx: 'silent' });

  it('during a probe leaves unknown, and no timer', async () => {
    const { verifier, clock } = verifierIn({ ask: (_host, _recipient, { signal }) => untilAborted(signal) });
    const verdict = verifier.verify('ann@example.org', options);
    await clock.advance(10_000);
    expect(await verdict).toMatchObject({
      substatus: 'timeout',
      explanation: 'The mail server did not answer in the time allowed.',
      mx_record: 'mx.example.org',
    });
    expect(clock.pending).toBe(0);
  });

  it('while DNS is asked leaves unknown, with its own explanation, unless no resolver answers', async () => {
    const { verifier, clock } = silentDns();
    const verdict = verifier.verify('ann@example.org', options);
    await clock.advance(10_000);
    expect(await verdict).toMatchObject({
      substatus: 'timeout',
      explanation: 'The name servers of the domain did not answer in the time allowed.',
      mx_record: null,
    });
    expect(clock.pending).toBe(0);
    const ours = silentDns();
    ours.state.resolved = false;
    const failure = expect(ours.verifier.verify('ann@example.org', options)).rejects.toThrow(
      'No DNS resolver',
    );
    await ours.clock.advance(10_000);
    await failure;
  });

  it('during the catch-all probe does not lose what the exchange said of the recipient', async () => {
    const { verifier, clock, state } = verifierIn({
      ask: (_host, { address }, { signal }) =>
        address === 'ann@example.org' ? Promise.resolve(reply('accepted')) : untilAborted(signal),
    });
    state.connectionsFail = true;
    const verdict = verifier.verify('ann@example.org', options);
    await clock.advance(10_000);
    expect(await verdict).toMatchObject({ status: 'safe', is_domain_catch_all: null });
  });

  it('is a fault of ours if no mail server can be reached', async () => {
    const { verifier, clock, state } = verifierIn({
      ask: (_host, _recipient, { signal }) => untilAborted(signal),
    });
    state.connectionsFail = true;
    const verdict = expect(verifier.verify('ann@example.org', options)).rejects.toThrow('port 25');
    await clock.advance(10_000);
    await verdict;
    expect(clock.pending).toBe(0);
  });

  it('asks the resolvers while the question for the exchanges is pending, and not later', async () => {
    const { verifier, clock, state } = silentDns();
    state.resolved = false;
    void verifier.verify('ann@example.org', options).catch(() => {});
    await clock.advance(1_000);
    expect(state.questions).toBe(1);
    const probing = verifierIn({ ask: (_host, _recipient, { signal }) => untilAborted(signal) });
    probing.state.resolved = false;
    void probing.verifier.verify('ann@example.org', options);
    await probing.clock.advance(5_000);
    expect(probing.state.questions).toBe(0);
  });

  it('for a caller who waits for the work of another leaves unknown', () => {
    expect(verifierIn().verifier.timeoutVerdict('ann@example.org')).toMatchObject({
      email: 'ann@example.org',
      status: 'unknown',
      substatus: 'timeout',
      explanation: 'The mail server did not answer in the time allowed.',
      mx_record: null,
      is_domain_catch_all: null,
      email_provider: 'Unknown',
      is_secure_email_gateway: false,
    });
  });
});

describe('a verification without a verdict', () => {
  it('is one that had no slot in time', async () => {
    const noSlot = new NoSlotInTime(new DeadlineExceeded(10_000));
    const { verifier, clock } = verifierIn({ ask: () => Promise.reject(noSlot) });
    await expect(verifier.verify('ann@example.org', options)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('free in time'),
      cause: noSlot,
    });
    expect(clock.pending).toBe(0);
  });

  it('is one whose caller has left', async () => {
    const { verifier, clock } = verifierIn({ ask: (_host, _recipient, { signal }) => untilAborted(signal) });
    const leaving = new AbortController();
    const { signal } = leaving;
    const asked = expect(verifier.verify('ann@example.org', { ...options, signal })).rejects.toThrow(
      'has gone',
    );
    await clock.advance(1);
    leaving.abort(new Error('The client has gone.'));
    await asked;
    expect(clock.pending).toBe(0);
  });
});

describe('the examination of a domain', () => {
  it.each([
    ['takes no mail', { mx: { kind: 'no-domain', ttlSeconds: 1 } }, { kind: 'no-mail', reason: 'no-domain' }],
    [
      'has failing name servers',
      { mx: { kind: 'failure', reason: 'refused', detail: '' } },
      { kind: 'dns-failure', reason: 'refused' },
    ],
    [
      'is at a provider that accepts everything',
      { mx: ['mta5.am0.yahoodns.net'] },
      { kind: 'accepts-everything', provider: 'Yahoo Mail' },
    ],
    ['accepts everybody', { catchAll: true }, { kind: 'catch-all' }],
    ['refuses', { catchAll: false }, { kind: 'selective' }],
    ['has not shown which of both it does', { catchAll: null }, { kind: 'open' }],
  ] as const satisfies readonly (readonly [string, VerifierWorld, object])[])(
    'finds that it %s, on behalf of its caller, and asks no exchange',
    async (_what, world, found) => {
      const { verifier, asked, shares, clock } = verifierIn(world);
      expect(await verifier.examineDomain('example.org', options)).toEqual(found);
      expect(asked).toEqual([]);
      expect(shares).toEqual([share]);
      expect(clock.pending).toBe(0);
    },
  );

  it('rests on what is known of the preferred exchange of the domain', async () => {
    const { verifier, recalled } = verifierIn({ mx: ['aspmx.l.google.com'] });
    await verifier.examineDomain('example.org', options);
    const provider = providerOf('aspmx.l.google.com');
    expect(recalled).toEqual([{ domain: 'example.org', provider, backup: undefined }]);
  });

  it('finds that it accepts everybody from that probability on from which a verdict says so', async () => {
    const finding = { isCatchAll: null, refusesSome: false, probed: true };
    const examinedAt = (probability: number) =>
      verifierIn({ catchAll: { ...finding, probability } }).verifier.examineDomain('example.org', options);
    expect(await examinedAt(0.5)).toEqual({ kind: 'catch-all' });
    expect(await examinedAt(0.499)).toEqual({ kind: 'open' });
  });

  it('rejects if no resolver answers', async () => {
    const { verifier, state } = verifierIn({ mx: { kind: 'failure', reason: 'timeout', detail: '' } });
    state.resolved = false;
    await expect(verifier.examineDomain('example.org', options)).rejects.toThrow('No DNS resolver');
  });

  it('rejects if its deadline passes and no resolver has answered', async () => {
    const { verifier, clock, state } = verifierIn({ mx: 'silent' });
    state.resolved = false;
    const examined = expect(verifier.examineDomain('example.org', options)).rejects.toThrow(
      'No DNS resolver',
    );
    await clock.advance(10_000);
    await examined;
    expect(clock.pending).toBe(0);
  });

  it('is unavailable for now if no question to DNS was free in time', async () => {
    const cause = new NoSlotInTime(new DeadlineExceeded(10_000));
    await expect(
      verifierIn({ mx: cause }).verifier.examineDomain('example.org', options),
    ).rejects.toMatchObject({ code: 'service_unavailable', cause });
  });

  it('rejects if its caller leaves', async () => {
    const { verifier, clock } = verifierIn({ mx: 'silent' });
    const leaving = new AbortController();
    const { signal } = leaving;
    const examined = expect(verifier.examineDomain('example.org', { ...options, signal })).rejects.toThrow(
      'has gone',
    );
    await clock.advance(1);
    leaving.abort(new Error('The client has gone.'));
    await examined;
    expect(clock.pending).toBe(0);
  });

  it('ends with its deadline', async () => {
    const { verifier, clock } = verifierIn({ mx: 'silent' });
    const examined = verifier.examineDomain('example.org', options);
    await clock.advance(10_000);
    expect(await examined).toEqual({ kind: 'out-of-time' });
    expect(clock.pending).toBe(0);
  });

  it('asks silent resolvers only while the question for the exchanges is pending', async () => {
    const { verifier, clock, state } = verifierIn({});
    state.resolved = false;
    await verifier.examineDomain('example.org', options);
    await clock.advance(5_000);
    expect(state.questions).toBe(0);
    const silent = verifierIn({ mx: 'silent' });
    silent.state.resolved = false;
    void silent.verifier.examineDomain('example.org', options).catch(() => {});
    await silent.clock.advance(1_000);
    expect(silent.state.questions).toBe(1);
  });
});
