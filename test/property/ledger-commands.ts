import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditedBalance } from '../../contract/ledger/audit.ts';
import type { ManualClock } from '../../contract/manual-clock.ts';
import type { CreditLedger, HoldState } from '../../src/ports/credit-ledger.ts';
import type { Expected, Grant, Hold, ReferenceLedger } from './ledger-reference.ts';

/** The ledger under test. Commands alternate between its handles. */
interface RealLedger {
  readonly clock: ManualClock;
  next(): CreditLedger;
}

type LedgerCommand = fc.AsyncCommand<ReferenceLedger, RealLedger>;

type Run = (model: ReferenceLedger, real: RealLedger) => Promise<void>;
type Check = (model: Pick<ReferenceLedger, 'grants' | 'holds'>) => boolean;

function command(text: string, run: Run, check: Check = () => true): LedgerCommand {
  return { run, check, toString: () => text };
}

async function outcomeOf<Result>(call: Promise<Result>): Promise<Expected<Result>> {
  try {
    return { kind: 'result', result: await call };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'conflict' || code === 'invalid_argument') return { kind: 'error', code };
    throw error;
  }
}

async function makeGrant(grant: Grant, model: ReferenceLedger, real: RealLedger): Promise<void> {
  const outcome = await outcomeOf(real.next().grant({ ...grant }));
  assert.deepEqual(outcome, model.grant(grant, real.clock.now()));
}

async function makeHold(hold: Hold, model: ReferenceLedger, real: RealLedger): Promise<void> {
  const outcome = await outcomeOf(real.next().hold({ ...hold }));
  assert.deepEqual(outcome, model.hold(hold, real.clock.now()));
}

export const accounts = ['acme', 'umbrella', 'a:b {c}'] as const;

/** Few, so that ids repeat, also for other operations. */
const id = fc.constantFrom('x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8', 'x9');
const account = fc.constantFrom(...accounts);
const amount = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -200, 0.2, Number.NaN, 2 ** 53) },
);
const reason = fc.constantFrom('purchase', 'refund');
const expiresInMs = fc.integer({ min: 0, max: 30 });

const grants = fc
  .record({ id, account, milliCredits: amount, reason })
  .map((grant) => command(`grant(${fc.stringify(grant)})`, (model, real) => makeGrant(grant, model, real)));

const holds = fc
  .record({ id, account, milliCredits: amount, expiresInMs })
  .map((hold) => command(`hold(${fc.stringify(hold)})`, (model, real) => makeHold(hold, model, real)));

const resolutions = fc
  .record({ id, state: fc.constantFrom<HoldState>('captured', 'released') })
  .map(({ id, state }) =>
    command(`${state === 'captured' ? 'capture' : 'release'}(${id})`, async (model, real) => {
      const ledger = real.next();
      const outcome = state === 'captured' ? ledger.capture(id) : ledger.release(id);
      assert.equal(await outcome, model.resolve(id, state, real.clock.now()));
    }),
  );

const place = fc.nat({ max: 20 });

/** Repeats an earlier grant or hold with equal arguments. */
const repeats = place.map((place) =>
  command(
    `repeat(${place})`,
    async (model, real) => {
      const made = [...model.grants.values(), ...model.holds.values()];
      const chosen = made[place % made.length];
      assert(chosen !== undefined);
      if ('grant' in chosen) await makeGrant({ ...chosen.grant }, model, real);
      else await makeHold({ ...chosen.hold }, model, real);
    },
    (model) => model.grants.size + model.holds.size > 0,
  ),
);

/** Repeats an earlier grant or hold with one argument changed. */
const conflicts = fc
  .record({ place, change: fc.constantFrom('account', 'milliCredits', 'rest') })
  .map(({ place, change }) =>
    command(
      `conflict(${place}, ${change})`,
      async (model, real) => {
        const made = [...model.grants.values(), ...model.holds.values()];
        const chosen = made[place % made.length];
        assert(chosen !== undefined);
        if ('grant' in chosen) await makeGrant(changedGrant(chosen.grant, change), model, real);
        else await makeHold(changedHold(chosen.hold, change), model, real);
      },
      (model) => model.grants.size + model.holds.size > 0,
    ),
  );

type Change = 'account' | 'milliCredits' | 'rest';

function changedGrant(grant: Grant, change: Change): Grant {
  if (change === 'account') return { ...grant, account: 'somebody else' };
  if (change === 'milliCredits') return { ...grant, milliCredits: grant.milliCredits + 1 };
  return { ...grant, reason: grant.reason === 'refund' ? 'purchase' : 'refund' };
}

function changedHold(hold: Hold, change: Change): Hold {
  if (change === 'account') return { ...hold, account: 'somebody else' };
  if (change === 'milliCredits') return { ...hold, milliCredits: hold.milliCredits + 1 };
  // Not a conflict: a repeat keeps the first expiry.
  return { ...hold, expiresInMs: hold.expiresInMs + 1 };
}

/**
 * The ledger chooses which expired holds a limited sweep releases first. Those are unknown to it then, which a release of all
 * of them shows.
 */
const sweeps = fc.integer({ min: 1, max: 4 }).map((limit) =>
  command(`sweep(${limit})`, async (model, real) => {
    const now = real.clock.now();
    const expired = model.expired(now);
    const swept = await real.next().sweep({ limit });
    assert.equal(swept, Math.min(limit, expired.size));
    let unknown = swept === expired.size ? swept : 0;
    for (const id of expired) {
      if (swept < expired.size && (await real.next().release(id)) === 'unknown') unknown += 1;
      model.resolve(id, 'released', now);
    }
    assert.equal(unknown, swept);
  }),
);

const folds = fc.integer({ min: 0, max: 40 }).map((olderThanMs) =>
  command(`foldJournal(${olderThanMs} ms)`, async (model, real) => {
    const folded = await real.next().foldJournal({ olderThanMs, limit: 1_000 });
    assert.equal(folded, model.fold(real.clock.now() - olderThanMs));
  }),
);

const passages = fc.integer({ min: 0, max: 25 }).map((spanMs) =>
  command(`advance(${spanMs} ms)`, async (_model, real) => {
    real.clock.leap(spanMs);
  }),
);

/** Advances to the moment when the next hold expires, or to just before: there the mistakes by one are. */
const passagesToExpiry = fc.integer({ min: 0, max: 1 }).map((earlierMs) =>
  command(`advance(to ${earlierMs} ms before the next expiry)`, async (model, real) => {
    const spanMs = model.nextExpiry(real.clock.now()) - earlierMs - real.clock.now();
    real.clock.leap(Math.max(0, spanMs));
  }),
);

const balances = account.map((account) =>
  command(`balance(${account})`, async (model, real) => {
    assert.deepEqual(await auditedBalance(real.next(), account), model.balance(account));
  }),
);

const entries = fc
  .record({ account, limit: fc.integer({ min: 1, max: 5 }), skip: fc.nat({ max: 8 }) })
  .map(({ account, limit, skip }) =>
    command(`entries(${account}, ${limit} after ${skip})`, async (model, real) => {
      const newestFirst = [...model.journal(account)].reverse();
      const skipped = skip === 0 ? [] : await real.next().entries(account, { limit: skip });
      const before = skipped.at(-1)?.sequence;
      const page = await real.next().entries(account, before === undefined ? { limit } : { limit, before });
      const from = skipped.length;
      assert.equal(from, Math.min(skip, newestFirst.length));
      assert.deepEqual(
        page.map(({ sequence: _, ...entry }) => entry),
        newestFirst.slice(from, from + limit),
      );
    }),
  );

/** Commands of every kind, the frequent ones several times. */
export const ledgerCommands = [
  grants,
  grants,
  holds,
  holds,
  holds,
  resolutions,
  resolutions,
  repeats,
  conflicts,
  sweeps,
  folds,
  passages,
  passagesToExpiry,
  balances,
  entries,
] as const;
