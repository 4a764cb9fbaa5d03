import { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { ClientPlanOptions, PlannedJob } from './client-action.ts';
import type { AddressList } from './client-list.ts';

/** Tells whether one customer takes all connections on this day for a while. */
export function isFloodDay(seed: number): boolean {
  return new RandomStream(seed, 'flood').chance(0.15);
}

/** Plans lists of one customer, all sent at once, whose servers hang; and short lists of others soon afterwards. */
export function planFlood(random: RandomStream, { flood, untilMs }: ClientPlanOptions): PlannedJob[] {
  if (flood === undefined || flood.hangingAddresses.length === 0 || flood.soundAddresses.length === 0)
    return [];
  const account = random.pick(clientAccounts);
  const others = clientAccounts.filter((other) => other !== account);
  const atMs = random.integer(10_000, Math.floor(untilMs * 0.8));
  const job = (name: string, of: string, emails: readonly string[], afterMs: number): PlannedJob => {
    const list: AddressList = { kind: 'addresses', emails, level: 'smtp' };
    return { kind: 'job', atMs: atMs + afterMs, name, account: of, list, ...neitherRepeatedNorCancelled };
  };
  const perList = Math.ceil(flood.hangingAddresses.length / 3);
  return [0, 1, 2].flatMap((index) => {
    const hanging = flood.hangingAddresses.slice(index * perList, (index + 1) * perList);
    const sound = random.sample(flood.soundAddresses, Math.min(5, flood.soundAddresses.length));
    return [
      ...(hanging.length === 0
        ? []
        : [job(`flood ${index + 1}`, account, hanging, random.integer(0, 2_000))]),
      job(`short list ${index + 1}`, random.pick(others), sound, random.integer(4_000, 60_000)),
    ];
  });
}

const neitherRepeatedNorCancelled = {
  key: undefined,
  sendsTwice: false,
  cancelsAfterMs: undefined,
  mistake: undefined,
} as const;
