import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { examples } from '../../adapters/http/docs/examples.ts';
import { introduction } from '../../adapters/http/docs/introduction.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox, testWorld } from '../../adapters/sandbox/index.ts';
import { createEngine } from '../../src/index.ts';
import { openConsole, startChromium } from '../console/page/support/chromium.ts';
import { serveEngine } from './http-fixtures.ts';

const execute = promisify(execFile);
const { verifyEmail, submitBulkVerification, getBulkVerification, getBulkVerificationResults, lookupEmail } =
  examples;

const person = { first_name: 'Ann', last_name: 'Baker', domain: 'bakery.example.com' };

/** A server on the simulated internet of test keys. */
async function startService() {
  const sandbox = await startSandbox(testWorld());
  const engine = createEngine({ ...memoryStores(), ...netPorts(sandbox.network) });
  engine.jobs.work();
  await engine.accounts.grant('acme', { id: 'one', milliCredits: 100_000 });
  const { key } = await engine.keys.create({ account: 'acme' });
  onTestFinished(async () => {
    await engine.close();
    await sandbox.close();
  });
  return { url: await serveEngine(engine), key };
}

it('what the quick start types is answered as the examples say', async () => {
  const { url, key } = await startService();
  const commands = introduction.match(/^curl (?:[^\\\n]|\\\n)*/gm) ?? [];
  expect(commands).toHaveLength(5);
  const type = async (command = '', job = '') => {
    const env = { ...process.env, URL: url, KEY: key, JOB: job };
    const { stdout } = await execute('sh', ['-c', command.replace('curl', 'curl -sf')], { env });
    return stdout;
  };
  const [verify, submit, follow, results, lookup] = commands;
  expect(JSON.parse(await type(verify))).toEqual(verifyEmail?.response);
  const receipt = JSON.parse(await type(submit));
  const like = { job_id: receipt.job_id, submitted_at: expect.any(String), completed_at: expect.any(String) };
  expect({ ...(submitBulkVerification?.response as object), job_id: receipt.job_id }).toEqual(receipt);
  let job = { status: '' };
  while (job.status !== 'complete') job = JSON.parse(await type(follow, receipt.job_id));
  expect(job).toEqual({ ...(getBulkVerification?.response as object), ...like });
  const linesOf = (csv = '') => csv.split('\r\n').slice(0, 2);
  const csv = getBulkVerificationResults?.otherFormats?.['text/csv'];
  expect(linesOf(await type(results, receipt.job_id))).toEqual(linesOf(csv));
  expect(JSON.parse(await type(lookup))).toEqual(lookupEmail?.response);
});

it.each<[what: string, path: string, body: unknown]>([
  ['addresses in a list', 'bulk', Array(100_001).fill('ann@example.org')],
  ['people in a list', 'bulk-lookup', { input: Array(10_001).fill(person) }],
  ['`timeout` of a verification', 'verify?email=ann@example.org&timeout=91', undefined],
  ['`timeout` of a lookup', 'email-lookup', { ...person, timeout: 121 }],
])('says how too much is answered: %s', async (what, path, body) => {
  const { url, key } = await startService();
  const method = body === undefined ? 'GET' : 'POST';
  const request = { method, headers: { 'X-API-Key': key }, body: JSON.stringify(body) };
  const { status } = await fetch(`${url}/v1/${path}`, request);
  expect(introduction.split('\n').find((line) => line.startsWith(`| ${what} |`))).toMatch(` | ${status} |`);
});

it('shows the quick start, groups and an example, in dark colours too, and asks no other host', async () => {
  const { url } = await startService();
  const browser = await startChromium();
  onTestFinished(() => browser.close());
  for (const [colorScheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(20, 25, 31)'],
  ] as const) {
    const { page, failures } = await openConsole(browser, `${url}/openapi.json`, { colorScheme });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && /^(https?|wss?):/.test(request.url()))
        elsewhere.push(request.url());
    });
    await page.goto(`${url}/docs#?route=get-/v1/verify`);
    await page.getByText('mx1.hosting.example.com').first().waitFor();
    for (const { group } of Object.values(examples))
      await page.getByText(group, { exact: true }).first().waitFor();
    await page.goto(`${url}/docs#?route=overview`);
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    const shown = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('openapi-explorer')).backgroundColor",
    );
    expect([shown, failures, elsewhere]).toEqual([background, [], []]);
  }
});
