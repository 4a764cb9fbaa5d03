import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/index.ts';
import { goTo } from '../page/support/chromium.ts';
import { expectOnlyText, hostile, hostileTexts } from '../page/support/hostile-texts.ts';
import { closePages, type ServedConsole, startServedConsole, submitList } from './support/served-console.ts';

/** What servers of this world may say: braces are placeholders there. */
const said = hostileTexts.filter((text) => !text.includes('{')).join(' ');

let sandbox: Sandbox;
let served: ServedConsole;

beforeAll(async () => {
  sandbox = await startSandbox({
    domains: {
      'example.com': {
        mx: ['mx.example.com'],
        mailboxes: {
          ann: { reply: `250 2.1.5 ${said}` },
          eve: { reply: `550 5.1.1 User unknown ${said}` },
          odd: { reply: `550 5.9.9 User klemmt ${said}` },
        },
        unknownReply: `550 5.1.1 User unknown ${said}`,
      },
    },
    exchanges: {
      'mx.example.com': {
        texts: { greeting: `220 mx.example.com ${said}`, hello: `250 mx.example.com ${said}` },
      },
    },
    zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
  });
  const { port } = sandbox.endpointOf('mx.example.com');
  served = await startServedConsole([
    ...['--dns', sandbox.network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
    ...['--helo', 'probe.example.net', '--mail-from', 'probe@example.net', '--retry-delays', 'none'],
  ]);
});
afterEach(() => closePages(served));
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await sandbox.close();
});

it('runs nothing of what an account, a list and mail servers say', async () => {
  const account = await served.signIn(await served.invite(hostile));
  const { page } = account;
  await page.getByText(`Signed in as ${hostileTexts[0]}`).waitFor();

  await goTo(page, 'Verify one');
  for (const email of ['ann@example.com', 'odd@example.com', hostile]) {
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('heading', { name: email, exact: true }).waitFor();
  }
  await page.getByLabel('Email address').fill('eve@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: 'eve@example.com' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '550 5.1.1 User unknown <script>' }).waitFor();
  await expectOnlyText(account);

  await goTo(page, 'Find people');
  await page.getByLabel('First name', { exact: true }).fill(hostile);
  await page.getByLabel('Last name', { exact: true }).fill(hostile);
  await page.getByLabel('Domain of the company').fill('example.com');
  await page.getByRole('button', { name: 'Find the address' }).click();
  await page
    .getByRole('region', { name: 'Result', exact: true })
    .or(page.getByRole('alert'))
    .first()
    .waitFor();
  await expectOnlyText(account);

  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill(hostileTexts[1] ?? '');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('rowheader').filter({ hasText: 'window.ran' }).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await page.getByRole('dialog').filter({ hasText: 'window.ran' }).waitFor();
  await expectOnlyText(account);
  await page.getByRole('button', { name: 'Go back' }).click();

  await goTo(page, 'New list');
  const cell = `"${hostile.replaceAll('"', '""')}"`;
  const quoted = '"""<img/src=x/onerror=window.ran=1>""@example.com"';
  const rows = [`email,${cell}`, `odd@example.com,${cell}`, `${cell},x`, `${quoted},${cell}`];
  await page.getByLabel('Drop a CSV').setInputFiles({
    name: `${hostileTexts[1]}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByText('Price in credits').waitFor();
  await expectOnlyText(account);
  await submitList(page);
  await page.getByText('3 rows', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  for (const _ of rows.slice(1)) {
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
    await expectOnlyText(account);
  }
  await page.goto(`${served.url}/console/#/jobs/${encodeURIComponent(hostile)}`);
  await page.getByRole('alert').filter({ hasText: 'There is no such job' }).waitFor();
  await expectOnlyText(account);
  await goTo(page, 'Credits');
  await page.getByRole('table', { name: 'What was spent on what' }).waitFor();
  await expectOnlyText(account);
});

it('runs nothing of it for the operator either', async () => {
  const operator = await served.signInOperator();
  const { page } = operator;
  await goTo(page, 'Accounts');
  await page.getByRole('rowheader').filter({ hasText: 'window.ran' }).getByRole('link').click();
  await page.getByRole('heading', { name: `Account ${hostileTexts[0]}` }).waitFor();
  await page.getByRole('table', { name: 'API keys' }).waitFor();
  await page.getByLabel('Credits', { exact: true }).fill('1');
  await page.getByLabel('Reference').fill(hostileTexts[2] ?? '');
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByText('1 credit was booked.').waitFor();
  await expectOnlyText(operator);
  await goTo(page, 'Jobs');
  await page.getByRole('cell').filter({ hasText: 'window.ran' }).first().waitFor();
  await expectOnlyText(operator);
  await goTo(page, 'Senders');
  await page.getByRole('columnheader', { name: 'Other mail servers' }).waitFor();
  await expectOnlyText(operator);
  await goTo(page, 'Unrecognised replies');
  await page.getByRole('table', { name: 'Unrecognised replies' }).waitFor();
  await expectOnlyText(operator);
  await page.getByText('550 5.9.9').first().waitFor();
});
