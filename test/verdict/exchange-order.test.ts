import { describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import type { Meaning, Stage } from '../../src/probe/reply/meanings.ts';
import type { ProbeAnswer } from '../../src/probe/session/probe-request.ts';
import { ExchangeAnswers, faultOf } from '../../src/verdict/exchange-order.ts';
import { gateShutOf } from '../../src/verdict/gate-shut.ts';
import { faultChecks } from './fault-checks.ts';

function reply(
  meaning: Meaning,
  stage: Stage = 'rcpt',
  { code = 550, ...rest }: { code?: number; reach?: 'recipient' } = {},
): ProbeAnswer {
  const classification = { meaning, certainty: 'explicit' as const, ...rest };
  return { kind: 'reply', stage, reply: { code, lines: [] }, classification };
}

const temporarily = { code: 451 };

const unreachable: ProbeAnswer = { kind: 'unreachable', problem: 'connection_refused', testedMs: 1_000 };
const failed: ProbeAnswer = { kind: 'dialogue-failed', failure: 'connection_closed' };
const ungreeted: ProbeAnswer = { ...failed, ungreeted: true };
const late = new DeadlineExceeded(1_000);
const paused: ProbeAnswer = { kind: 'paused', reason: 'limited', until: 5_000 };
const asciiOnly: ProbeAnswer = { kind: 'smtputf8-unsupported' };
const busy = reply('temporary-failure', 'greeting');

/** Asks exchanges named a, b, c, … that give these answers, or cannot be asked with these errors. Returns the outcome, and who was asked. */
async function ask(answers: readonly (ProbeAnswer | Error)[], checks = faultChecks().checks) {
  const hosts = answers.map((_, index) => String.fromCharCode(97 + index));
  const asked: string[] = [];
  const exchanges = new ExchangeAnswers();
  for (const [index, host] of hosts.entries()) {
    asked.push(host);
    const answer = answers[index]!;
    if (exchanges.add(host, answer instanceof Error ? faultOf(answer) : answer)) break;
  }
  const outcome = await exchanges.result(checks);
  return { outcome, asked: asked.join('') };
}

describe('the next exchange of a domain', () => {
  it.each([
    ['accepted the recipient', reply('accepted')],
    ['refused the recipient', reply('mailbox-not-found')],
    ['put the recipient off', reply('greylisted')],
    ['refused our sender', reply('sender-refused', 'mail')],
    ['takes no international address', asciiOnly],
    ['says that the mailbox is busy', reply('mailbox-busy', 'rcpt', temporarily)],
    ['limits us', reply('rate-limited', 'rcpt', temporarily)],
    ['limits us, as it says to MAIL', reply('rate-limited', 'mail', temporarily)],
    ['has had enough of the session', reply('session-limit', 'mail')],
    ['has too many recipients', reply('too-many-recipients', 'rcpt', temporarily)],
    ['is itself verifying the recipient', reply('verification-pending', 'rcpt', temporarily)],
    [
      'passes on what a callout found, or is in trouble with this mailbox alone',
      reply('temporary-failure', 'rcpt', { ...temporarily, reach: 'recipient' }),
    ],
    ['fails for good', reply('temporary-failure', 'rcpt', { code: 554 })],
    ['is unavailable for good', reply('server-unavailable', 'rcpt', { code: 550 })],
  ])('is not asked if the first one %s', async (_what, answer) => {
    const { outcome, asked } = await ask([answer, reply('accepted')]);
    expect(asked).toBe('a');
    expect(outcome).toEqual({ host: 'a', answer, conclusive: true });
  });

  it.each([
    ['is not responsible for the domain', reply('not-responsible')],
    ['is not responsible, as it says to MAIL', reply('not-responsible', 'mail')],
    ['is busy at the greeting', busy],
    ['is in trouble at MAIL', reply('temporary-failure', 'mail', temporarily)],
    ['has no room for mail at RCPT', reply('temporary-failure', 'rcpt', { code: 452 })],
    ['closes at RCPT', reply('server-unavailable', 'rcpt', { code: 421 })],
    ['is unavailable at MAIL', reply('server-unavailable', 'mail', temporarily)],
    ['refuses EHLO', reply('client-blocked', 'hello')],
    ['cannot be reached', unreachable],
    ['hangs up', failed],
    ['is paused', paused],
  ])('is asked if the first one %s', async (_what, answer) => {
    const { outcome, asked } = await ask([answer, reply('accepted'), reply('mailbox-not-found')]);
    expect(asked).toBe('ab');
    expect(outcome).toEqual({ host: 'b', answer: reply('accepted'), conclusive: true });
  });
});

describe('an exchange that we cannot ask', () => {
  const noSocket = new ServiceUnavailable('All connections are in use.');

  it('is passed over if the next one answers for the recipient', async () => {
    const { outcome, asked } = await ask([noSocket, reply('accepted')]);
    expect(asked).toBe('ab');
    expect(outcome).toEqual({ host: 'b', answer: reply('accepted'), conclusive: true });
  });

  it('is what the outcome fails with if none answers for the recipient, whatever the others say', async () => {
    for (const answers of [[noSocket], [noSocket, busy], [unreachable, noSocket], [paused, noSocket, failed]])
      await expect(ask(answers)).rejects.toBe(noSocket);
  });

  it('is the first of several', async () => {
    await expect(ask([noSocket, new ServiceUnavailable('No way out.')])).rejects.toBe(noSocket);
  });

  it('ends the questions if something else is wrong', async () => {
    const gone = new Error('The client has gone.');
    const asked = ask([gone, noSocket]);
    await expect(asked).rejects.toBe(gone);
    await expect(ask([noSocket, gone])).rejects.toBe(gone);
  });
});

describe('if no exchange answers for the recipient, the outcome', () => {
  it('is the most telling answer, whatever the order: a reply, a failed dialogue, no connection', async () => {
    const byInformation = [busy, failed, unreachable];
    for (const [index, better] of byInformation.entries()) {
      for (const worse of byInformation.slice(index + 1)) {
        expect((await ask([better, worse])).outcome).toEqual({
          host: 'a',
          answer: better,
          conclusive: false,
        });
        expect((await ask([worse, better])).outcome).toEqual({
          host: 'b',
          answer: better,
          conclusive: false,
        });
      }
    }
  });

  it('is that there is none if one of them is left alone for now, which costs nothing, whatever the others say of themselves', async () => {
    for (const answers of [
      [paused],
      [paused, failed],
      [unreachable, paused],
      [paused, busy],
      [paused, late],
    ]) {
      const error = await ask(answers).catch((each: unknown) => each);
      expect(gateShutOf(error)).toMatchObject({ why: 'limited', until: 5_000 });
    }
  });

  it('tells when the first of those that are left alone may be asked again', async () => {
    const longer: ProbeAnswer = { kind: 'paused', reason: 'blocked', until: 9_000 };
    for (const answers of [
      [paused, longer],
      [longer, paused],
    ])
      expect(gateShutOf(await ask(answers).catch((each: unknown) => each))).toMatchObject({ until: 5_000 });
  });

  it('is the first of two that tell the same', async () => {
    const other = reply('client-blocked', 'hello');
    expect((await ask([busy, other])).outcome).toMatchObject({ host: 'a', answer: busy });
  });

  it('is what a preferred exchange says of itself, if its backups cannot be reached or say the same', async () => {
    const inTrouble = reply('temporary-failure', 'rcpt', temporarily);
    const other = reply('server-unavailable', 'rcpt', { code: 421 });
    for (const backup of [unreachable, failed, other, reply('not-responsible')]) {
      const { outcome, asked } = await ask([inTrouble, backup]);
      expect(asked).toBe('ab');
      expect(outcome).toEqual({ host: 'a', answer: inTrouble, conclusive: false });
    }
  });

  it('is an error if the only exchange that serves the domain is left alone', async () => {
    const leftAlone: ProbeAnswer = { kind: 'paused', reason: 'blocked', until: 1 };
    const other = reply('not-responsible');
    for (const answers of [
      [leftAlone, other],
      [other, leftAlone],
    ])
      await expect(ask(answers)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('is a reply that has come before the deadline passes', async () => {
    expect((await ask([busy, late])).outcome).toEqual({ host: 'a', answer: busy, conclusive: false });
    for (const answers of [[late], [unreachable, late], [reply('not-responsible'), late]])
      await expect(ask(answers)).rejects.toBe(late);
  });

  it('is a programming error if there is no exchange at all', async () => {
    await expect(ask([])).rejects.toThrow('at least one exchange');
  });

  it('is a fault of ours if no exchange could be reached, or has greeted us, and no canary can or does', async () => {
    const { checks, state } = faultChecks();
    state.reachable = false;
    for (const answers of [[unreachable], [ungreeted], [unreachable, ungreeted]])
      await expect(ask(answers, checks)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await ask([unreachable, failed], checks)).outcome).toMatchObject({ host: 'b', answer: failed });
    state.reachable = true;
    expect((await ask([unreachable], checks)).outcome).toMatchObject({ answer: unreachable });
  });

  it('is no fault of ours if an exchange says that it is busy, although no canary can be reached', async () => {
    const { checks, state } = faultChecks();
    state.reachable = false;
    expect((await ask([busy], checks)).outcome).toMatchObject({ host: 'a', answer: busy });
  });

  it('is a fault of ours if its name could not be resolved and no resolver answers', async () => {
    for (const problem of ['timeout', 'unreachable'] as const) {
      const { checks, state } = faultChecks();
      const answer: ProbeAnswer = { kind: 'unreachable', problem, testedMs: 1_000 };
      expect((await ask([answer], checks)).outcome).toMatchObject({ answer });
      state.resolved = false;
      await expect(ask([answer], checks)).rejects.toThrow('No DNS resolver answers');
    }
  });

  it('needs no question to the resolvers if the problem was not one of names', async () => {
    const { checks, state } = faultChecks();
    state.resolved = false;
    expect((await ask([unreachable], checks)).outcome).toMatchObject({ answer: unreachable });
    expect(state.questions).toBe(0);
  });

  it('is what is known so far if the deadline passes while the canaries are asked', async () => {
    const { checks, state } = faultChecks();
    state.checkError = new DeadlineExceeded(1_000);
    expect((await ask([unreachable], checks)).outcome).toMatchObject({ answer: unreachable });
    state.connectionsFail = true;
    await expect(ask([unreachable], checks)).rejects.toThrow('No mail server of any provider');
    state.checkError = new Error('The client has gone.');
    await expect(ask([unreachable], checks)).rejects.toThrow('has gone');
  });
});
