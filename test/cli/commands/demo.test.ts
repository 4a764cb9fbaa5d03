import { beforeAll, describe, expect, it } from 'vitest';
import { demo } from '../../../adapters/cli/commands/demo.ts';
import { run } from '../../../adapters/cli/program.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { type DemoWorld, demoWorld } from '../../../adapters/sandbox/index.ts';
import { type FakeTerminal, type FakeTerminalOptions, fakeTerminal } from '../fake-terminal.ts';

/** Three addresses of one server; a test may falsify the truth of the second. */
function smallWorld(falsified: Partial<DemoWorld['addresses'][number]> = {}): DemoWorld {
  return {
    world: {
      domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.com': {} },
    },
    addresses: [
      { email: 'ann@example.com', status: 'safe', substatus: 'deliverable', note: 'an ordinary mailbox' },
      {
        email: 'bob@example.com',
        status: 'invalid',
        substatus: 'mailbox_not_found',
        note: 'nobody of that name',
        ...falsified,
      },
      { email: 'ann@', status: 'invalid', substatus: 'invalid_syntax', note: 'no domain' },
    ],
  };
}

async function demonstrate(world: DemoWorld, flags = {}, options: FakeTerminalOptions = {}) {
  const terminal = fakeTerminal(options);
  const code = await demo(flags, terminal, world);
  return { code, stdout: terminal.stdout.text, stderr: terminal.stderr.text };
}

describe('mailproof demo', () => {
  const { addresses } = demoWorld();
  let terminal: FakeTerminal;
  let code: number;

  beforeAll(async () => {
    terminal = fakeTerminal();
    code = await run(['demo'], terminal, '1.2.3');
  });

  it('finds the truth about every address of the simulated internet, and exits with 0', () => {
    const [, notTrue] = terminal.stdout.text.split('Not true:\n');
    expect(notTrue).toBeUndefined();
    expect(terminal.stdout.text).toContain(`verdicts true  ${addresses.length} of ${addresses.length}\n`);
    expect(code).toBe(0);
  });

  it('has at least sixty addresses that cover every status', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(60);
    for (const status of ['safe', 'risky', 'invalid', 'unknown']) {
      const expected = addresses.filter((address) => address.status === status).length;
      expect(expected).toBeGreaterThan(0);
      const shown = new RegExp(`^${status} +(\\d+)$`, 'm').exec(terminal.stdout.text)?.[1];
      expect(`${status} ${shown}`).toBe(`${status} ${expected}`);
    }
  });

  it('has a line for each address under the table header', () => {
    const [head = '', rule = '', ...rest] = terminal.stdout.text.split('\n');
    expect(head.split(/ {2,}/)).toEqual(['address', 'status', 'substatus', 'confidence', 'provider', 'ms']);
    expect(rule).toMatch(/^[─ ]+$/);
    expect(rest.indexOf('')).toBe(addresses.length);
  });

  it('counts connections, recipients and round trips', () => {
    for (const count of ['connections', 'RCPTs', 'round trips']) {
      expect(terminal.stdout.text).toMatch(
        new RegExp(`^${count} +[1-9]\\d* \\(\\d+\\.\\d\\d an address\\)$`, 'm'),
      );
    }
  });

  it('reports its progress on stderr, every twenty addresses', () => {
    const lines = terminal.stderr.text.trimEnd().split('\n');
    expect(lines[0]).toBe(`verifying ${addresses.length} addresses`);
    expect(lines[1]).toBe(`20 of ${addresses.length} verified`);
    expect(lines.at(-1)).toBe(`${addresses.length} of ${addresses.length} verified`);
    expect(lines.length).toBeLessThanOrEqual(addresses.length / 20 + 2);
  });
});

describe('mailproof demo on another world', () => {
  it('lists what differs from the truth and exits with 1', async () => {
    const world = smallWorld({ status: 'risky', substatus: 'catch_all' });
    const { code, stdout } = await demonstrate(world);
    expect(stdout).toContain('verdicts true  2 of 3\n');
    expect(stdout).toContain(
      [
        'Not true:',
        '  bob@example.com (nobody of that name)',
        '    expected  risky catch_all',
        '    got       invalid mailbox_not_found',
        '',
      ].join('\n'),
    );
    expect(code).toBe(1);
  });

  it('counts a wrong substatus as wrong', async () => {
    const { code, stdout } = await demonstrate(smallWorld({ substatus: 'mailbox_disabled' }));
    expect(stdout).toContain('expected  invalid mailbox_disabled\n');
    expect(code).toBe(1);
  });

  it('prints a line of JSON per address, then the summary', async () => {
    const { code, stdout } = await demonstrate(smallWorld({ substatus: 'mailbox_disabled' }), { json: true });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ email, correct }) => [email, correct])).toEqual([
      ['ann@example.com', true],
      ['bob@example.com', false],
      ['ann@', true],
      [undefined, undefined],
    ]);
    expect(lines[1]).toMatchObject({
      status: 'invalid',
      substatus: 'mailbox_not_found',
      expected: { status: 'invalid', substatus: 'mailbox_disabled' },
    });
    expect(lines[3].summary).toEqual({
      ...{ addresses: 3, safe: 1, risky: 0, invalid: 2, unknown: 0, correct: 2 },
      connections: expect.any(Number),
      recipients: expect.any(Number),
      round_trips: expect.any(Number),
      duration_ms: expect.any(Number),
    });
    expect(code).toBe(1);
  });

  it('draws a bar on a terminal, and colours the table', async () => {
    const { stdout, stderr } = await demonstrate(smallWorld(), {}, { isTTY: true });
    expect(stderr).toMatch(/verifying \[[=-]{40}\] \d of 3/);
    expect(stdout).toContain('\u001b[32msafe');
  });

  it('exits at once when interrupted', async () => {
    const silent: DemoWorld = {
      ...smallWorld(),
      world: { ...smallWorld().world, exchanges: { 'mx.example.com': { fault: 'silent' } } },
    };
    const interrupted = new AbortController();
    const interruption = new Interruption(2);
    const terminal = fakeTerminal({ signal: interrupted.signal });
    const running = demo({}, terminal, silent);
    interrupted.abort(interruption);
    await expect(running).rejects.toBe(interruption);
    expect(terminal.stdout.text).toBe('');
  });
});
