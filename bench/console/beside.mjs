import { Child } from '../child.mjs';
import { load } from '../service/load.mjs';
import { median, number } from '../table.mjs';

/** Below this share, the server counts as slower beside the page. */
const leastShare = 0.97;
/** The two servers are asked in slices of this length, so that whatever else the machine does meets both. */
const sliceMs = 250;
const warmUpSlices = 4;
const slices = 20;

/**
 * Measures how fast a server answers requests for a cached result beside a browser that scrolls through its finished job of `addresses` rows
 * and follows another job of it, in comparison with a second server that is like it but for the browser. Both work on their jobs, both have
 * just sent all rows of the finished one (to the page, or to a client that drops them), both have collected their garbage, and they are
 * asked in turn, every quarter of a second. In the second half of a round the browser shows the other server, so that what else differs between
 * the processes cancels out. What is compared is how many requests a server answers in a second of its own processor time.
 */
export async function measureBeside(browser, { runs, addresses, note }) {
  const servers = [];
  const rounds = [];
  try {
    for (const _ of ['first', 'second']) servers.push(await startServed(browser, addresses));
    const [first, second] = servers;
    for (let run = 1; run <= runs; run += 1) {
      const round = [];
      for (const [shown, other] of [
        [first, second],
        [second, first],
      ]) {
        note(`beside the page, ${run} of ${runs}`);
        round.push(await measureHalf(browser, { shown, other, addresses, isOtherFirst: run % 2 === 0 }));
      }
      rounds.push(round);
    }
  } finally {
    for (const { child } of servers) await child.end();
  }
  return reportOf(rounds);
}

/** Returns what both servers answer while the browser shows one of them: medians of the slices. */
async function measureHalf(browser, { shown, other, addresses, isOtherFirst }) {
  const pages = await openPages(browser, shown, addresses);
  await readResults(other);
  for (const { child } of [shown, other]) await child.ask('collect');
  const pairs = [];
  for (let slice = 1; slice <= warmUpSlices + slices; slice += 1) {
    const pair = {};
    const arms = [
      ['beside', shown],
      ['without', other],
    ];
    for (const [arm, server] of isOtherFirst ? arms.reverse() : arms) pair[arm] = await measureRate(server);
    if (slice > warmUpSlices) pairs.push(pair);
  }
  await closePages(pages);
  const of = (figure) => median(pairs.map(figure));
  return {
    beside: of(({ beside }) => beside),
    without: of(({ without }) => without),
    share: of(({ beside, without }) => beside / without),
  };
}

/** Returns how many requests a server answers in a second of its own processor time. */
async function measureRate({ child, where }) {
  const before = await child.ask('cpu');
  const perSecond = await load(where, { warmUpMs: 0, durationMs: sliceMs });
  const cpuMs = (await child.ask('cpu')) - before;
  return perSecond * (sliceMs / cpuMs);
}

/** Starts a server, and signs in to it. */
async function startServed(browser, addresses) {
  const url = new URL('./served-console.mjs', import.meta.url);
  const child = new Child(url, [String(addresses)], { execArgv: ['--expose-gc'] });
  try {
    const where = await child.ask('where');
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(where.link);
    await page.getByRole('button', { name: 'Sign in with this link' }).click();
    await page.getByRole('navigation').waitFor();
    const signedIn = await context.storageState();
    await context.close();
    return { child, where, signedIn };
  } catch (error) {
    await child.end();
    throw error;
  }
}

/** Has a server send what it sends to the page. */
async function readResults({ where: { url, finishedJob, slowJob }, signedIn }) {
  const Cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const job of [slowJob, finishedJob]) {
    const answer = await fetch(`${url}/console/api/jobs/${job}/results`, { headers: { Cookie } });
    if (!answer.ok) throw new Error(`The results were answered with ${answer.status}.`);
    for await (const _ of answer.body);
  }
}

/** Opens the finished job, which is scrolled from now on, and the job that is worked on. */
async function openPages(browser, { where: { url, finishedJob, slowJob }, signedIn }, addresses) {
  // Each in a window of its own: a tab that is hidden does not follow its job.
  const live = await openPage(browser, signedIn, `${url}/console/#/jobs/${slowJob}`);
  await live.getByRole('progressbar').waitFor();
  const finished = await openPage(browser, signedIn, `${url}/console/#/jobs/${finishedJob}`);
  await finished.getByText(`${addresses.toLocaleString('en')} rows`).waitFor();
  await finished.evaluate(keepScrolling);
  return { finished, live, progressAtFirst: await progressOf(live) };
}

async function openPage(browser, storageState, address) {
  const context = await browser.newContext({ storageState, viewport: { width: 1_200, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Closes them. Throws if the page has not scrolled, or the job was not followed. */
async function closePages({ finished, live, progressAtFirst }) {
  const frames = await finished.evaluate('window.framesScrolled');
  if (!(frames > 5)) throw new Error(`The page has scrolled in ${frames} frames only.`);
  const progress = await progressOf(live);
  if (!(progress > progressAtFirst)) throw new Error(`The job is still shown at ${progress}.`);
  for (const page of [finished, live]) await page.context().close();
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

function reportOf(rounds) {
  const shares = rounds.map(shareOf);
  const halves = rounds.flat();
  const row = (what, values, digits) => [
    what,
    number(median(values), digits),
    number(Math.min(...values), digits),
  ];
  const answers = 'cached answers a second of processor time';
  return {
    rows: [
      row(
        `${answers}, beside no page`,
        halves.map(({ without }) => without),
      ),
      row(
        `${answers}, beside the page`,
        halves.map(({ beside }) => beside),
      ),
      row('of the answers beside no page, beside the page', shares, 3),
    ],
    checks: [
      {
        what: `of the cached answers beside no page, beside the page (rounds from ${number(Math.min(...shares), 3)} to ${number(Math.max(...shares), 3)})`,
        measured: median(shares),
        atLeast: leastShare,
        digits: 3,
      },
    ],
  };
}

/** The geometric mean of both halves, in which the servers have changed places. */
function shareOf(round) {
  const [one, other] = round.map(({ share }) => share);
  return Math.sqrt(one * other);
}
