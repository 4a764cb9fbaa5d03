import { expect, it } from 'vitest';
import { JobListing } from '../../../adapters/console/job-listing.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Lists that are read until they are let go on, in the order of their beginnings. */
function startListing() {
  const begun: { readonly account: string; readonly finish: () => void }[] = [];
  const begin = (account: string) => new Promise<void>((finish) => begun.push({ account, finish }));
  const clock = new ManualClock();
  const listing = new JobListing(
    {
      async *list() {
        await begin('all');
        yield* [];
      },
      async ofAccount(account) {
        await begin(account);
        return [];
      },
    },
    clock,
  );
  const ask = (account: string | null, signal = new AbortController().signal) =>
    listing.page(account === null ? {} : { account }, { account, limit: 10, after: undefined, signal });
  return { begun, ask, clock, accounts: () => begun.map(({ account }) => account) };
}

/** Lets everything go on that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lists of one account are read one after another, and those of another do not wait for them', async () => {
  const { begun, ask, accounts } = startListing();
  const all = [ask('acme'), ask('acme'), ask('acme'), ask('globex')];
  await settle();
  expect(accounts()).toEqual(['acme', 'globex']);
  for (let n = 0; n < 4; n += 1) {
    begun[n]!.finish();
    await settle();
  }
  expect(accounts()).toEqual(['acme', 'globex', 'acme', 'acme']);
  expect(await Promise.all(all)).toEqual([[], [], [], []]);
});

it('an account that asks for more than five lists at once is refused, others are not', async () => {
  const { begun, ask } = startListing();
  const all = [1, 2, 3, 4, 5].map(() => ask('acme'));
  await expect(ask('acme')).rejects.toThrow(expect.objectContaining({ status: 429 }));
  all.push(ask('globex'), ask(null));
  for (let n = 0; n < 7; n += 1) {
    await settle();
    begun[n]!.finish();
  }
  await Promise.all(all);
});

it('a list is not read once its client has gone, and makes room for another', async () => {
  const { begun, ask, accounts } = startListing();
  const first = ask('acme');
  const gone = new AbortController();
  const left = [1, 2, 3, 4].map(() => ask('acme', gone.signal));
  gone.abort(new Error('gone'));
  for (const page of left) await expect(page).rejects.toThrow('gone');
  const last = ask('acme');
  await settle();
  begun[0]!.finish();
  await settle();
  begun[1]!.finish();
  await Promise.all([first, last]);
  expect(accounts()).toEqual(['acme', 'acme']);
});

it('lists of one account are read for a fifth of the time, and those of another meanwhile', async () => {
  const { begun, ask, clock, accounts } = startListing();
  const all = [ask('acme'), ask('acme')];
  await settle();
  await clock.advance(10);
  begun[0]!.finish();
  expect(await all[0]).toEqual([]);
  await clock.advance(39);
  all.push(ask('globex'));
  await settle();
  expect(accounts()).toEqual(['acme', 'globex']);
  await clock.advance(1);
  await settle();
  expect(accounts()).toEqual(['acme', 'globex', 'acme']);
  for (const { finish } of begun.slice(1)) finish();
  await Promise.all(all);
});
