import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditedBalance } from '../../contract/ledger/audit.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import {
  chargedVerifications,
  failingCalls,
  type LedgerFault,
  verdictOn,
  type Work,
} from '../credits/charged-verifications.ts';
import { times } from '../support/values/for-all.ts';

type Fate = 'safe' | 'unknown' | 'unavailable' | 'crashes';

/** How the next calls of some kinds fail. */
type Faults = { readonly [Call in (typeof failingCalls)[number]]?: readonly LedgerFault[] };

interface Step {
  readonly who: 'acme' | 'bolt';
  /** The process that is asked. */
  readonly where: 0 | 1;
  readonly email: string;
  readonly timeoutMs: number;
  readonly fate: Fate;
  readonly faults: Faults;
  readonly thenMs: number;
  readonly alone: boolean;
}

const fault = fc.constantFrom<LedgerFault>('before', 'after', 'late');
const few = fc.array(fault, { maxLength: 2 });
const faults: fc.Arbitrary<Faults> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({ hold: few, capture: few, release: few, grant: few, sweep: few }),
  },
  // Neither attempt at the capture is answered, and the attempts to undo it may fail too.
  {
    weight: 2,
    arbitrary: fc.record({ capture: fc.tuple(fault, fault), release: few, grant: few }),
  },
);

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('acme' as const, 'bolt' as const),
  where: fc.constantFrom(0 as const, 1 as const),
  email: fc.constantFrom('ann@example.org', 'bob@example.org', 'cay@example.org'),
  timeoutMs: fc.constantFrom(3_000, 70_000),
  fate: fc.constantFrom<Fate>('safe', 'safe', 'unknown', 'unavailable', 'crashes'),
  faults,
  thenMs: fc.constantFrom(0, 0, 500, 1_000, 40_000, 86_400_000),
  alone: fc.boolean(),
});

/** Another process uses the answer while the first one does not know whether it was paid for. */
const usedMeanwhile: fc.Arbitrary<Step[]> = fc
  .record({ first: step, second: step, fault })
  .map(({ first, second, fault }) => [
    { ...first, fate: 'safe', faults: { capture: ['late', fault] }, alone: false, thenMs: 500 },
    { ...second, email: first.email, where: first.where === 0 ? 1 : 0 },
  ]);
const steps = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: usedMeanwhile }),
    {
      maxLength: 20,
    },
  )
  .map((groups): readonly Step[] => groups.flat());

describe('the balance', () => {
  it('is what was granted less 0.2 for each fresh answer, whatever fails, times out or crashes', async () => {
    await times(300).forAllAsync(steps, fc.integer({ min: 0, max: 4_000 }), async (steps, granted) => {
      let fate: Fate = 'safe';
      const work: Work = async (email) => {
        const mine = fate;
        await Promise.resolve();
        if (mine === 'crashes') return new Promise(() => {});
        if (mine === 'unavailable') throw new ServiceUnavailable('none');
        return mine === 'safe'
          ? verdictOn(email, 'safe', 'deliverable')
          : verdictOn(email, 'unknown', 'timeout');
      };
      const first = chargedVerifications(work);
      const { clock, stores } = first;
      const processes = [first, chargedVerifications(work, { clock, stores })] as const;
      const fresh = { acme: 0, bolt: 0 };
      if (granted > 0) {
        for (const account of ['acme', 'bolt'] as const) {
          const id = `for ${account}`;
          await stores.ledger.grant({ id, account, milliCredits: granted, reason: 'purchase' });
        }
      }
      for (const { who, where, email, timeoutMs, faults, thenMs, alone, ...rest } of steps) {
        fate = rest.fate;
        const { verifications, ledger } = processes[where];
        for (const call of failingCalls) ledger.faultsOf[call].push(...(faults[call] ?? []));
        let answered = false;
        verifications
          .verify({
            email,
            timeoutMs,
            account: who,
            acrossProcesses: true,
            share: singleShare,
            signal: () => undefined,
          })
          .then(
            (answer) => {
              if (answer.fresh) fresh[who] += 1;
            },
            () => {},
          )
          .finally(() => {
            answered = true;
          });
        // Work that crashes never answers, and holds up nobody.
        const waitsMs = alone && fate !== 'crashes' ? 80_000 : 0;
        for (let ms = 0; ms < waitsMs && !answered; ms += 1_000) await clock.advance(1_000);
        await clock.advance(thenMs);
      }
      for (const { ledger } of processes) for (const call of failingCalls) ledger.faultsOf[call].length = 0;
      await clock.advance(200_000);
      for (const { charges } of processes) await charges.sweep();
      for (const account of ['acme', 'bolt'] as const) {
        const balance = await auditedBalance(stores.ledger, account);
        expect(balance).toEqual({ available: granted - 200 * fresh[account], held: 0 });
      }
    });
  });
});
