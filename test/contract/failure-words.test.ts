import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { propertiesOf } from '../../contract/failure/call-log.ts';
import {
  ContractFailure,
  type ContractRunner,
  cacheContract,
  creditLedgerContract,
  dnsContract,
  jobStoreContract,
  keyStoreContract,
  leasesContract,
  rateLimitsContract,
  workQueueContract,
} from '../../contract/index.ts';
import type { Cache, CreditLedger, JobStore, WorkQueue } from '../../src/ports/index.ts';

/** A runner that only collects the checks of a suite. */
function collectChecks(declare: (runner: ContractRunner) => void): Map<string, () => Promise<void>> {
  const checks = new Map<string, () => Promise<void>>();
  declare({
    describe: (_, body) => body(),
    it: (name, body) => checks.set(name, async () => body()),
  });
  return checks;
}

/** Returns the failure of the check with this name. */
async function failureOf(
  name: string,
  declare: (runner: ContractRunner) => void,
): Promise<ContractFailure | undefined> {
  const check = collectChecks(declare).get(name);
  if (check === undefined) throw new RangeError(`The suite has no check "${name}".`);
  const failure = await check().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined && !(failure instanceof ContractFailure)) throw failure;
  return failure;
}

const noStop = async () => {};

const notWritten = () => {
  throw new Error('not written yet');
};

/** A queue whose calls all fail at once. */
const unableQueue: WorkQueue = {
  shared: true,
  put: notWritten,
  egresses: notWritten,
  count: notWritten,
  depth: notWritten,
  work: notWritten,
  drop: notWritten,
};

/** Declares the suite for a cache of which some methods are replaced. */
const cacheSuite = (broken: (cache: Cache) => Partial<Cache>) => (runner: ContractRunner) =>
  cacheContract(runner, {
    name: 'broken cache',
    start: async ({ clock }) => {
      const { cache } = memoryStores({ clock });
      return { cache: { ...bound(cache), ...broken(cache) }, stop: noStop };
    },
  });

const ledgerSuite = (broken: (ledger: CreditLedger) => Partial<CreditLedger>) => (runner: ContractRunner) =>
  creditLedgerContract(runner, {
    name: 'broken ledger',
    start: async ({ clock }) => {
      const { ledger } = memoryStores({ clock });
      return { ledger: { ...bound(ledger), ...broken(ledger) }, stop: noStop };
    },
  });

const jobSuite = (broken: (jobs: JobStore) => Partial<JobStore>) => (runner: ContractRunner) =>
  jobStoreContract(runner, {
    name: 'broken jobs',
    start: async ({ clock }) => {
      const { jobs } = memoryStores({ clock });
      return { jobs: { ...bound(jobs), ...broken(jobs) }, stop: noStop };
    },
  });

/** Returns the methods of a store as those of a plain object. */
function bound<Store extends object>(store: Store): Store {
  const methods = [...propertiesOf(store)].map(([name, method]) => [name, method?.bind(store)]);
  return Object.fromEntries(methods) as Store;
}

describe('a failing check says in words', () => {
  it('the rule, what was done and when, what was expected, and what came', async () => {
    const last = new Map<string, { value: string; expiresAt: number }>();
    const forever = cacheSuite(() => ({
      get: async (key) => last.get(key),
      set: async (key, entry) => {
        last.set(key, entry);
      },
    }));
    const failure = await failureOf('expires an entry to the millisecond', forever);
    expect(failure?.message).toBe(
      [
        'broken cache breaks a rule of the port Cache.',
        'The rule: expires an entry to the millisecond',
        'What was done:',
        "  at 0 ms: cache.set('key', { value: 'value', expiresAt: 2030-01-01T00:00:01.000Z }) returned nothing",
        "  at 999 ms: cache.get('key') returned { value: 'value', expiresAt: 2030-01-01T00:00:01.000Z }",
        "  at 1000 ms: cache.get('key') returned { value: 'value', expiresAt: 2030-01-01T00:00:01.000Z }",
        'Expected: undefined',
        "Came: { value: 'value', expiresAt: 2030-01-01T00:00:01.000Z }",
        'The docstring of Cache states all its rules.',
      ].join('\n'),
    );
  });

  it('which calls raced, and what each got', async () => {
    const lateHold = ledgerSuite((ledger) => ({
      hold: async (hold) => {
        const { available } = await ledger.balance(hold.account);
        if (available < hold.milliCredits)
          return { kind: 'insufficient', available, required: hold.milliCredits };
        return { kind: 'held', available: available - hold.milliCredits };
      },
    }));
    const failure = await failureOf(
      'of 50 concurrent holds on a balance for 10, exactly 10 succeed',
      lateHold,
    );
    expect(failure?.rule).toBe('races: of 50 concurrent holds on a balance for 10, exactly 10 succeed');
    expect(failure?.message).toContain('… 21 earlier calls');
    expect(failure?.done.at(-1)).toBe(
      "ledger.hold({ id: 'h49', account: 'acme', milliCredits: 200, expiresInMs: 3600000 }) returned { kind: 'held', available: 1999 }",
    );
    expect(failure?.message).toContain('Expected: { held: 10, insufficient: 40 }\nCame: { held: 50 }');
  });

  it('that an error was missing, or was another one', async () => {
    const name = 'a grant with a used id and other arguments is a conflict';
    const generous = ledgerSuite((ledger) => ({
      grant: (grant) => ledger.grant({ ...grant, id: `${grant.id} ${grant.account} ${grant.milliCredits}` }),
    }));
    const missing = await failureOf(name, generous);
    expect(missing?.message).toContain("Expected: an error with { code: 'conflict' }\nCame: no error");
    const failing = ledgerSuite((ledger) => ({
      grant: (grant) =>
        ledger.grant(grant).catch(() => {
          throw new RangeError('duplicate key');
        }),
    }));
    const other = await failureOf(name, failing);
    expect(other?.message).toContain(
      "Expected: an error with { code: 'conflict' }\nCame: RangeError: duplicate key",
    );
  });

  it('that the adapter failed where it was not to', async () => {
    const absent = jobSuite(() => ({
      find: async () => {
        throw new TypeError('relation "jobs" does not exist');
      },
    }));
    const failure = await failureOf('keys are compared exactly', absent);
    expect(failure?.message).toContain(
      'jobs.find(\'key\') rejected with TypeError: relation "jobs" does not exist\nExpected: that no error comes of it\nCame: TypeError: relation',
    );
    expect(failure?.cause).toBeInstanceOf(TypeError);
  });

  it('that a column is too short for an id', async () => {
    const short = jobSuite((jobs) => ({
      create: async (job, items) => {
        if (job.id.length > 255) throw new RangeError('value too long for type character varying(255)');
        return jobs.create(job, items);
      },
    }));
    const name = 'ids, keys and owners may have thousands of characters, and differ in the last of them';
    const failure = await failureOf(name, short);
    expect(failure?.rule).toBe(`creation: ${name}`);
    expect(failure?.message).toContain('Came: RangeError: value too long for type character varying(255)');
  });

  it('that a key is cut off', async () => {
    const cutting = cacheSuite((cache) => ({
      set: (key, entry, options) => cache.set(key.slice(0, 255), entry, options),
      get: (key) => cache.get(key.slice(0, 255)),
    }));
    const name = 'distinguishes keys and groups of thousands of characters by the last of them';
    const failure = await failureOf(name, cutting);
    expect(failure?.message).toContain("Expected: 'one'\nCame: 'other'");
  });

  it('what the journal adds up to, if the balance is another one', async () => {
    const forgetful = ledgerSuite((ledger) => ({
      balance: async (account) => ({ ...(await ledger.balance(account)), available: 7 }),
    }));
    const failure = await failureOf('a hold that expires at once can still be captured', forgetful);
    expect(failure?.message).toContain(
      'Expected: the balance to be what the journal adds up to: 800, available and held together\n',
    );
    expect(failure?.message).toContain('Came: {\n  balance: { available: 7, held: 0 },\n  journal: [');
  });

  it('where long values differ first', async () => {
    const misplaced = jobSuite((jobs) => ({
      items: async (id, positions) =>
        (await jobs.items(id, positions)).map((state) => ({
          ...state,
          position: Math.max(state.position, 700),
        })),
    }));
    const failure = await failureOf('one call returns up to 1,000 items', misplaced);
    expect(failure?.message).toMatch(/\nExpected: 699 at \[800\], in \[/);
    expect(failure?.message).toMatch(/\nCame: 700 there, in \[/);
  });
});

/** Declares a suite with a runner, for a subject that starts nothing of use. */
type Declared = (runner: ContractRunner, running: unknown) => void;

it.each<[string, Declared]>([
  ['cache', (runner, running) => cacheContract(runner, useless(running))],
  ['leases', (runner, running) => leasesContract(runner, useless(running))],
  ['ledger', (runner, running) => creditLedgerContract(runner, useless(running))],
  ['jobs', (runner, running) => jobStoreContract(runner, useless(running))],
  ['keys', (runner, running) => keyStoreContract(runner, useless(running))],
  ['rateLimits', (runner, running) => rateLimitsContract(runner, useless(running))],
  ['queue', (runner, running) => workQueueContract(runner, { ...useless(running), time: 'injected' })],
  ['dns', (runner, running) => dnsContract(runner, useless(running))],
])('every check says that start() must return { %s, stop }', async (part, declare) => {
  for (const running of [{}, undefined, { stop: noStop }, { [part]: {} }]) {
    const declareSuite = (runner: ContractRunner) => declare(runner, running);
    const checks = collectChecks(declareSuite);
    expect(checks.size).toBeGreaterThan(0);
    for (const name of checks.keys()) {
      const failure = await failureOf(name, declareSuite);
      expect(failure?.message).toMatch(
        new RegExp(
          `^Expected: start(Unreachable)?\\(\\) to return { ${part}, stop }, an object and a function$`,
          'm',
        ),
      );
    }
  }
});

function useless(running: unknown) {
  const start = async () => running as never;
  return { name: 'useless', start, startUnreachable: start };
}

describe('every check of a suite says why it failed, of a store that can do nothing', () => {
  /** Returns an object of which each method rejects. */
  function unable<Store extends object>(store: Store): Store {
    const reject = () => Promise.reject(new Error('not written yet'));
    return Object.fromEntries(Object.keys(bound(store)).map((name) => [name, reject])) as Store;
  }
  const stores = memoryStores();
  const name = 'new';
  const start = async () => ({
    cache: unable(stores.cache),
    leases: unable(stores.leases),
    ledger: unable(stores.ledger),
    jobs: unable(stores.jobs),
    keys: unable(stores.keys),
    rateLimits: unable(stores.rateLimits),
    stop: noStop,
  });
  it.each([
    ['Cache', (runner: ContractRunner) => cacheContract(runner, { name, start })],
    ['Leases', (runner: ContractRunner) => leasesContract(runner, { name, start })],
    ['CreditLedger', (runner: ContractRunner) => creditLedgerContract(runner, { name, start })],
    ['JobStore', (runner: ContractRunner) => jobStoreContract(runner, { name, start })],
    ['KeyStore', (runner: ContractRunner) => keyStoreContract(runner, { name, start })],
    ['RateLimits', (runner: ContractRunner) => rateLimitsContract(runner, { name, start })],
    [
      'WorkQueue',
      (runner: ContractRunner) =>
        workQueueContract(runner, {
          name,
          time: 'injected',
          start: async () => ({ queue: unableQueue, stop: noStop }),
        }),
    ],
  ])('%s', async (port, declare) => {
    const checks = collectChecks(declare);
    expect(checks.size).toBeGreaterThan(8);
    for (const rule of checks.keys()) {
      const failure = await failureOf(rule, declare);
      expect([rule, failure?.message]).toEqual([
        rule,
        expect.stringMatching(
          new RegExp(
            `^new breaks a rule of the port ${port}\\.\nThe rule: .+\nWhat was done:\n  [\\s\\S]+\nExpected: .+\nCame: .+`,
          ),
        ),
      ]);
      expect([rule, failure?.done.join('\n')]).toEqual([rule, expect.stringContaining('not written yet')]);
    }
  });
});
