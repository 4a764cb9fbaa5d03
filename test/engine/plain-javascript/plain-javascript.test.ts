import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../adapters/client/index.ts';
import * as http from '../../../adapters/http/index.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import * as net from '../../../adapters/net/index.ts';
import * as postgres from '../../../adapters/postgres/index.ts';
import { redisStores } from '../../../adapters/redis/index.ts';
import * as sandbox from '../../../adapters/sandbox/index.ts';
import { createSmtpChannelTransport } from '../../../adapters/smtp-channel/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import * as contract from '../../../contract/index.ts';
import * as mailproof from '../../../src/index.ts';

// Calls as plain JavaScript allows them: nothing here has the types that it should have.
type Loose = (...values: unknown[]) => unknown;

const identity = {
  helo: 'verifier.example.net',
  mailFrom: 'probe@verifier.example.net',
  dns: ['127.0.0.1:1'],
};
const ports = () => ({ ...memoryStores(), ...net.netPorts(identity) });
const engine = mailproof.createEngine(ports());
const startWorld = (world: object) =>
  (sandbox.startSandbox as Loose)({ exchanges: { 'mx.a.org': {} }, ...world });
afterAll(() => engine.close());

/** What the code in `plain-javascript.txt` may name. */
const scope = {
  ...{ ...mailproof, ...net, ...http, ...sandbox, ...postgres, ...contract },
  ...{ memoryStores, sqliteStores, redisStores, createSmtpChannelTransport, createClient },
  ...{ identity, ports, engine, handler: http.createHttpHandler(engine) },
  person: { first_name: 'Ann', last_name: 'Baker', domain: 'example' },
  runner: { describe: () => {}, it: () => {} },
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  mx: ['mx.a.org'],
  withDomain: (domain: unknown) => startWorld({ domains: { 'a.org': domain } }),
  withZone: (zone: unknown) => startWorld({ domains: {}, zone }),
  /** Iterates, as the run of a job begins only then. */
  drain: async (run: AsyncIterable<unknown>) => {
    for await (const _ of run) return;
  },
  close: async (opened: unknown) => ((await opened) as { close(): Promise<void> }).close(),
};

const [calls = [], explained = [], outOfRange = [], misspelt = []] = readFileSync(
  new URL('plain-javascript.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split(/^#.*\n/m)
  .slice(1)
  .map((section) => section.trim().split('\n'));

const suites = Object.keys(contract).filter((name) => name.endsWith('Contract'));
const callsOfSuites = suites.flatMap((name) => [`${name}(value)`, `${name}(runner, value)`]);

/** Accepted as well, or instead: what is left out, and objects all of whose fields have defaults. */
const mistakes = [undefined, null, 1, Number.NaN, '', 'text', true, {}, [], () => {}, Symbol('mistake')];

const shown = (value: unknown) => (typeof value === 'function' ? '() => {}' : String(JSON.stringify(value)));

const evaluate = (code: string, value?: unknown): unknown =>
  new Function(...Object.keys(scope), 'value', `return ${code};`)(...Object.values(scope), value);

/** Returns the error, if there is one. */
async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a mistake that TypeScript would have found', () => {
  it.each([...calls, ...callsOfSuites])('in %s never gets an error of JavaScript', async (code) => {
    for (const value of mistakes) {
      const error = await outcomeOf(() => evaluate(code, value));
      if (error === undefined || error instanceof mailproof.MailproofError) continue;
      throw new Error(`${shown(value)} got ${String(error)}`, { cause: error });
    }
  });

  it.each(explained.map((line) => line.split(' => ')))(
    'is explained: %s: %s',
    async (code = '', text = '') => {
      const parts = text.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      expect(await outcomeOf(() => evaluate(code))).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringMatching(new RegExp(`^${parts.join('.*')}$`, 's')),
      });
    },
  );

  it.each(outOfRange)('is explained where a number is out of range: %s', async (option) => {
    const error = await outcomeOf(() => evaluate(`createEngine(ports(), { ${option} })`));
    const parameter = option.match(/\w+(?=:)/g)?.join('.');
    expect(error).toMatchObject({ code: 'invalid_argument', parameter });
    expect(String(error)).toContain(`${parameter} must be `);
  });

  it.each(misspelt.map((line) => line.split(/: (?=\w+, \w+$)/)))(
    'is refused where an option is misspelt: %s: %s',
    async (code = '', names = '') => {
      const [typed, meant] = names.split(', ');
      expect(await outcomeOf(() => evaluate(code))).toMatchObject({
        code: 'invalid_argument',
        parameter: typed,
        message: `There is no option ${typed}. Did you mean ${meant}?`,
      });
    },
  );

  it('is refused where a filter has another type', async () => {
    expect(await outcomeOf(() => evaluate("engine.jobs.list({ unfinished: 'no' })"))).toMatchObject({
      code: 'invalid_argument',
      parameter: 'unfinished',
    });
  });

  it.each([
    ['account', ''],
    ['account', 'a\0'],
    ['account', '\ud800'],
    ['keyId', 'k\0'],
  ])('is refused whether or not the answer is cached: %s %j', async (name, value) => {
    const email = `${name}@invalid`;
    const verify = () => engine.verify(email, { [name]: value });
    expect(await outcomeOf(verify)).toMatchObject({ code: 'invalid_argument', parameter: name });
    await engine.verify(email);
    expect(await outcomeOf(verify)).toMatchObject({ code: 'invalid_argument', parameter: name });
  });

  it('leaves no trace', () => {
    expect(existsSync('/nowhere/mailproof.db')).toBe(false);
  });
});
