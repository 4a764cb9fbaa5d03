import { Child } from '../child.mjs';
import { load } from '../service/load.mjs';
import { median, number } from '../table.mjs';

/** Below this share, the server counts as slower beside the page. */
const leastShare = 0.97;
const durationMs = 5_000;

/**
 * Measures how fast one server answers requests for a cached result, in turn without a browser and beside one that scrolls through a finished
 * job of `addresses` rows and follows another job. The server, its client and the browser share the processors of one machine, so what is
 * compared is how many requests the server answers in a second of its own processor time.
 */
export async function measureBeside(browser, { runs, addresses, note }) {
  const server = new Child(new URL('./served-console.mjs', import.meta.url), [String(addresses)]);
  const samples = { alone: [], beside: [] };
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
      note(`beside the page, ${run} of ${runs}`);
      const pages = await openPages(context, where, addresses);
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
async function openPages(context, { url, finishedJob, slowJob }, addresses) {
  const [finished, live] = [await context.newPage(), await context.newPage()];
  await live.goto(`${url}/console/#/jobs/${slowJob}`);
  await live.getByRole('progressbar').waitFor();
  await finished.goto(`${url}/console/#/jobs/${finishedJob}`);
  await finished.getByText(`${addresses.toLocaleString('en')} rows`).waitFor();
  await finished.bringToFront();
  await finished.evaluate(keepScrolling);
  return { finished, live, progressAtFirst: await progressOf(live) };
}

/** Closes them. Throws if the page has not scrolled, or the job was not followed. */
async function closePages({ finished, live, progressAtFirst }) {
  const frames = await finished.evaluate('window.framesScrolled');
  if (!(frames > 20)) throw new Error(`The page has scrolled in ${frames} frames only.`);
  const progress = await progressOf(live);
  if (!(progress > progressAtFirst)) throw new Error(`The job is still shown at ${progress}.`);
  await Promise.all([finished.close(), live.close()]);
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

function reportOf({ alone, beside }) {
  const of = (samples, name) => median(samples.map((sample) => sample[name]));
  const rowOf = (what, name) => [
    what,
    number(of(beside, name)),
    `${number(of(alone, name))} without the page`,
  ];
  return {
    rows: [
      rowOf('cached answers a second of processor time, beside the page', 'perCpuSecond'),
      rowOf('cached answers a second, beside the page', 'perSecond'),
    ],
    checks: [
      {
        what: 'of the cached answers a second of processor time without the page',
        measured: of(beside, 'perCpuSecond') / of(alone, 'perCpuSecond'),
        atLeast: leastShare,
        digits: 3,
      },
    ],
  };
}
