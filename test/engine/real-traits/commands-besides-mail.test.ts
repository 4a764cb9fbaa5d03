import { describe, expect, it } from 'vitest';
import { providerTexts, type SandboxWorld } from '../../../adapters/sandbox/index.ts';
import {
  countsOf,
  engineAndServers,
  numbered,
  verdictsAtOnce,
  verdictsInTurn,
  verdictsOfList,
} from './engine-and-servers.ts';

const people = numbered(300, (index) => `person${index}`);
const emails = people.map((person) => `${person}@example.com`);
/** A fifth of them do not exist. */
const world: SandboxWorld = {
  domains: {
    'example.com': { mx: ['mx.example.com'], mailboxes: people.filter((_, index) => index % 5 !== 0) },
  },
  exchanges: {
    'mx.example.com': {
      texts: providerTexts.exim,
      enhancedCodes: false,
      softRefusals: false,
      maxRefusals: 1_000,
      maxNonMailCommands: 10,
    },
  },
};

describe('Exim, which allows a connection ten commands besides mail', () => {
  it('never has to hang up on a list', async () => {
    const { engine, sandbox } = await engineAndServers(world);
    expect(countsOf(await verdictsOfList(engine, emails))).toEqual({ safe: 240, invalid: 60 });
    expect(sandbox.statistics.totals.drops).toBe(0);
  });

  it('never has to hang up on single requests', async () => {
    for (const verdicts of [verdictsInTurn, verdictsAtOnce]) {
      const { engine, sandbox } = await engineAndServers(world);
      expect(countsOf(await verdicts(engine, emails.slice(0, 40)))).toEqual({ safe: 32, invalid: 8 });
      expect(sandbox.statistics.totals.drops).toBe(0);
    }
  });
});
