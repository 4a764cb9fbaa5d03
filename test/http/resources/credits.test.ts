import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { fetchWithKey, serveEngine } from '../http-fixtures.ts';

describe('GET /v1/credits', () => {
  it('shows the available balance, without held credits', async () => {
    const { engine, key } = await stubEngine({
      accounts: { balance: async () => ({ available: 99_800, held: 200 }) },
    });
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/credits`, key);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"credits":99.8}');
  });

  it('is exact to the last milli-credit', async () => {
    let available = 0;
    const { engine, key, clock } = await stubEngine({
      accounts: { balance: async () => ({ available, held: 0 }) },
    });
    const url = await serveEngine(engine);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10 ** 15 }), async (milliCredits) => {
        available = milliCredits;
        await clock.advance(1_000);
        const text = await (await fetchWithKey(`${url}/v1/credits`, key)).text();
        const [, whole = '', decimals = ''] = /^{"credits":(\d+)(?:\.(\d{1,3}))?}$/.exec(text) ?? [];
        expect(Number(whole + decimals.padEnd(3, '0')), text).toBe(milliCredits);
      }),
      { examples: [[99_800], [300], [100_100], [1]] },
    );
  });
});
