import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeConsole } from '../../../adapters/console/index.ts';
import {
  pasteList,
  type ServedConsole,
  type SignedInPage,
  startServedConsole,
  submitList,
} from './support/served-console.ts';

let served: ServedConsole;
let elsewhere: Server;
/** Another port of the same host is the same site, so that browsers send the cookie from there. */
let otherOrigin: string;
let account: SignedInPage;
let operator: SignedInPage;
/** Something that each path may be about. */
let subjects: Readonly<Record<'jobs' | 'keys' | 'invitations', string>>;

beforeAll(async () => {
  served = await startServedConsole();
  elsewhere = createServer((_, answer) => answer.end('<!doctype html><title>elsewhere</title>'));
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  otherOrigin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  account = await served.signIn(await served.invite('acme'));
  await pasteList(account.page, ['ann.baker@bakery.example.com']);
  const job = await submitList(account.page);
  await account.page.getByText('1 of 1').waitFor();
  await served.mailproof('keys', 'create', '--account', 'acme');
  await served.invite('acme');
  operator = await served.signInOperator();
  const [listed, invited] = (await stateOf(operator, [
    'accounts/acme/keys',
    'accounts/acme/invitations',
  ])) as [{ keys: { id: string }[] }, { invitations: { id: string }[] }];
  subjects = { jobs: job, keys: listed.keys[0]?.id ?? '', invitations: invited.invitations[0]?.id ?? '' };
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

interface Attempt {
  readonly method: string;
  readonly url: string;
}

/** Every request that the console knows. */
function everyAttempt(): readonly Attempt[] {
  const { paths } = describeConsole({ basePath: '/console' }) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) => {
    const filled = path
      .replace('{account}', 'acme')
      .replace(
        /(jobs|keys|invitations)\/\{\w+\}/,
        (_, what: keyof typeof subjects) => `${what}/${subjects[what]}`,
      );
    return Object.keys(methods)
      .filter((method) => ['get', 'post', 'delete', 'put', 'patch'].includes(method))
      .map((method) => ({ method: method.toUpperCase(), url: `${served.url}/console${filled}` }));
  });
}

/** Tries a request in all ways that a page has, and returns what it could read of the answers. */
function attemptIn({ method, url }: Attempt): string {
  return `(async () => {
    const read = [];
    const body = ${method === 'POST' ? `JSON.stringify({ name: 'stolen', id: 'stolen', credits: 1, emails: ['a@b.example'] })` : 'undefined'};
    for (const mode of ['cors', 'no-cors']) for (const type of ['text/plain', 'application/json'])
      await fetch(${JSON.stringify(url)}, {
        method: ${JSON.stringify(method)}, mode, credentials: 'include', body,
        ...(body === undefined ? {} : { headers: { 'Content-Type': type } }),
      }).then(async (answer) => { const text = await answer.text(); if (text !== '') read.push(text); }, () => {});
    return read;
  })()`;
}

/** Returns what the API says to the page itself. */
function stateOf({ page }: SignedInPage, paths: readonly string[]): Promise<unknown> {
  return page.evaluate(
    `Promise.all(${JSON.stringify(paths)}.map((path) => fetch('api/' + path).then((answer) => answer.json())))`,
  );
}

it('changes nothing, and tells nothing, whatever a page of another origin requests', async () => {
  const attempts = everyAttempt();
  expect(attempts.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(10);
  expect(attempts.filter(({ url }) => url.includes('{'))).toEqual([]);
  const ofAccount = ['session', 'keys', 'balance', 'jobs', `jobs/${subjects.jobs}`];
  const ofOperator = ['session', 'accounts', 'accounts/acme/invitations', 'accounts/acme/keys', 'jobs'];
  for (const [owner, paths] of [
    [account, ofAccount],
    [operator, ofOperator],
  ] as const) {
    const before = await stateOf(owner, paths);
    const attacker = await owner.page.context().newPage();
    await attacker.goto(otherOrigin);
    for (const attempt of attempts)
      expect([attempt, await attacker.evaluate(attemptIn(attempt))]).toEqual([attempt, []]);
    expect(await stateOf(owner, paths)).toEqual(before);
  }
});

it('can be put into no frame, and its window be reached by no page that opens it', async () => {
  const attacker = await account.page.context().newPage();
  await attacker.goto(otherOrigin);
  await attacker.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.addEventListener('load', resolve);
    frame.src = ${JSON.stringify(`${served.url}/console/`)};
    document.body.append(frame);
  })`);
  const [, frame] = attacker.frames();
  expect(await frame?.locator('main').count()).toBe(0);
  const [opened] = await Promise.all([
    attacker.context().waitForEvent('page'),
    attacker.evaluate(`{ window.opened = window.open(${JSON.stringify(`${served.url}/console/`)}); }`),
  ]);
  await opened.getByRole('navigation').waitFor();
  expect(await attacker.evaluate('window.opened.closed')).toBe(true);
});
