import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import { serveProcess } from '../support/served-process.ts';
import { ClientGroup, type FundedAccount } from './serve-clients.ts';
import { addressesOf } from './serve-sandbox.ts';

/** The clients of each round. Besides, a pair requests the same addresses. */
const independentClients = 12;
const repeatingClients = 4;
/** The kill comes after a random number of answers below this one, and then within a random delay. */
const maxAnswers = 50;
const maxDelayMs = 12;

/** Verifications end within 10 seconds: a server that takes longer has stopped answering. */
const answerTimeoutMs = 60_000;
const disconnectTimeoutMs = 1_000;

export const accountsPerRound = independentClients + 2 + repeatingClients;

/** A request that was lost in an earlier round. */
interface LostRequest {
  readonly group: ClientGroup;
  readonly address: string;
}

/**
 * Starts the server, lets clients request verifications, and kills the server at a random moment: again in each round,
 * on the same storage. Returns all clients. Throws if the server does not start again, or answers with anything but a
 * verdict.
 */
export async function serveThroughKills(options: {
  rounds: number;
  seed: number;
  /** Arguments of `serve`. */
  args: readonly string[];
  accounts: readonly FundedAccount[];
}): Promise<ClientGroup[]> {
  const random = new SeededRandom(options.seed);
  const groups: ClientGroup[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    await using served = await serveProcess({ args: options.args });
    const accounts = options.accounts.slice(round * accountsPerRound, (round + 1) * accountsPerRound);
    const lost = random.shuffled(groups.flatMap(lostRequestsOf)).slice(0, repeatingClients);
    const answersBeforeKill = Math.floor(random.next() * maxAnswers);
    const delayMs = random.next() * maxDelayMs;

    const killed = new AbortController();
    setMaxListeners(accountsPerRound * 2, killed.signal);
    const answers = new Countdown(answersBeforeKill);
    const { clients, newGroups } = clientsOf(round, accounts, lost);
    groups.push(...newGroups);
    const ended = Promise.all(
      clients.map(({ group, account, addresses }) =>
        group.verifyAll(served.url, account, addresses, {
          signal: killed.signal,
          onAnswer: () => answers.step(),
        }),
      ),
    );
    await throwIfLate(answerTimeoutMs, Promise.race([answers.done, ended]), async () => {
      const ready = await fetch(`${served.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => `answers ${status}`,
        (error: unknown) => `fails: ${String(error)}`,
      );
      return `round ${round}: too few answers; /readyz ${ready}; the server said:\n${served.stderr}`;
    });
    await delay(delayMs);
    served.signal('SIGKILL');
    await served.ended();
    // Clients read what has arrived to its end, but do not wait on a connection that has not noticed the kill.
    await Promise.race([ended, delay(disconnectTimeoutMs)]);
    killed.abort();
    await ended;
  }
  return groups;
}

async function throwIfLate(
  timeoutMs: number,
  promise: Promise<unknown>,
  report: () => Promise<string>,
): Promise<void> {
  const settled = new AbortController();
  const late = delay(timeoutMs, 'late' as const, { signal: settled.signal }).catch(() => undefined);
  const first = await Promise.race([promise, late]).finally(() => settled.abort());
  if (first === 'late') throw new Error(await report());
}

interface Client {
  readonly group: ClientGroup;
  readonly account: FundedAccount;
  readonly addresses: Iterable<string>;
}

/** All clients of one round. */
function clientsOf(
  round: number,
  accounts: readonly FundedAccount[],
  lost: readonly LostRequest[],
): { clients: Client[]; newGroups: ClientGroup[] } {
  const fresh = addressesOf(round);
  const [first, second, ...others] = accounts;
  if (first === undefined || second === undefined) throw new RangeError('There are too few accounts.');
  const pair = new ClientGroup(first, second);
  const shared = Array.from({ length: maxAnswers }, () => fresh.next().value);
  const independent = others
    .slice(0, independentClients)
    .map((account) => ({ group: new ClientGroup(account), account }));
  const repeating = lost.flatMap(({ group, address }, index): Client[] => {
    const account = others[independentClients + index];
    if (account === undefined) return [];
    group.accounts.push(account);
    return [{ group, account, addresses: [address] }];
  });
  return {
    clients: [
      ...[first, second].map((account) => ({ group: pair, account, addresses: shared })),
      // All take addresses from one generator, so that no two request the same one.
      ...independent.map((client) => ({
        ...client,
        addresses: { [Symbol.iterator]: () => withoutReturn(fresh) },
      })),
      ...repeating,
    ],
    newGroups: [pair, ...independent.map(({ group }) => group)],
  };
}

/** The same iterator without `return`, so that a client that stops does not end it for the others. */
function withoutReturn<Item>(iterator: Iterator<Item>): Iterator<Item> {
  return { next: () => iterator.next() };
}

function lostRequestsOf(group: ClientGroup): LostRequest[] {
  return group.uncertain.map((address) => ({ group, address }));
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
