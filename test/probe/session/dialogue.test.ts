import { describe, expect, it } from 'vitest';
import { type GreetingResult, greet, quit, type StepResult } from '../../../src/probe/session/dialogue.ts';
import { closing, failed, play, replyOf } from './scripted-dialogue.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
const banner = '220 mx.example.com ESMTP';
const hello = '250-mx.example.com\n250 STARTTLS';
const plainHello = '250-mx.example.com\n250 PIPELINING';

type Received = readonly string[] | StepResult;

function greeting(received: readonly Received[], { tls = true } = {}) {
  const { steps, result } = play(greet(identity, { tls }), ...received);
  const commands = steps.flat();
  return { result, commands, steps };
}

function capabilitiesIn(hello: string) {
  const { result } = greeting([[banner], [hello]], { tls: false });
  if (result.kind !== 'ready') throw new Error('The server was not ready.');
  return result.capabilities;
}

const refusedAt = (stage: string, reply: string) => ({ kind: 'refused', stage, reply: replyOf(reply) });

describe('The greeting of a server', () => {
  it('comes first, and is followed by EHLO with our name', () => {
    const { commands, steps, result } = greeting([[banner], [plainHello]]);
    expect(commands).toEqual(['EHLO probe.example.net']);
    expect(steps).toEqual([[], ['EHLO probe.example.net']]);
    expect(result.kind).toBe('ready');
  });

  it('may refuse us', () => {
    const refusal = '554 5.7.1 Blocked';
    expect(greeting([[refusal]])).toMatchObject({ result: refusedAt('greeting', refusal), commands: [] });
  });

  it('may be 421 at any step, which refuses us there', () => {
    const busy = '421 4.3.2 Busy';
    expect(greeting([closing(busy)]).result).toEqual(refusedAt('greeting', busy));
    expect(greeting([[banner], closing(busy)]).result).toEqual(refusedAt('hello', busy));
    expect(greeting([[banner], ['502 What?'], closing(busy)]).result).toEqual(refusedAt('hello', busy));
    expect(greeting([[banner], [hello], closing(busy)]).result).toEqual(refusedAt('starttls', busy));
  });

  it('may fail at any step', () => {
    const lost = failed('connection_closed');
    const failedAt = (stage: string): unknown => ({ kind: 'failed', stage, failure: 'connection_closed' });
    expect(greeting([lost]).result).toEqual(failedAt('greeting'));
    expect(greeting([[banner], lost]).result).toEqual(failedAt('hello'));
    expect(greeting([[banner], ['502 What?'], lost]).result).toEqual(failedAt('hello'));
    expect(greeting([[banner], [hello], lost]).result).toEqual(failedAt('starttls'));
    expect(greeting([[banner], [hello], ['220 Go'], lost]).result).toEqual(failedAt('starttls'));
  });

  it('fails as if the connection were closed where there is neither reply nor failure', () => {
    expect(greeting([[]]).result).toEqual({
      kind: 'failed',
      stage: 'greeting',
      failure: 'connection_closed',
    });
  });
});

describe('A server that does not know EHLO', () => {
  it('is greeted with HELO, and offers nothing', () => {
    const { commands, result } = greeting([[banner], ['502 What?'], ['250-mx\n250 PIPELINING']]);
    expect(commands).toEqual(['EHLO probe.example.net', 'HELO probe.example.net']);
    expect(result).toEqual({
      kind: 'ready',
      capabilities: {
        allowsResets: false,
        pipelining: false,
        startTls: false,
        smtpUtf8: false,
        maxRecipients: undefined,
      },
    });
  });

  it('has refused us if it refuses HELO too', () => {
    const { result } = greeting([[banner], ['500 What?'], ['550 Go away']]);
    expect(result).toEqual(refusedAt('hello', '550 Go away'));
  });

  it('is not asked again if it only wants us later', () => {
    const { commands, result } = greeting([[banner], ['451 Later']]);
    expect(commands).toEqual(['EHLO probe.example.net']);
    expect(result).toEqual(refusedAt('hello', '451 Later'));
  });

  it('is not sent HELO once the connection has failed', () => {
    const { commands, result } = greeting([[banner], failed('connection_closed', '502 What?')]);
    expect(commands).toEqual(['EHLO probe.example.net']);
    expect(result).toEqual(refusedAt('hello', '502 What?'));
  });
});

describe('What a server offers', () => {
  it('stands in the lines after its name, in any case and with any white space', () => {
    expect(
      capabilitiesIn('250-mx\n250- pipelining\n250-SMTPUTF8  \n250-StartTls\n250 LIMITS rcptmax=20'),
    ).toEqual({
      allowsResets: false,
      pipelining: true,
      startTls: true,
      smtpUtf8: true,
      maxRecipients: 20,
    });
  });

  it('is nothing where it only says its name, whatever that is', () => {
    const nothing = {
      allowsResets: false,
      pipelining: false,
      startTls: false,
      smtpUtf8: false,
      maxRecipients: undefined,
    };
    expect(capabilitiesIn('250 PIPELINING')).toEqual(nothing);
    expect(capabilitiesIn('250-mx\n250 SIZE 1000')).toEqual(nothing);
  });

  it('is known by a keyword, not by a part of one', () => {
    expect(capabilitiesIn('250-mx\n250-XPIPELINING\n250 STARTTLSX')).toMatchObject({
      pipelining: false,
      startTls: false,
    });
  });

  it.each([
    ['RCPTMAX=1', 1],
    ['MAILMAX=5 RCPTMAX=300 RCPTDOMAINMAX=7', 300],
    ['RCPTMAX=0', undefined],
    ['RCPTMAX=1234567', undefined],
    ['RCPTMAX=', undefined],
    ['XRCPTMAX=5', undefined],
    ['RCPTMAX=5X', undefined],
    ['', undefined],
  ])('limits the recipients of a transaction by LIMITS %s', (limits, expected) => {
    expect(capabilitiesIn(`250-mx\n250 LIMITS ${limits}`).maxRecipients).toBe(expected);
  });
});

describe('A server that offers STARTTLS', () => {
  it('is spoken to in TLS once it is ready for that, and greeted anew', () => {
    const { commands, result } = greeting([[banner], [hello], ['220 Go ahead'], [], [plainHello]]);
    expect(commands).toEqual(['EHLO probe.example.net', 'STARTTLS', 'start-tls', 'EHLO probe.example.net']);
    expect(result).toMatchObject({ kind: 'ready', capabilities: { pipelining: true, startTls: false } });
  });

  it('is spoken to in plain text if it refuses', () => {
    for (const refusal of ['454 TLS not available', '502 What?', '400 No']) {
      const { commands, result } = greeting([[banner], [hello], [refusal]]);
      expect(commands).toEqual(['EHLO probe.example.net', 'STARTTLS']);
      expect(result).toMatchObject({ kind: 'ready', capabilities: { startTls: true } });
    }
  });

  it('is spoken to in plain text if we want that', () => {
    const { commands, result } = greeting([[banner], [hello]], { tls: false });
    expect(commands).toEqual(['EHLO probe.example.net']);
    expect(result.kind).toBe('ready');
  });

  it('is not spoken to any more if its reply to EHLO comes again: it may be ready for TLS', () => {
    const expected: GreetingResult = { kind: 'failed', stage: 'starttls', failure: 'desynchronised' };
    expect(greeting([[banner], [hello], [hello]]).result).toEqual(expected);
  });

  it('is not asked for TLS on a connection that has failed', () => {
    const { commands, result } = greeting([[banner], [hello], failed('reply_timeout', '220 Go ahead')]);
    expect(commands).toEqual(['EHLO probe.example.net', 'STARTTLS']);
    expect(result).toEqual({ kind: 'failed', stage: 'starttls', failure: 'reply_timeout' });
  });

  it('is not asked for TLS where it has refused us', () => {
    expect(greeting([[banner], ['502 What?'], ['550 Go away']]).commands).toEqual([
      'EHLO probe.example.net',
      'HELO probe.example.net',
    ]);
  });
});

describe('The end of a session', () => {
  it('is QUIT, whatever the server replies', () => {
    for (const received of [['221 Bye'], ['500 What?'], failed('connection_closed')]) {
      expect(play(quit(), received)).toEqual({
        steps: [['QUIT']],
        result: undefined,
      });
    }
  });
});
