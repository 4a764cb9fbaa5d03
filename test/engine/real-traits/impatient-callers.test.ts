import { describe, expect, it } from 'vitest';
import { engineAndServers } from './engine-and-servers.ts';

describe('a caller who does not wait for the answer', () => {
  it('teaches nothing about the server: the next one is asked as before', async () => {
    const groups: string[][] = [];
    const { engine } = await engineAndServers(
      {
        domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
        exchanges: { 'mx.example.com': { replyDelayMs: 2_000 } },
      },
      {
        trace: (event) => {
          if (event.kind === 'sent' && event.lines[0]?.startsWith('MAIL')) groups.push([...event.lines]);
        },
      },
    );
    const { substatus } = await engine.verify('bob@example.com', { timeoutMs: 3_500 });
    expect(substatus).toBe('timeout');
    expect((await engine.verify('ann@example.com', { timeoutMs: 30_000 })).status).toBe('safe');
    const commands = (group: readonly string[] | undefined) => group?.map((line) => line.slice(0, 4));
    expect([commands(groups[0]), commands(groups[1])]).toEqual([
      ['MAIL', 'RCPT', 'RSET'],
      ['MAIL', 'RCPT', 'RSET'],
    ]);
  });
});
