import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { serveProcess } from '../support/served-process.ts';
import { addressesOf } from './crash-world.ts';
import { Party, type Purse } from './party.ts';

/** In each life: clients on their own, a pair that asks the same at once, and some who repeat what was lost. */
const clients = 12;
const repeats = 4;
/** The last answers wait for at most so many others, and the kill then comes within so long. */
const mostAnswers = 50;
const longestDelayMs = 12;

/** Verifications end within their 10 seconds; this is for servers that never answer. */
const patienceMs = 60_000;
const noticedWithinMs = 1_000;

export const pursesPerLife = clients + 2 + repeats;

/** A request that was lost in an earlier life. */
interface Loss {
  readonly party: Party;
  readonly address: string;
}

/**
 * Starts the server, lets clients ask, and kills it at a random moment, again and again on the same storage. Returns
 * who asked what. Throws if the server does not come up again, or answers with anything but a verdict.
 */
export async function shortLives(options: {
  lives: number;
  seed: number;
  /** Arguments of `serve`. */
  args: readonly string[];
  purses: readonly Purse[];
}): Promise<Party[]> {
  const random = new SeededRandom(options.seed);
  const parties: Party[] = [];
  for (let life = 0; life < options.lives; life += 1) {
    await using served = await serveProcess({ args: options.args });
    const purses = options.purses.slice(life * pursesPerLife, (life + 1) * pursesPerLife);
    const losses = random.shuffled(parties.flatMap(lossesOf)).slice(0, repeats);
    const answersFirst = Math.floor(random.next() * mostAnswers);
    const delayMs = random.next() * longestDelayMs;

    const gone = new AbortController();
    setMaxListeners(pursesPerLife * 2, gone.signal);
    const answers = new Countdown(answersFirst);
    const ask = (party: Party, purse: Purse, addresses: Iterable<string>) =>
      party.askAll(served.url, purse, addresses, { signal: gone.signal, onAnswer: () => answers.step() });
    const { arrivals, newcomers } = arrivalsOf(life, purses, losses);
    parties.push(...newcomers);
    const ended = Promise.all(arrivals.map(({ party, purse, addresses }) => ask(party, purse, addresses)));
    await within(patienceMs, Promise.race([answers.done, ended]), async () => {
      const ready = await fetch(`${served.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => `answers ${status}`,
        (error: unknown) => `fails: ${String(error)}`,
      );
      return `life ${life}: too few answers; /readyz ${ready}; the server said:\n${served.stderr}`;
    });
    await delay(delayMs);
    served.signal('SIGKILL');
    await served.ended();
    // What has arrived is read to its end; nobody waits on a connection that has not noticed.
    await Promise.race([ended, delay(noticedWithinMs)]);
    gone.abort();
    await ended;
  }
  return parties;
}

/** Throws with a report where something that must happen does not. */
async function within(
  patience: number,
  promise: Promise<unknown>,
  report: () => Promise<string>,
): Promise<void> {
  const given = new AbortController();
  const late = delay(patience, 'late' as const, { signal: given.signal }).catch(() => undefined);
  const first = await Promise.race([promise, late]).finally(() => given.abort());
  if (first === 'late') throw new Error(await report());
}

interface Arrival {
  readonly party: Party;
  readonly purse: Purse;
  readonly addresses: Iterable<string>;
}

/** Everybody who asks in one life. */
function arrivalsOf(
  life: number,
  purses: readonly Purse[],
  losses: readonly Loss[],
): { arrivals: Arrival[]; newcomers: Party[] } {
  const fresh = addressesOf(life);
  const [first, second, ...others] = purses;
  if (first === undefined || second === undefined) throw new RangeError('There are too few purses.');
  const pair = new Party(first, second);
  const shared = Array.from({ length: mostAnswers }, () => fresh.next().value);
  const alone = others.slice(0, clients).map((purse) => ({ party: new Party(purse), purse }));
  const repeating = losses.flatMap(({ party, address }, index): Arrival[] => {
    const purse = others[clients + index];
    if (purse === undefined) return [];
    party.purses.push(purse);
    return [{ party, purse, addresses: [address] }];
  });
  return {
    arrivals: [
      ...[first, second].map((purse) => ({ party: pair, purse, addresses: shared })),
      // One generator for all: each takes the next address that nobody has asked about.
      ...alone.map((client) => ({ ...client, addresses: { [Symbol.iterator]: () => unclosed(fresh) } })),
      ...repeating,
    ],
    newcomers: [pair, ...alone.map(({ party }) => party)],
  };
}

/** The same iterator without `return`, so that one who leaves does not end it for the others. */
function unclosed<Item>(iterator: Iterator<Item>): Iterator<Item> {
  return { next: () => iterator.next() };
}

function lossesOf(party: Party): Loss[] {
  return party.doubtful.map((address) => ({ party, address }));
}

class Countdown {
  readonly done: Promise<void>;
  #left: number;
  #finish = () => {};

  constructor(steps: number) {
    this.#left = steps;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    if (steps === 0) this.#finish();
  }

  step(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#finish();
  }
}
