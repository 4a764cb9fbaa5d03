import type { LookupRow } from '../../../src/resources.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { ClientPlanOptions, PlannedJob } from './client-action.ts';
import { rowOf } from './person-row.ts';

/** Plans lists of people whose addresses are looked for, on some days: each person takes many questions. */
export function planPeopleLists(
  random: RandomStream,
  { addresses, listedPeople, untilMs }: ClientPlanOptions,
): PlannedJob[] {
  const people = addresses.flatMap((address) => rowOf(address) ?? []);
  if (people.length === 0 || listedPeople === 0 || !random.chance(0.4)) return [];
  const jobs: PlannedJob[] = [];
  for (let left = listedPeople; left > 0; ) {
    const count = Math.min(left, random.pick([3, 6, 12]));
    left -= count;
    const rows = random.sample(people, Math.min(count, people.length));
    const number = jobs.length + 1;
    jobs.push({
      kind: 'job',
      atMs: random.integer(10_000, Math.floor(untilMs * 0.8)),
      name: `people ${number}`,
      account: random.chance(0.9) ? random.pick(clientAccounts) : undefined,
      // A list has repeats, in other letters.
      list: { kind: 'people', rows: [...rows, ...rows.slice(0, 1).map(inCapitals)] },
      key: random.chance(0.5) ? `people-${number}` : undefined,
      sendsTwice: random.chance(0.2),
      cancelsAfterMs: random.chance(0.3) ? random.skewed(1_000, 600_000) : undefined,
      mistake: undefined,
    });
  }
  return jobs;
}

function inCapitals({ first_name, last_name, domain }: LookupRow): LookupRow {
  return { first_name: first_name.toUpperCase(), last_name: ` ${last_name} `, domain: domain.toUpperCase() };
}
