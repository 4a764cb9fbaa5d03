import type { LookupRow } from '../../../src/resources.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import { clientAccounts } from './client-accounts.ts';
import type { ClientAction, ClientPlanOptions, PlannedJob } from './client-action.ts';
import { type ClientList, lengthOf } from './client-list.ts';
import { planFirstPurchases } from './first-purchase-plan.ts';
import { planFlood } from './flood-plan.ts';
import { planJobs } from './job-plan.ts';
import { withOwners } from './owner-plan.ts';
import { planPeopleLists } from './people-list-plan.ts';
import { addressOf, rowOf } from './person-row.ts';
import { entryPriceOf, statedPrices } from './stated-prices.ts';

/** Plans what the clients do in one day. */
export function planClients(seed: number, options: ClientPlanOptions): readonly ClientAction[] {
  const random = new RandomStream(seed, 'clients');
  const owners = random.fork('owners');
  const owned = (lists: PlannedJob[]) => (options.hasOwners ? withOwners(lists, owners) : lists);
  const jobs = owned(planJobs(random.fork('jobs'), options));
  const floods = planFlood(random.fork('flood'), options);
  const peopleLists = owned(planPeopleLists(random.fork('people'), options));
  const lists = [...jobs, ...peopleLists];
  const singles = planSingles(random.fork('singles'), options, jobs);
  const lookups = planLookups(random.fork('lookups'), options, jobs);
  const grants = planGrants(random.fork('grants'), [...lists, ...floods, ...singles, ...lookups], options);
  const checks = planChecks(random.fork('checks'), options);
  const subtractions = planSubtractions(random.fork('subtractions'), options);
  const forgets = planForgets(random.fork('forgets'), { jobs: lists, singles, lookups }, options);
  const newCustomers = options.hasOwners ? planFirstPurchases(random.fork('new customers'), options) : [];
  const books = options.hasOwners ? planBooks(random.fork('books'), options) : [];
  const strangers = planStrangers(random.fork('strangers'), options);
  return [
    ...grants,
    ...newCustomers,
    ...books,
    ...subtractions,
    ...checks,
    ...lists,
    ...floods,
    ...singles,
    ...strangers,
    ...lookups,
    ...forgets,
  ].sort((one, other) => one.atMs - other.atMs);
}

/** Asks about strangers now and then all day, and sometimes about several at once. Nobody is charged for it. */
function planStrangers(random: RandomStream, { strangers, untilMs }: ClientPlanOptions): ClientAction[] {
  if (strangers === undefined) return [];
  const plan: ClientAction[] = [];
  for (let at = random.integer(1_000, 600_000); at < untilMs; at += random.skewed(60_000, 3_600_000)) {
    const emails = random.chance(0.3) ? strangers.busy : strangers.hostile;
    for (const email of random.sample(emails, Math.min(emails.length, random.pick([1, 1, 4, 8]))))
      plan.push({
        ...{ kind: 'single', atMs: at + random.integer(0, 20_000), account: undefined, email },
        ...{ timeoutMs: 30_000, leavesAfterMs: undefined, insists: false, repeatedAfterMs: undefined },
      });
  }
  return plan;
}

function planSingles(
  random: RandomStream,
  { addresses, singles, untilMs }: ClientPlanOptions,
  jobs: readonly ClientAction[],
): ClientAction[] {
  const asked: string[] = [];
  const insistence = random.fork('insistence');
  const bursts = random.fork('bursts');
  const repeats = random.fork('repeats');
  const letters = random.fork('letters');
  const plan: ClientAction[] = [];
  while (plan.length < singles) {
    const isRepeat = asked.length > 0 && random.chance(0.3);
    const email = isRepeat ? random.pick(asked) : random.pick(addresses);
    asked.push(email);
    // Half of them while a list is worked on.
    const busyAtMs = jobs.length > 0 && random.chance(0.5) ? random.pick(jobs).atMs : undefined;
    const atMs =
      busyAtMs === undefined ? random.integer(1_000, untilMs) : busyAtMs + random.skewed(0, 1_200_000);
    // Some are asked about by several clients at the same time.
    const askers = random.chance(0.1) ? random.integer(2, 5) : 1;
    const single = {
      kind: 'single' as const,
      atMs,
      account: random.chance(0.9) ? random.pick(clientAccounts) : undefined,
      leavesAfterMs: undefined,
      insists: false,
      repeatedAfterMs: undefined,
    };
    // A form with several addresses asks about all of them at once.
    const others = bursts.chance(0.05) ? bursts.sample(addresses, bursts.integer(3, 10)) : [];
    for (const other of others)
      plan.push({ ...single, atMs: atMs + bursts.integer(0, 1_000), email: other, timeoutMs: 10_000 });
    for (let asker = 0; asker < askers; asker += 1) {
      plan.push({
        ...single,
        atMs: atMs + random.skewed(0, 15_000) * Math.sign(asker),
        account: asker === 0 ? single.account : random.chance(0.9) ? random.pick(clientAccounts) : undefined,
        email: letters.chance(0.05) ? email.toUpperCase() : email,
        timeoutMs: random.weighted([
          [60, 70_000],
          [20, 10_000],
          [10, 3_000],
          [10, 90_000],
        ] as const),
        leavesAfterMs: random.chance(0.05) ? random.skewed(1, 60_000) : undefined,
        insists: insistence.chance(0.5),
        repeatedAfterMs: repeats.chance(0.25) ? repeats.skewed(500, 20_000) : undefined,
      });
    }
  }
  return plan.slice(0, singles);
}

/** Looks for the people whose addresses others ask about: most of them exist. */
function planLookups(
  random: RandomStream,
  { addresses, lookups, untilMs }: ClientPlanOptions,
  jobs: readonly ClientAction[],
): ClientAction[] {
  const people = addresses.flatMap((address) => rowOf(address) ?? []);
  if (people.length === 0) return [];
  const asked: LookupRow[] = [];
  return Array.from({ length: lookups }, () => {
    const row = asked.length > 0 && random.chance(0.3) ? random.pick(asked) : random.pick(people);
    asked.push(row);
    const busyAtMs = jobs.length > 0 && random.chance(0.5) ? random.pick(jobs).atMs : undefined;
    return {
      kind: 'lookup',
      atMs: busyAtMs === undefined ? random.integer(1_000, untilMs) : busyAtMs + random.skewed(0, 600_000),
      account: random.chance(0.9) ? random.pick(clientAccounts) : undefined,
      row,
      timeoutMs: random.pick([30_000, 90_000, 120_000]),
      leavesAfterMs: random.chance(0.05) ? random.skewed(1, 60_000) : undefined,
    };
  });
}

/** Of what others ask about: most while they do, some later. Some again a while later. */
function planForgets(
  random: RandomStream,
  { jobs, singles, lookups }: Readonly<Record<'jobs' | 'singles' | 'lookups', readonly ClientAction[]>>,
  { forgets, untilMs }: ClientPlanOptions,
): ClientAction[] {
  const plan: ClientAction[] = [];
  const work = [jobs, singles, lookups].filter(({ length }) => length > 0);
  for (let left = forgets; left > 0; left -= 1) {
    const asked = random.pick(random.pick(work));
    const email = emailIn(asked, random);
    if (email === undefined) continue;
    const afterMs = random.chance(0.7) ? random.skewed(0, 30_000) : random.skewed(0, 6 * 3_600_000);
    const atMs = Math.min(untilMs, asked.atMs + afterMs);
    plan.push({ kind: 'forget', atMs, email: random.chance(0.2) ? email.toUpperCase() : email });
    if (random.chance(0.2)) plan.push({ kind: 'forget', atMs: atMs + random.skewed(0, 60_000), email });
  }
  return plan;
}

/** Returns an address that is asked about; of a lookup, the one that the person would have. */
function emailIn(action: ClientAction, random: RandomStream): string | undefined {
  switch (action.kind) {
    case 'grant':
    case 'subtraction':
    case 'books':
      return undefined;
    case 'job':
      return emailInList(action.list, random);
    case 'single':
    case 'check':
    case 'forget':
      return action.email;
    case 'lookup':
      return addressOf(action.row);
  }
}

function emailInList(list: ClientList, random: RandomStream): string {
  return list.kind === 'addresses' ? random.pick(list.emails) : addressOf(random.pick(list.rows));
}

/** Most accounts have plenty; some run dry, and buy more later. */
function planGrants(
  random: RandomStream,
  work: readonly ClientAction[],
  { untilMs }: ClientPlanOptions,
): ClientAction[] {
  return clientAccounts.flatMap((account) => {
    const needed = work.reduce((sum, action) => {
      if (!('account' in action) || action.kind === 'grant' || action.kind === 'subtraction') return sum;
      if (action.account !== account || action.kind === 'check' || action.kind === 'books') return sum;
      if (action.kind === 'job') return sum + entryPriceOf(action.list) * lengthOf(action.list);
      return sum + (action.kind === 'lookup' ? statedPrices.lookup : statedPrices.verification);
    }, 0);
    const first = random.weighted([
      [80, needed * 2],
      [12, needed >> 1],
      [8, needed >> 3],
    ] as const);
    return [
      { kind: 'grant' as const, atMs: 0, account, milliCredits: first + 1_000 },
      ...(random.chance(0.4)
        ? [
            {
              kind: 'grant' as const,
              atMs: random.integer(0, untilMs),
              account,
              milliCredits: random.integer(1, needed + 1_000),
            },
          ]
        : []),
    ];
  });
}

/** Asks without mail servers about addresses that others ask about with them. */
function planChecks(random: RandomStream, { addresses, checks, untilMs }: ClientPlanOptions): ClientAction[] {
  return Array.from({ length: checks }, () => ({
    kind: 'check',
    atMs: random.integer(1_000, untilMs),
    account: random.chance(0.9) ? random.pick(clientAccounts) : undefined,
    email: random.pick(addresses),
    level: random.pick(['syntax', 'dns']),
    timeoutMs: random.pick([3_000, 20_000]),
  }));
}

/** Each customer looks at its books once. */
function planBooks(random: RandomStream, { untilMs }: ClientPlanOptions): ClientAction[] {
  return clientAccounts.map((account) => ({ kind: 'books', atMs: random.integer(0, untilMs), account }));
}

/** Operators correct balances. */
function planSubtractions(
  random: RandomStream,
  { subtractions, untilMs }: ClientPlanOptions,
): ClientAction[] {
  return Array.from({ length: subtractions }, () => ({
    kind: 'subtraction',
    atMs: random.integer(0, untilMs),
    account: random.pick(clientAccounts),
    milliCredits: random.skewed(1, 20_000),
  }));
}
