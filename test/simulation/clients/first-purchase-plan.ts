import type { RandomStream } from '../randomness/random-stream.ts';
import type { ClientAction, ClientPlanOptions } from './client-action.ts';
import { priceOf } from './stated-prices.ts';

/**
 * Plans what new customers do: they buy exactly the credits that their first list costs, and send the list twice. While the
 * first submission is under way, they have no credits but those that it holds.
 */
export function planFirstPurchases(
  random: RandomStream,
  { addresses, jobAddresses, untilMs }: ClientPlanOptions,
): ClientAction[] {
  if (jobAddresses === 0) return [];
  return [1, 2].flatMap((number) => {
    const account = `new customer ${number}`;
    const list = { kind: 'addresses' as const, emails: random.sample(addresses, 2), level: 'smtp' as const };
    const atMs = random.integer(10_000, Math.floor(untilMs * 0.8));
    return [
      { kind: 'grant' as const, atMs, account, milliCredits: priceOf(list) },
      {
        kind: 'job' as const,
        atMs: atMs + 60_000,
        name: `first list ${number}`,
        account,
        list,
        key: 'first list',
        sendsTwice: true,
        cancelsAfterMs: undefined,
        mistake: undefined,
        ownership: {
          keyId: `first key of ${account}`,
          checksCredits: true,
          deletesAfterMs: undefined,
          intrusion: undefined,
        },
      },
    ];
  });
}
