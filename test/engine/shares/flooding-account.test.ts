import { describe, expect, it } from 'vitest';
import type { VerifyRequestOptions } from '../../../src/index.ts';
import { addresses, durationOf, startWorld, type World } from './shares-world.ts';

/** What somebody else may lose by a flood, beside what the work takes alone: a few turns of the clock. */
const boundMs = 100;

/** Servers that need time, so that a list at many of them needs many sockets. */
const slow = { replyMs: 300 } as const;

/** An account sends single requests about a domain each, so many a second, until the returned function is called. */
function flood({ clock, engine }: World, parent: string, perSecond: number, options: VerifyRequestOptions) {
  let sent = 0;
  let ends = false;
  const send = () => {
    if (ends) return;
    sent += 1;
    engine.verify(`ann@company${sent}.${parent}`, options).catch(() => {});
    clock.after(1_000 / perSecond, send);
  };
  send();
  return () => {
    ends = true;
  };
}

async function grant({ engine }: World, ...accounts: readonly string[]) {
  for (const account of accounts) await engine.accounts.grant(account, { id: account, milliCredits: 1e9 });
}

async function pass({ clock }: World, ms: number) {
  for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
}

/** Runs a list of an account, and returns how long it takes. */
async function listDuration(world: World, emails: readonly string[], account: string): Promise<number> {
  const statuses: string[] = [];
  const run = async () => {
    for await (const { status } of world.engine.runBulk(emails, { account })) statuses.push(status);
  };
  const durationMs = await durationOf(world, run());
  expect(statuses).toEqual(emails.map(() => 'safe'));
  return durationMs;
}

describe.each([
  // Within the limits of one key, and of the console for an account without any credits.
  { parent: 'ungreeting.example.org', perSecond: 19, seconds: 32, level: 'smtp' },
  { parent: 'silent.example.org', perSecond: 50, seconds: 16, level: 'smtp' },
  { parent: 'mute.example.org', perSecond: 80, seconds: 16, level: 'dns' },
] as const)('beside an account that asks about $parent, $perSecond times a second', (attack) => {
  const { parent, perSecond, seconds, level } = attack;

  /** The attack is under way, at default options. */
  async function startAttack(floods: readonly string[], script: { readonly replyMs?: number } = {}) {
    const world = startWorld({}, 128, script);
    await grant(world, 'acme', ...(level === 'smtp' ? floods : []));
    const ends = floods.map((account) =>
      flood(world, parent, perSecond, { account, level, timeoutMs: 70_000 }),
    );
    await pass(world, seconds * 1_000);
    return { world, end: () => ends.forEach((stop) => void stop()) };
  }

  it("another account's single requests are answered as if alone, or ten seconds later about an address of the flood", async () => {
    const { world, end } = await startAttack(['flood']);
    for (const at of ['smtp', 'dns'] as const)
      for (let number = 1; number <= 10; number += 1) {
        const asked = world.engine.verify(`ann@${at}${number}.example.org`, { account: 'acme', level: at });
        expect(await durationOf(world, asked)).toBeLessThan(boundMs);
        expect((await asked).substatus).toBe(at === 'smtp' ? 'deliverable' : 'not_asked');
      }

    const email = 'ann@wanted.example.org';
    world.engine.verify(email, { account: 'flood', level }).catch(() => {});
    await world.clock.advance(10);
    const asked = world.engine.verify(email, { account: 'acme', level });
    expect(await durationOf(world, asked)).toBeLessThan(10_000 + boundMs);
    expect((await asked).substatus).toBe(level === 'smtp' ? 'deliverable' : 'not_asked');
    end();
  });

  it('a list of two, and a longer one, end hardly later than alone', async () => {
    const [two, many] = [addresses('b.example.org', 2, 1), addresses('c.example.org', 150, 2)];
    const alone = startWorld({}, 128, slow);
    await grant(alone, 'acme');
    const aloneMs = [await listDuration(alone, two, 'acme'), await listDuration(alone, many, 'acme')];
    const { world, end } = await startAttack(['flood'], slow);
    expect(await listDuration(world, two, 'acme')).toBeLessThan((aloneMs[0] ?? 0) + boundMs);
    expect(await listDuration(world, many, 'acme')).toBeLessThan((aloneMs[1] ?? 0) * 1.5 + boundMs);
    end();
  });

  it('three of them stop nobody either', async () => {
    const { world, end } = await startAttack(['flood 1', 'flood 2', 'flood 3']);
    const asked = world.engine.verify('ann@healthy.example.org', { account: 'acme' });
    expect(await durationOf(world, asked)).toBeLessThan(boundMs);
    const two = addresses('b.example.org', 2, 1);
    expect(await listDuration(world, two, 'acme')).toBeLessThan(1_000);
    end();
  });
});

it('lookups that an account does not pay for leave room for those of another one', async () => {
  const world = startWorld({ maxConnections: 8 });
  const lookUp = (account: string, domain: string) =>
    world.engine.lookup({ first_name: 'Ann', last_name: 'Lee', domain }, { account, unpaid: true });
  for (let number = 0; number < 20; number += 1)
    lookUp('flood', `company${number}.silent.example.org`).catch(() => {});
  await pass(world, 1_000);
  const asked = lookUp('acme', 'company.example.org');
  expect(await durationOf(world, asked)).toBeLessThan(1_000);
  expect((await asked).status).toBe('safe');
});

describe('beside an account with 600 lists of one address each, at servers that never greet', () => {
  it('a list of 50 of another account is taken at once', async () => {
    const durations: number[] = [];
    for (const lists of [0, 600]) {
      const world = startWorld({}, 128);
      await grant(world, 'acme', 'flood');
      world.engine.jobs.work();
      const flooding = addresses('ungreeting.example.org', lists, 1);
      for (const email of flooding) await world.engine.jobs.submit([email], { account: 'flood' });
      // Batches that hang are worked on beyond the usual number, until there are four times as many.
      await pass(world, 5_000);
      durations.push(await listDuration(world, addresses('sound.example.org', 25, 2), 'acme'));
    }
    const [aloneMs = 0, besideMs = 0] = durations;
    expect(besideMs).toBeLessThanOrEqual(1.5 * aloneMs + boundMs);
  });
});
