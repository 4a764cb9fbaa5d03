import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import {
  chargedVerifications,
  type LedgerFault,
  verdictOn,
  type Work,
} from '../credits/charged-verifications.ts';

type Fate = 'safe' | 'unknown' | 'unavailable' | 'crashes';

interface Step {
  readonly who: 'acme' | 'bolt';
  readonly email: string;
  readonly timeoutMs: number;
  readonly fate: Fate;
  readonly faults: readonly (LedgerFault | undefined)[];
  readonly thenMs: number;
  readonly alone: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('acme' as const, 'bolt' as const),
  email: fc.constantFrom('ann@example.org', 'bob@example.org', 'cay@example.org'),
  timeoutMs: fc.constantFrom(3_000, 70_000),
  fate: fc.constantFrom<Fate>('safe', 'safe', 'unknown', 'unavailable', 'crashes'),
  faults: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom<LedgerFault | undefined>(undefined, 'before', 'after'), {
        maxLength: 5,
      }),
    },
  ),
  thenMs: fc.constantFrom(0, 0, 1_000, 40_000, 86_400_000),
  alone: fc.boolean(),
});

describe('the balance', () => {
  it('is what was granted less 0.2 for each fresh answer, whatever fails, times out or crashes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.integer({ min: 0, max: 4_000 }),
        async (steps, granted) => {
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
          const world = chargedVerifications(work);
          const { ledger, charges, clock } = world;
          const fresh = { acme: 0, bolt: 0 };
          if (granted > 0) {
            for (const account of ['acme', 'bolt'] as const) {
              await ledger.grant({
                id: `for ${account}`,
                account,
                milliCredits: granted,
                reason: 'purchase',
              });
            }
          }
          for (const { who, email, timeoutMs, thenMs, alone, ...rest } of steps) {
            fate = rest.fate;
            ledger.faults.push(...rest.faults);
            const asked = world.verifications
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
              );
            // Work that crashes never answers, and holds up nobody.
            if (alone && fate !== 'crashes') await Promise.race([asked, clock.advance(80_000)]);
            await clock.advance(thenMs);
          }
          ledger.faults.length = 0;
          await clock.advance(200_000);
          await charges.sweep();
          for (const account of ['acme', 'bolt'] as const) {
            const balance = await ledger.balance(account);
            expect(balance).toEqual({ available: granted - 200 * fresh[account], held: 0 });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
