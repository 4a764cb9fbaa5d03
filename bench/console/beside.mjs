import { Child } from '../child.mjs';
import { load } from '../service/load.mjs';
import { median, number } from '../table.mjs';

/** Below this share, the server counts as slower beside the page. */
const leastShare = 0.97;
const durationMs = 5_000;

/**
 * Measures how fast one server answers requests for a cached result, in turn without a browser, beside one that scrolls through a finished
 * job of `addresses` rows and follows another job, and beside one that scrolls as much, but through a job of the server at `elsewhere`. The
 * server, its client and the browser share the processors of one machine: the last of the three shows what that costs by itself. What is compared is
 * how many requests the server answers in a second of its own processor time.
 */
export async function measureBeside(browser, { runs, addresses, elsewhere, note }) {
  const server = new Child(new URL('./served-console.mjs', import.meta.url), [String(addresses)]);
  const samples = { alone: [], elsewhere: [], beside: [] };
  try {
    const where = await server.ask('where');
    const context = await browser.newContext({ viewport: { width: 1_200, height: 900 } });
    const signedIn = await context.newPage();
    await signedIn.goto(where.link);
    await signedIn.getByRole('button', { name: 'Sign in with this link' }).click();
    await signedIn.getByRole('navigation').waitFor();
    await signedIn.close();
    for (let run = 1; run <= runs; run += 1) {
      note(`without the page, ${run} of ${runs}`);
      samples.alone.push(await measureRate(server, where));
      note(`beside a page of another server, ${run} of ${runs}`);
      const other = await openFinished(context, `${elsewhere}#/jobs/job`, addresses);
      samples.elsewhere.push(await measureRate(server, where));
      await closeFinished(other);
      note(`beside the page, ${run} of ${runs}`);
      const pages = await openPages(browser, context, where, addresses);
      samples.beside.push(await measureRate(server, where));
      await closePages(pages);
    }
    await context.close();
  } finally {
    await server.end();
  }
  return reportOf(samples);
}

/** Returns requests a second, of time and of the server's processor time. */
async function measureRate(server, where) {
  await load(where, { warmUpMs: 0, durationMs: 1_000 });
  const before = await server.ask('cpu');
  const perSecond = await load(where, { warmUpMs: 0, durationMs });
  const cpuMs = (await server.ask('cpu')) - before;
  return { perSecond, perCpuSecond: perSecond * (durationMs / cpuMs) };
}

/** Opens the finished job, which is scrolled from now on, and the job that is worked on. */
async function openPages(browser, context, { url, finishedJob, slowJob }, addresses) {
  // In a window of its own: a tab that is hidden does not follow its job.
  const window = await browser.newContext({ storageState: await context.storageState() });
  const live = await window.newPage();
  await live.goto(`${url}/console/#/jobs/${slowJob}`);
  await live.getByRole('progressbar').waitFor();
  const finished = await openFinished(context, `${url}/console/#/jobs/${finishedJob}`, addresses);
  return { finished, live, progressAtFirst: await progressOf(live) };
}

async function openFinished(context, address, addresses) {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText(`${addresses.toLocaleString('en')} rows`).waitFor();
  await page.bringToFront();
  await page.evaluate(keepScrolling);
  return page;
}

/** Closes it. Throws if it has not scrolled. */
async function closeFinished(page) {
  const frames = await page.evaluate('window.framesScrolled');
  if (!(frames > 5)) throw new Error(`The page has scrolled in ${frames} frames only.`);
  await page.close();
}

/** Closes them. Throws if the page has not scrolled, or the job was not followed. */
async function closePages({ finished, live, progressAtFirst }) {
  await closeFinished(finished);
  const progress = await progressOf(live);
  if (!(progress > progressAtFirst)) throw new Error(`The job is still shown at ${progress}.`);
  await live.context().close();
}

function progressOf(page) {
  return page.getByRole('progressbar').evaluate((bar) => bar.value);
}

/** Scrolls to the end of the table in ten seconds, again and again. */
const keepScrolling = `(() => {
  const table = document.querySelector('[role=grid]');
  const startedAt = performance.now();
  window.framesScrolled = 0;
  const step = (now) => {
    table.scrollTop = (((now - startedAt) / 10000) % 1) * (table.scrollHeight - table.clientHeight);
    window.framesScrolled += 1;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})()`;

function reportOf(samples) {
  const of = (arm, name) => median(samples[arm].map((sample) => sample[name]));
  const best = (arm, name) => Math.max(...samples[arm].map((sample) => sample[name]));
  const rowsOf = (what, arm) => [
    [
      `cached answers a second of processor time, ${what}`,
      of(arm, 'perCpuSecond'),
      best(arm, 'perCpuSecond'),
    ],
    [`cached answers a second, ${what}`, of(arm, 'perSecond'), best(arm, 'perSecond')],
  ];
  return {
    rows: [
      ...rowsOf('without a browser', 'alone'),
      ...rowsOf('beside a page of another server', 'elsewhere'),
      ...rowsOf('beside the page', 'beside'),
    ].map(([what, ...figures]) => [what, ...figures.map((figure) => number(figure))]),
    checks: [
      {
        what: 'of the cached answers beside a page of another server, beside the page',
        measured: of('beside', 'perCpuSecond') / of('elsewhere', 'perCpuSecond'),
        atLeast: leastShare,
        digits: 3,
      },
    ],
  };
}
