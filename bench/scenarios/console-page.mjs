import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { measureBeside } from '../console/beside.mjs';
import { startCannedServer } from '../console/canned-server.mjs';
import { median, number } from '../table.mjs';

const rows = 100_000;
/** Rounds of the two servers for each run. */
const roundsPerRun = 3;
/** Like a telephone of some years ago. */
const throttledRate = 4;

export const consolePage = {
  title: `Console: a list of ${rows.toLocaleString('en')} addresses in Chromium`,
  defaultRuns: 3,
  measure,
};

async function measure({ runs, addresses = rows, note }) {
  const server = await startCannedServer(Array.from({ length: addresses }, (_, n) => resultOf(n)));
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium-headless-shell'], {
    encoding: 'utf8',
  }).trim();
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath, args: [...args, '--enable-precise-memory-info'] });
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-bench-'));
  const file = join(folder, 'list.csv');
  await writeFile(file, listOf(addresses));
  const samples = [];
  let beside;
  try {
    for (let run = 1; run <= runs; run += 1) {
      note(`round ${run}`);
      samples.push(await measureOnce(browser, server.url, { file, addresses }));
    }
    beside = await measureBeside(browser, {
      runs: roundsPerRun * runs,
      addresses,
      note,
    });
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  }
  const of = (name) => median(samples.map((sample) => sample[name]));
  const worst = (name) => Math.max(...samples.map((sample) => sample[name]));
  return {
    heads: ['what', 'median', 'worst'],
    rows: [
      ...Object.keys(samples[0]).map((name) => [name, number(of(name)), number(worst(name))]),
      ...beside.rows,
    ],
    checks: [
      ...beside.checks,
      {
        what: 'ms from the choice of the file to its first row',
        measured: of('ms to the first row of a list'),
        atMost: 3_000,
      },
      { what: 'ms from the job to its first result', measured: of('ms to the first result'), atMost: 3_000 },
      {
        what: 'ms for the longest frame while scrolling',
        measured: of('ms of the longest frame while scrolling'),
        atMost: 100,
      },
      {
        what: 'ms for the longest frame while the list is read',
        measured: of('ms of the longest frame while a list is read'),
        atMost: 100,
      },
    ],
    wrong: [],
  };
}

async function measureOnce(browser, url, { file, addresses }) {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 900 } });
  try {
    const firstPaint = await firstPaintOf(context, url);
    const page = await context.newPage();
    await page.goto(`${url}#/lists`);
    await page.getByLabel('Drop a CSV').waitFor();
    await page.evaluate(frameWatch);
    const chosenAt = performance.now();
    await page.getByLabel('Drop a CSV').setInputFiles(file);
    await page.getByRole('cell', { name: 'person0@example0.com' }).waitFor();
    const firstRow = performance.now() - chosenAt;
    await page.getByText('Price in credits').waitFor();
    const counted = performance.now() - chosenAt;
    const readingFrame = await page.evaluate('window.longestFrame()');
    const openedAt = performance.now();
    await page.evaluate(`location.hash = '#/jobs/job'`);
    await page.getByRole('gridcell', { name: 'person0@example0.com' }).waitFor();
    const firstResult = performance.now() - openedAt;
    await page.getByText(`${addresses.toLocaleString('en')} rows`).waitFor();
    const allResults = performance.now() - openedAt;
    await page.evaluate(frameWatch);
    await page.evaluate(scrollThrough);
    const scrollingFrame = await page.evaluate('window.longestFrame()');
    const heap = await page.evaluate('performance.memory.usedJSHeapSize');
    return {
      'ms to the first paint, processor throttled': firstPaint,
      'ms to the first row of a list': firstRow,
      'ms to the counts of a list': counted,
      'ms of the longest frame while a list is read': readingFrame,
      'ms to the first result': firstResult,
      'ms to all results': allResults,
      'ms of the longest frame while scrolling': scrollingFrame,
      'MB of the heap with all results': heap / 1e6,
    };
  } finally {
    await context.close();
  }
}

async function firstPaintOf(context, url) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttledRate });
  await page.goto(url);
  await page.getByRole('navigation').waitFor();
  const at = await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()`,
  );
  await page.close();
  return at;
}

/** Measures the time between frames from now on. */
const frameWatch = `(() => {
  let longest = 0;
  let last = performance.now();
  const watch = (now) => { longest = Math.max(longest, now - last); last = now; requestAnimationFrame(watch); };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(watch); });
  window.longestFrame = () => longest;
})()`;

/** Scrolls like a hand on the bar: to the end of the table in three seconds, and back by pages. */
const scrollThrough = `new Promise((resolve) => {
  const table = document.querySelector('[role=grid]');
  const end = table.scrollHeight - table.clientHeight;
  const startedAt = performance.now();
  const step = (now) => {
    const share = (now - startedAt) / 3000;
    table.scrollTop = share < 1 ? share * end : end - (share - 1) * 3000 * 5;
    if (share < 2) requestAnimationFrame(step);
    else resolve();
  };
  requestAnimationFrame(step);
})`;

function listOf(addresses) {
  const rows = Array.from(
    { length: addresses },
    (_, n) => `${n},person${n}@example${n % 500}.com,"Name ${n}"`,
  );
  return `id,email,name\n${rows.join('\n')}\n`;
}

function resultOf(number) {
  return {
    email: `person${number}@example${number % 500}.com`,
    status: ['safe', 'risky', 'invalid', 'unknown'][number % 4],
    explanation: 'The mail server accepts this address and refuses addresses that do not exist.',
    email_provider: ['Google Workspace', 'Microsoft 365', 'Unknown'][number % 3],
    substatus: ['deliverable', 'catch_all', 'mailbox_not_found', 'greylisted'][number % 4],
    mx_record: `mx.example${number % 500}.com`,
    is_domain_catch_all: false,
    is_secure_email_gateway: false,
    is_disposable: false,
    is_role_account: false,
    is_free: false,
    confidence: number % 4 === 3 ? null : 50 + (number % 50),
  };
}
