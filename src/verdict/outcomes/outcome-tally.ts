import type { Tallies } from '../../tallies/tallies.ts';

/** Counts how often all outcomes were forgotten. */
const clearingsTally = 'outcome-clearings';
const clearing = 'cleared';

/** How often all outcomes were forgotten. */
export async function outcomeClearings(tallies: Pick<Tallies, 'read'>): Promise<number> {
  const counts = await tallies.read(clearingsTally);
  return counts.find(({ name }) => name === clearing)?.count ?? 0;
}

/** Returns the tally that has outcomes and their marks after so many clearings. */
export function outcomesTallyAfter(clearings: number): string {
  return clearings === 0 ? 'outcomes' : `outcomes-${clearings}`;
}

/** Returns the tally that has the outcomes now. */
export async function currentOutcomesTally(tallies: Pick<Tallies, 'read'>): Promise<string> {
  return outcomesTallyAfter(await outcomeClearings(tallies));
}

/** Begins another tally, in one atomic step: no count and no mark of the last one applies from then on. */
export async function beginOutcomesTally(tallies: Pick<Tallies, 'add'>): Promise<void> {
  await tallies.add(clearingsTally, [{ name: clearing, by: 1 }], { maxBytes: 1_000 });
}
