import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { inFolder } from '../bulk/scratch.mjs';
import { openStores, startStorage, storageNames } from '../bulk/storage.mjs';
import { Child } from '../child.mjs';
import { number } from '../table.mjs';

/** Servers near enough that thousands of answers take seconds, and far enough that work overlaps. */
const latency = { greetingDelayMs: 20, replyDelayMs: 20, dnsReplyDelayMs: 5 };
const requestsPerAddress = 5;
const addressesPerDomain = 4;
const connectionsPerFrontEnd = 250;
const killIntervalMs = 1_000;
/** Enough to meet every front end several times; then the rest is answered. */
const maxKills = 12;
const price = 200;
const granted = 1_000_000_000;
const keyCount = 2_000;

const cases = ['sqlite', 'redis', 'postgres'].flatMap((storage) =>
  [2, 4].flatMap((frontEnds) => [false, true].map((kills) => ({ storage, frontEnds, kills }))),
);

export const frontEnds = {
  title: 'Front ends: 10,000 requests for 2,000 fresh addresses at once, on one store',
  defaultRuns: 1,
  measure,
};

async function measure({ runs, addresses = 2_000, note }) {
  const results = [];
  for (const options of cases)
    for (let round = 1; round <= runs; round += 1) {
      note(`${nameOf(options)}, ${round} of ${runs}`);
      results.push({ options, ...(await run(options, addresses)) });
    }
  return {
    heads: ['', 'requests answered', 'charges', 'probes', 'kills', 'under way when killed', 'seconds'],
    rows: results.map(({ options, ...result }) => [
      nameOf(options),
      number(result.answered),
      number(result.charges),
      number(result.probes),
      number(result.kills),
      number(result.underWay),
      number(result.durationMs / 1_000, 1),
    ]),
    checks: results.flatMap(({ options, ...result }) => [
      {
        what: `requests answered truly: ${nameOf(options)}`,
        measured: result.answered,
        atLeast: addresses * requestsPerAddress,
      },
      { what: `charges, least: ${nameOf(options)}`, measured: result.charges, atLeast: addresses },
      { what: `charges, most: ${nameOf(options)}`, measured: result.charges, atMost: addresses },
      {
        what: `probes beyond those that killed front ends had under way: ${nameOf(options)}`,
        measured: Math.max(0, result.probes - addresses - result.underWay),
        atMost: 0,
      },
    ]),
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}

function nameOf({ storage, frontEnds, kills }) {
  const killed = kills ? ', one killed every second' : '';
  return `${storageNames[storage]}, ${frontEnds} front ends${killed}`;
}

function run({ storage, frontEnds, kills }, count) {
  return inFolder(async (folder) => {
    const { place, stop } = await startStorage(storage, folder);
    const sandbox = new Child(new URL('../sandbox-process.mjs', import.meta.url));
    const stores = openStores(storage, place);
    try {
      const world = { domains: count / addressesPerDomain, addressesPerDomain, missingShare: 0.5, seed: 1 };
      const { network, addresses } = await sandbox.ask({ kind: 'start', world, latency });
      await stores.ledger.grant({ id: 'all', account: 'acme', milliCredits: granted, reason: 'purchase' });
      const made = Array.from({ length: keyCount }, () => stores.keys.create({ account: 'acme' }));
      const keys = (await Promise.all(made)).map(({ key }) => key);
      const start = () => startFrontEnd({ storage, place, network });
      const outcome = await requestAll({ addresses, keys, start, frontEnds, kills });
      const { recipientsByAddress } = await sandbox.ask({ kind: 'stop' });
      const probes = addresses.reduce((sum, { email }) => sum + (recipientsByAddress.get(email) ?? 0), 0);
      return { ...outcome, probes, charges: await countCharges(stores.ledger) };
    } finally {
      await stores.close();
      await sandbox.end();
      await stop();
    }
  });
}

async function startFrontEnd(message) {
  const child = new Child(new URL('../service/front-end.mjs', import.meta.url));
  const { url } = await child.ask(message);
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsPerFrontEnd });
  return { child, url, agent, underWay: new Map() };
}

/** Sends all requests at once. A request whose front end is killed is sent again, to one that lives. */
async function requestAll({ addresses, keys, start, frontEnds, kills }) {
  const living = await Promise.all(Array.from({ length: frontEnds }, start));
  const requests = shuffled(
    addresses.flatMap((address) => Array.from({ length: requestsPerAddress }, () => address)),
  );
  const startedAt = performance.now();
  const state = { done: false, kills: 0, underWay: 0 };
  const killing = kills ? killInTurn(living, start, state) : undefined;
  const outcomes = await Promise.all(
    requests.map(({ email }, index) => request(living, index, { email, key: keys[index % keyCount] })),
  );
  const durationMs = performance.now() - startedAt;
  state.done = true;
  await killing;
  for (const { child, agent } of living) {
    agent.destroy();
    await child.end();
  }
  const wrong = outcomes.flatMap((outcome, index) => {
    const truth = requests[index];
    const { status, body } = outcome;
    const right = status === 200 && body.status === truth.status && body.substatus === truth.substatus;
    return right ? [] : [{ truth, answer: outcome }];
  });
  return {
    durationMs,
    answered: outcomes.length - wrong.length,
    kills: state.kills,
    underWay: state.underWay,
    wrong,
  };
}

async function killInTurn(living, start, state) {
  while (state.kills < maxKills) {
    await delay(killIntervalMs);
    if (state.done) return;
    const index = state.kills % living.length;
    const killed = living[index];
    state.kills += 1;
    const ended = killed.child.end();
    // Addresses, not requests: each was probed by this front end at most once.
    state.underWay += killed.underWay.size;
    await ended;
    living[index] = await start();
    killed.agent.destroy();
  }
}

async function request(living, index, { email, key }) {
  for (let attempt = 0; ; attempt += 1) {
    const frontEnd = living[(index + attempt) % living.length];
    const { underWay } = frontEnd;
    underWay.set(email, (underWay.get(email) ?? 0) + 1);
    try {
      const url = `${frontEnd.url}/v1/verify?timeout=90&email=${encodeURIComponent(email)}`;
      return await fetchJson(url, frontEnd.agent, key);
    } catch {
      await delay(50);
    } finally {
      const left = underWay.get(email) - 1;
      if (left > 0) underWay.set(email, left);
      else underWay.delete(email);
    }
  }
}

async function fetchJson(url, agent, key) {
  const outgoing = get(url, { agent, headers: { 'X-API-Key': key } });
  const [response] = await once(outgoing, 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

/** Counts captures in the journal, and checks the balance against it. */
async function countCharges(ledger) {
  let captures = 0;
  let before;
  for (;;) {
    const page = await ledger.entries('acme', { limit: 1_000, ...(before === undefined ? {} : { before }) });
    captures += page.filter(({ kind }) => kind === 'capture').length;
    if (page.length === 0) break;
    before = page.at(-1).sequence;
  }
  const { available, held } = await ledger.balance('acme');
  if (available + held !== granted - price * captures) throw new Error('The balance is wrong.');
  return captures;
}

function shuffled(list) {
  const result = [...list];
  let seed = 1;
  for (let index = result.length - 1; index > 0; index -= 1) {
    seed = (seed * 16_807) % 2_147_483_647;
    const other = seed % (index + 1);
    [result[index], result[other]] = [result[other], result[index]];
  }
  return result;
}
