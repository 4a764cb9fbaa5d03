import { describe, expect, it, onTestFinished } from 'vitest';
import type { BudgetLimits } from '../../src/budgets/budget-table.ts';
import { storeKinds } from '../stores/store-kinds.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const list = Array.from({ length: 6 }, (_, n) => `user${n}@example.com`);
const beyond = { code: 'budget_exceeded', budget: 'fruitless_items' };

describe.each(Object.entries(storeKinds()))('Lists that nobody pays for, with stores in %s', (_, open) => {
  async function start(budgets: BudgetLimits = { fruitless_items: 10 }) {
    const clock = new ManualClock();
    const { stores } = await open(clock);
    const { engine } = scriptedEngine({ knows: () => true }, { clock, stores, budgets });
    onTestFinished(() => engine.close());
    await engine.accounts.grant('acme', { id: 'g', milliCredits: 100_000 });
    const submit = (emails: readonly string[]) => engine.jobs.submit(emails, { account: 'acme' });
    return { engine, clock, submit };
  }

  it('are those that were cancelled: their refunded items count', async () => {
    const { engine, clock, submit } = await start();
    const { id: jobId } = await submit(list);
    await engine.jobs.cancel(jobId);
    await expect(submit(list)).rejects.toMatchObject(beyond);
    clock.leap(60_000);
    await submit(list);
  });

  it('weigh as much as a hundred items, however short they are', async () => {
    const { engine, clock, submit } = await start({ fruitless_items: 250 });
    const { id: jobId } = await submit(['ann@example.com']);
    await engine.jobs.cancel(jobId);
    for (let n = 0; n < 3; n += 1)
      await engine.jobs.submit(['ann@example.com'], { account: 'acme', idempotencyKey: 'one' });
    await expect(submit(['ann@example.com'])).rejects.toMatchObject(beyond);
    clock.leap(60_000);
    await submit(['ann@example.com']);
  });

  it('are bounded by the day where they leave a charge and its refund in the journal', async () => {
    const { engine, clock, submit } = await start({ cancelled_lists: 3 });
    const cancelOne = async () => engine.jobs.cancel((await submit(['ann@example.com'])).id);
    for (let n = 0; n < 3; n += 1) await cancelOne();
    const tooMany = { code: 'budget_exceeded', budget: 'cancelled_lists', retryAfterMs: 86_400_000 };
    await expect(submit(list)).rejects.toMatchObject(tooMany);
    await expect(engine.jobs.checkCredits('verification', { account: 'acme' })).rejects.toMatchObject(
      tooMany,
    );
    expect(await engine.accounts.entries('acme', { limit: 100 })).toHaveLength(1 + 2 * 3);
    // What costs nothing leaves no entries.
    await engine.jobs.submit(list, { account: 'acme', level: 'syntax' });
    clock.leap(86_400_000);
    await cancelOne();
  });

  it('are the repeats within a list that becomes a job, too, and not its other items', async () => {
    const { submit } = await start();
    for (let n = 0; n < 3; n += 1) await submit(list);
    await submit([...list, ...list]);
    await submit([...list.slice(0, 2), ...list.slice(0, 2), ...list.slice(0, 2)]);
    await expect(submit(list)).rejects.toMatchObject(beyond);
  });
});
