import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors.ts';
import { anyHostGreets } from '../../src/exchange/canary-check.ts';
import type { Dns } from '../../src/ports/dns.ts';
import type { SmtpReply, SmtpTransport, WaitOptions } from '../../src/ports/smtp-transport.ts';
import { ManualClock } from '../support/manual-clock.ts';

type Behaviour = 'greets' | 'hangs' | 'refuses' | 'silent' | 'keeps-quiet-at-quit';

/** Checks hosts, each of which has the addresses that are listed, and behaves there as told. */
function check(hosts: Readonly<Record<string, readonly Behaviour[]>>) {
  const clock = new ManualClock();
  const names = Object.keys(hosts);
  const log: string[] = [];
  const waits: number[] = [];
  const aborted = (signal: AbortSignal | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const dns: Dns = {
    mx: async () => ({ kind: 'no-data', ttlSeconds: 60 }),
    a: async (host) => {
      const records = (hosts[host] ?? []).map((_, index) => `192.0.${names.indexOf(host)}.${index}`);
      return records.length === 0
        ? { kind: 'no-data', ttlSeconds: 60 }
        : { kind: 'records', records, ttlSeconds: 60 };
    },
    aaaa: async () => ({ kind: 'no-data', ttlSeconds: 60 }),
    close: async () => {},
  };
  const smtp: SmtpTransport = {
    connect: async ({ address, port }, { timeoutMs, signal }) => {
      const [, , host = 0, index = 0] = address.split('.').map(Number);
      const behaviour = hosts[names[host]!]![index]!;
      log.push(`connect ${address}:${port}`);
      waits.push(timeoutMs);
      if (behaviour === 'refuses') throw new ConnectionError('connection_refused', 'No.');
      if (behaviour === 'hangs') return aborted(signal);
      let replies = 0;
      return {
        secure: false,
        unread: false,
        send: async (commands: readonly string[]) => {
          log.push(`${commands.join()} ${address}`);
        },
        receive: async (wait: WaitOptions): Promise<SmtpReply> => {
          waits.push(wait.timeoutMs);
          replies += 1;
          if (behaviour === 'silent' || (behaviour === 'keeps-quiet-at-quit' && replies === 2))
            throw new ConnectionError('reply_timeout', 'No reply.');
          return { code: replies === 1 ? 554 : 221, lines: [''] };
        },
        startTls: async () => {},
        close: () => {
          log.push(`close ${address}`);
        },
        closed: Promise.resolve(),
      } as unknown as Awaited<ReturnType<SmtpTransport['connect']>>;
    },
  };
  const leaving = new AbortController();
  const found = anyHostGreets(names, { clock, dns, smtp, port: 2_525 }, leaving.signal);
  return { clock, found, log, waits, leaving };
}

describe('whether any host greets us', () => {
  it('is yes if one does, if only to refuse; it is told goodbye', async () => {
    const { found, log, waits, clock } = check({ 'mx.example.org': ['greets'] });
    expect(await found).toBe(true);
    expect(log).toEqual(['connect 192.0.0.0:2525', 'QUIT 192.0.0.0', 'close 192.0.0.0']);
    expect(waits).toEqual([6_000, 6_000, 1_000]);
    expect(clock.pending).toBe(0);
  });

  it('is yes even if that host does not answer QUIT', async () => {
    const { found, log } = check({ 'mx.example.org': ['keeps-quiet-at-quit'] });
    expect(await found).toBe(true);
    expect(log.at(-1)).toBe('close 192.0.0.0');
  });

  it('is yes as soon as one does; the others are hung up on', async () => {
    const { found, clock } = check({ 'a.example.org': ['hangs'], 'b.example.org': ['greets'] });
    expect(await found).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('takes the second address if the first one fails, and no third', async () => {
    const second = check({ 'mx.example.org': ['refuses', 'greets'] });
    expect(await second.found).toBe(true);
    const third = check({ 'mx.example.org': ['refuses', 'silent', 'greets'] });
    expect(await third.found).toBe(false);
    expect(third.log).toEqual(['connect 192.0.0.0:2525', 'connect 192.0.0.1:2525', 'close 192.0.0.1']);
  });

  it('is no if none has an address, or there are none', async () => {
    expect(await check({ 'mx.example.org': [] }).found).toBe(false);
    expect(await check({}).found).toBe(false);
  });

  it('is no after 12 seconds', async () => {
    const { found, clock } = check({ 'mx.example.org': ['hangs'] });
    let answer: boolean | undefined;
    void found.then((greets) => {
      answer = greets;
    });
    await clock.advance(11_999);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(await found).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('is no, without another connection, once the caller has left', async () => {
    const { found, clock, log, leaving } = check({ 'mx.example.org': ['hangs', 'greets'] });
    await clock.advance(1);
    leaving.abort(new Error('gone'));
    expect(await found).toBe(false);
    expect(log).toEqual(['connect 192.0.0.0:2525']);
    expect(clock.pending).toBe(0);
  });
});
