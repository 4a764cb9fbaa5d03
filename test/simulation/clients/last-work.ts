import { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { ClientAction } from './client-action.ts';
import { rowOf } from './person-row.ts';

/** What clients begin in the evening. Times are milliseconds after the first of it. */
export interface LastWork {
  readonly actions: readonly ClientAction[];
  /** By then all processes are told to close, while some of it is under way. */
  readonly untilMs: number;
}

const untilMs = 30_000;

/**
 * Plans what is under way when the processes are closed. `earlyAddresses`: what clients have asked about in the first hours,
 * and ask about once more.
 */
export function planLastWork(
  seed: number,
  addresses: readonly string[],
  earlyAddresses: readonly string[],
): LastWork {
  const random = new RandomStream(seed, 'last work');
  const repeats = random.fork('repeats');
  const account = () => (random.chance(0.9) ? random.pick(clientAccounts) : undefined);
  const singles = Array.from(
    { length: 10 },
    (): ClientAction => ({
      kind: 'single',
      atMs: random.integer(0, untilMs),
      account: account(),
      email:
        earlyAddresses.length > 0 && repeats.chance(0.5)
          ? repeats.pick(earlyAddresses)
          : random.pick(addresses),
      timeoutMs: random.pick([10_000, 70_000]),
      leavesAfterMs: undefined,
      insists: false,
      repeatedAfterMs: undefined,
    }),
  );
  const people = addresses.flatMap((address) => rowOf(address) ?? []);
  const lookups = random.sample(people, 3).map(
    (row): ClientAction => ({
      kind: 'lookup',
      atMs: random.integer(0, untilMs),
      account: account(),
      row,
      timeoutMs: 90_000,
      leavesAfterMs: undefined,
    }),
  );
  const jobs = [1, 2].map(
    (number): ClientAction => ({
      kind: 'job',
      atMs: random.integer(0, untilMs),
      name: `last job ${number}`,
      account: account(),
      list: { kind: 'addresses', emails: random.sample(addresses, 20), level: 'smtp' },
      key: random.chance(0.5) ? `last-list-${number}` : undefined,
      sendsTwice: false,
      cancelsAfterMs: random.chance(0.2) ? random.integer(0, untilMs) : undefined,
      mistake: undefined,
    }),
  );
  return { actions: [...singles, ...lookups, ...jobs], untilMs };
}
