import type { Counters } from '../../counters/counters.ts';

/** Counts how often all outcomes were forgotten. */
const clearingsCounter = 'outcome-clearings';
const clearing = 'cleared';

/** How often all outcomes were forgotten. */
export async function outcomeClearings(counters: Pick<Counters, 'read'>): Promise<number> {
  const counts = await counters.read(clearingsCounter);
  return counts.find(({ name }) => name === clearing)?.count ?? 0;
}

/** Returns the counter that has outcomes and their records after so many clearings. */
export function outcomesCounterAfter(clearings: number): string {
  return clearings === 0 ? 'outcomes' : `outcomes-${clearings}`;
}

/** Returns the counter that has the outcomes now. */
export async function currentOutcomesCounter(counters: Pick<Counters, 'read'>): Promise<string> {
  return outcomesCounterAfter(await outcomeClearings(counters));
}

/** Begins another counter, in one atomic step: no count and no record of the last one applies from then on. */
export async function beginOutcomesCounter(counters: Pick<Counters, 'add'>): Promise<void> {
  await counters.add(clearingsCounter, [{ name: clearing, by: 1 }], { maxBytes: 1_000 });
}
