import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtCli } from '../../support/built-cli.ts';
import { mailproof } from '../mailproof.ts';
import { runningCommand } from '../running-command.ts';

const ann = { email: 'ann.baker@bakery.example.com' };
const token = 'f3b1c97a6d2e48f0a5b7c8d9e0f1a2b3';

/** What a tool has answered. */
interface Answer {
  readonly [field: string]: unknown;
  readonly credits: { readonly left: number; readonly limit: number };
  readonly error: { readonly code: string; readonly advice: string };
}

async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = async (name: string, given: object = {}) => {
    const {
      isError = false,
      structuredContent,
      content,
    } = await client.callTool({ name, arguments: { ...given } });
    const [{ text } = { text: '' }] = content as { text: string }[];
    expect(isError && structuredContent === undefined ? {} : JSON.parse(text)).toEqual(
      structuredContent ?? {},
    );
    return { isError, text, answer: structuredContent as unknown as Answer };
  };
  return { client, call };
}

const ofTheProgram = (...flags: string[]) =>
  new StdioClientTransport({ command: process.execPath, args: [builtCli, 'mcp', ...flags] });

/** Starts the program as agents do: it talks over its standard input and output, and ends after the test. */
async function ownSession(transport: Parameters<typeof connect>[0] = ofTheProgram()) {
  const session = await connect(transport);
  onTestFinished(() => session.client.close());
  return session;
}

async function serveHttp(...flags: string[]): Promise<URL> {
  const { terminal } = await runningCommand(['mcp', '--http', '127.0.0.1:0', ...flags], /Listening on \S+\n/);
  return new URL(/http\S+/.exec(terminal.stdout.text)![0]);
}

/** Sends what begins a session, with these headers, and returns the status. */
function statusOf(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  const own = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { ...own, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end(body);
  });
}

describe('mailproof mcp over stdio', () => {
  let shared: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    shared = await connect(ofTheProgram());
    return () => shared.client.close();
  });

  it('has tools that say what they cost, whom they ask and what they change', async () => {
    const { client } = shared;
    const { tools } = await client.listTools();
    const changes = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    );
    expect(changes).toEqual({
      ...{ verify_email: true, suggest_address: true, find_email: true },
      ...{ submit_list: false, read_list: true, doctor: true, explain_reply: true },
    });
    for (const { description } of tools) {
      expect(description).toMatch(/\d credits?\b|is free/i);
      expect(description).not.toMatch(/\b1 credits/);
      expect(description).toMatch(/Asks|Connects to/);
    }
    expect(client.getInstructions()).toMatch(/simulated internet/);
  });

  it('verifies, finds and corrects, says that the internet is simulated and what is left', async () => {
    const { call } = await ownSession();
    const { answer } = await call('verify_email', ann);
    expect(answer).toMatchObject({ ...ann, status: 'safe', credits: { left: 19.8, limit: 20 } });
    expect(answer.internet).toMatch(/^simulated: .*mcp --real/);
    const { answer: known } = await call('verify_email', ann);
    expect(known.credits.left).toBe(19.8);
    const person = { first_name: 'Ann', last_name: 'Baker', domain: 'https://www.bakery.example.com/about' };
    const { answer: found } = await call('find_email', person);
    expect(found).toMatchObject({ ...ann, credits: { left: 18.8 } });
    const { answer: typo } = await call('suggest_address', { email: 'ann@gmial.com' });
    expect(typo).toMatchObject({ suggestion: 'ann@gmail.com', credits: { left: 18.8 } });
  });

  it('spends no more than its credits, however much is asked for at once', async () => {
    const { call } = await ownSession(ofTheProgram('--credits', '0.5'));
    const emails = ['ann', 'tom', 'eve', 'bob', 'joe'].map((name) => `${name}.baker@bakery.example.com`);
    const answers = await Promise.all(emails.map((email) => call('verify_email', { email })));
    const refused = answers.filter(({ isError }) => isError);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.answer.error).toMatchObject({
      code: 'insufficient_credits',
      message: 'This session has 0.1 credits left, and this costs 0.2 credits.',
      advice: expect.stringMatching(/higher --credits/),
    });
    expect(refused[0]?.answer.credits).toEqual({ left: 0.1, limit: 0.5 });
    const { isError } = await call('submit_list', { emails });
    expect(isError).toBe(true);
    const { answer } = await call('explain_reply', { reply: '250 OK' });
    expect(answer.credits).toEqual({ left: 0.1, limit: 0.5 });
  });

  it('works on a list, whose results are read in pages', async () => {
    const { call } = await ownSession();
    const emails = [ann.email, 'nobody.here@bakery.example.com', 'not an address'];
    const { answer: submitted } = await call('submit_list', { emails });
    expect(submitted).toMatchObject({ total: 3, cost: 0.6, credits: { left: 19.4 } });
    const { list_id } = submitted;
    await expect.poll(async () => (await call('read_list', { list_id })).answer.status).toBe('complete');
    const { answer: first } = await call('read_list', { list_id, limit: 2 });
    expect(first).toMatchObject({ next_offset: 2, by_status: { safe: 1, invalid: 2 } });
    expect(first.results).toMatchObject([
      { email: emails[0], status: 'safe', retry_at: null },
      { email: emails[1], status: 'invalid', substatus: 'mailbox_not_found' },
    ]);
    const { answer: last } = await call('read_list', { list_id, offset: 2 });
    expect(last).toMatchObject({ results: [{ substatus: 'invalid_syntax' }], next_offset: null });
    const { answer: unknown } = await call('read_list', { list_id: 'none' });
    expect(unknown.error.code).toBe('not_found');
  });

  it('explains replies, and refuses what is none', async () => {
    const { call } = shared;
    const { answer } = await call('explain_reply', {
      reply: '550-5.1.1 The email account\n550 5.1.1 does not exist',
    });
    expect(answer).toMatchObject({
      ...{ meaning: 'mailbox-not-found', about: 'recipient', certainty: 'explicit', enhanced_code: '5.1.1' },
      verdict: { status: 'invalid', substatus: 'mailbox_not_found' },
    });
    expect(answer.reasons).toContain('550 is a permanent refusal.');
    const { answer: bare } = await call('explain_reply', { reply: '451' });
    expect(bare).toMatchObject({ certainty: 'weak', verdict: { status: 'unknown' } });
    const { answer: refused } = await call('explain_reply', { reply: 'User unknown' });
    expect(refused.error).toMatchObject({
      code: 'invalid_argument',
      advice: expect.stringMatching(/550 5\.1\.1/),
    });
  });

  it('examines its side, and refuses arguments that fit no schema', async () => {
    const { call } = shared;
    const { answer } = await call('doctor');
    expect(answer).toMatchObject({ severity: 'ok' });
    const { answer: again } = await call('doctor');
    expect(again).toEqual(answer);
    expect((await call('verify_email', { email: 7 })).text).toMatch(/email/);
  });

  it('ends when its client leaves', async () => {
    const transport = ofTheProgram();
    await ownSession(transport);
    const { pid } = transport;
    await transport.close();
    expect(() => process.kill(pid!, 0)).toThrow(/ESRCH/);
  });
});

describe('mailproof mcp over HTTP', () => {
  // To transform the sources takes longer than a server may take to listen.
  beforeAll(async () => {
    await Promise.all([import('../../../adapters/cli/mcp/tools.ts'), import('../../../src/engine.ts')]);
    await import('../../../adapters/cli/mcp/http-endpoint.ts');
    await import('../../../adapters/sandbox/index.ts');
  });

  it('gives each session credits and lists of its own', async () => {
    const url = await serveHttp('--credits', '1');
    const one = await ownSession(new StreamableHTTPClientTransport(url));
    const other = await ownSession(new StreamableHTTPClientTransport(url));
    const { answer } = await one.call('submit_list', { emails: [ann.email] });
    expect(answer.credits).toEqual({ left: 0.8, limit: 1 });
    const { answer: hidden } = await other.call('read_list', { list_id: answer.list_id });
    expect(hidden.error.code).toBe('not_found');
    const { answer: own } = await other.call('suggest_address', ann);
    expect(own.credits).toEqual({ left: 1, limit: 1 });
  });

  it.each([
    [{}, 200],
    [{ Host: 'localhost' }, 200],
    [{ Host: 'rebound.example.com' }, 403],
    [{ Origin: 'https://page.example.com' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, 403],
    [{ 'mcp-session-id': 'none' }, 404],
  ])('without a token, answers a request with the headers %j with %s', async (headers, status) => {
    expect(await statusOf(await serveHttp(), headers)).toBe(status);
  });

  it.each([
    [{ Authorization: `Bearer ${token}` }, 200],
    [{ Authorization: `Bearer ${token}`, Host: 'mcp.example.com' }, 200],
    [{ Authorization: `Bearer ${token}`, Origin: 'https://page.example.com' }, 403],
    [{ Authorization: 'Bearer other' }, 401],
    [{}, 401],
  ])('with a token, answers a request with the headers %j with %s', async (headers, status) => {
    expect(await statusOf(await serveHttp('--token', token), headers)).toBe(status);
  });
});

describe('mailproof mcp refuses', () => {
  it('to start without its package, and says how to install it', async () => {
    const hook = `export async function resolve(name, context, next) {
      if (name.startsWith('@modelcontextprotocol/')) throw Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    }`;
    const setUp = `import { register } from 'node:module'; register(${JSON.stringify(moduleOf(hook))});`;
    const args = ['--import', moduleOf(setUp), builtCli, 'mcp'];
    const { code, stderr } = await promisify(execFile)(process.execPath, args).catch((error) => error);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/npm install @modelcontextprotocol\/sdk/)]);
  });

  it.each([
    ['a port that others reach, without a token', ['--http', '0.0.0.0:0'], /MAILPROOF_MCP_TOKEN/],
    ['a token that can be guessed', ['--http', '--token', 'secret'], /--token must be 24/],
    [
      'settings of the real internet on the simulated one',
      ['--helo', 'a.example.com'],
      /--helo .*Add --real/,
    ],
    ['credits that are none', ['--credits', 'many'], /"many" is no amount of credits/],
    ['a place that is none', ['--http', 'somewhere'], /address:port/],
  ])('%s', async (_, flags, message) => {
    const { code, stderr } = await mailproof(['mcp', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

function moduleOf(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
