import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { ConsoleSessions } from '../../../adapters/console/sign-in/console-sessions.ts';
import { race } from '../../../contract/until.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { storeKinds } from '../../stores/store-kinds.ts';
import { ManualClock } from '../../support/manual-clock.ts';

interface Scene {
  readonly sessions: ConsoleSessions;
  /** As another process has them, if the stores are shared. */
  readonly other: ConsoleSessions;
  readonly clock: ManualClock;
  readonly stores: Stores;
}

const aDay = 86_400_000;
const neverMade = ['', ' ', '*', '%', '__proto__', 'session-unknown-000', 'x'.repeat(100_000)];
const accountNames = [
  'acme',
  'ACME',
  'acme ',
  'acme:1',
  'ac*',
  '%',
  '__proto__',
  'Zoë',
  'Zoe\u0308',
  'é'.repeat(5_000),
];

function numbered(kind: string, number: number): string {
  return `${kind}-${String(number).padStart(12, '0')}`;
}

/** Adds a pending invitation and a session of the account. */
async function enter(sessions: ConsoleSessions, account: string, number: number): Promise<void> {
  const validForMs = aDay;
  await sessions.invite({ id: numbered('used-invitation', number), account, validForMs });
  await sessions.invite({ id: numbered('invitation', number), account, validForMs });
  await sessions.redeem(numbered('used-invitation', number), {
    id: numbered('session', number),
    validForMs,
  });
}

describe.each(Object.entries(storeKinds()))('sign-ins to the console, in %s', (_, open) => {
  const test = (name: string, body: (scene: Scene) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const { stores, second } = await open(clock);
      const [sessions, other] = [stores, second].map(({ cache }) => new ConsoleSessions({ cache, clock }));
      await body({ sessions: sessions!, other: other!, clock, stores });
    });

  const [link, otherLink] = ['invitation-abcDEF_0', 'invitation-abcDEF_1'] as const;
  const [browser, otherBrowser] = ['session-abcDEF_0', 'session-abcDEF_1'] as const;

  test('an invitation is pending until it is used', async ({ sessions, other, clock }) => {
    const invitation = await sessions.invite({ id: link, account: 'acme', validForMs: 1_000 });
    const createdAt = clock.now();
    assert.deepEqual(invitation, { id: link, account: 'acme', createdAt, expiresAt: createdAt + 1_000 });
    for (const handle of [sessions, other]) assert.deepEqual(await handle.invitations('acme'), [invitation]);
    await other.redeem(link, { id: browser, validForMs: 5_000 });
    for (const handle of [sessions, other]) assert.deepEqual(await handle.invitations('acme'), []);
  });

  test('an invitation begins a session of its account, once', async ({ sessions, other, clock }) => {
    await sessions.invite({ id: link, account: 'Zoë & co', validForMs: 1_000 });
    clock.leap(500);
    const session = await other.redeem(link, { id: browser, validForMs: 5_000 });
    const createdAt = clock.now();
    const expected = { id: browser, account: 'Zoë & co', createdAt, expiresAt: createdAt + 5_000 };
    assert.deepEqual(session, expected);
    for (const handle of [sessions, other]) {
      assert.deepEqual(await handle.find(browser), expected);
      assert.equal(await handle.redeem(link, { id: otherBrowser, validForMs: 5_000 }), undefined);
      assert.equal(await handle.find(otherBrowser), undefined);
    }
  });

  test('a process that dies while it redeems an invitation leaves that or the session', async (context) => {
    const { sessions, clock, stores } = context;
    for (let died = 0; ; died += 1) {
      const [invitation, begun] = [numbered('invitation', died), numbered('session', died)];
      await sessions.invite({ id: invitation, account: 'acme', validForMs: aDay });
      let left = died;
      const cache: Cache = Object.assign(Object.create(stores.cache), {
        get: (key: string) => stores.cache.get(key),
        set: async (...args: Parameters<Cache['set']>) => stores.cache.set(...args),
        replace: async (...args: Parameters<Cache['replace']>) => {
          if (left === 0) throw new Error('The process has died.');
          left -= 1;
          return stores.cache.replace(...args);
        },
      });
      const dying = new ConsoleSessions({ cache, clock });
      const outcome = await dying.redeem(invitation, { id: begun, validForMs: aDay }).catch(() => 'died');
      assert.equal((await sessions.find(begun)) === undefined, outcome === 'died');
      const again = { id: `${begun}-again`, validForMs: aDay };
      assert.equal((await sessions.redeem(invitation, again)) !== undefined, outcome === 'died');
      if (outcome !== 'died') break;
    }
  });

  test('of many concurrent calls that redeem an invitation exactly one does', async ({ sessions, other }) => {
    await sessions.invite({ id: link, account: 'acme', validForMs: 1_000 });
    const begun = await race(20, (racer) =>
      (racer % 2 === 0 ? sessions : other).redeem(link, {
        id: numbered('session', racer),
        validForMs: 5_000,
      }),
    );
    assert.equal(begun.filter((session) => session !== undefined).length, 1);
    const found = await Promise.all(begun.map((_, racer) => other.find(numbered('session', racer))));
    assert.deepEqual(found, begun);
  });

  test('an invitation expires to the millisecond', async ({ sessions, other, clock }) => {
    for (const id of [link, otherLink]) await sessions.invite({ id, account: 'acme', validForMs: 1_000 });
    clock.leap(999);
    assert.equal((await other.invitations('acme')).length, 2);
    const session = await other.redeem(link, { id: browser, validForMs: 5_000 });
    assert.equal(session?.account, 'acme');
    clock.leap(1);
    assert.deepEqual(await sessions.invitations('acme'), []);
    assert.equal(await sessions.withdraw(otherLink), false);
    for (const handle of [sessions, other])
      assert.equal(await handle.redeem(otherLink, { id: otherBrowser, validForMs: 5_000 }), undefined);
    assert.equal(await sessions.find(otherBrowser), undefined);
  });

  test('a session expires to the millisecond, however often it was found', async (context) => {
    const { sessions, other, clock } = context;
    await sessions.invite({ id: link, account: 'acme', validForMs: 1_000 });
    const session = await sessions.redeem(link, { id: browser, validForMs: 5_000 });
    for (let passed = 0; passed < 4_000; passed += 1_000) {
      for (const handle of [sessions, other]) assert.deepEqual(await handle.find(browser), session);
      clock.leap(1_000);
    }
    clock.leap(999);
    for (const handle of [sessions, other]) assert.deepEqual(await handle.find(browser), session);
    clock.leap(1);
    for (const handle of [sessions, other]) assert.equal(await handle.find(browser), undefined);
    assert.equal(await sessions.end(browser), false);
  });

  test('refuses both while the clock is set back by more than a minute to before they were made', async (context) => {
    const { sessions, other, clock } = context;
    for (const id of [link, otherLink]) await sessions.invite({ id, account: 'acme', validForMs: aDay });
    const session = await sessions.redeem(link, { id: browser, validForMs: aDay });
    clock.adjust(-60_001);
    for (const handle of [sessions, other]) {
      assert.equal(await handle.redeem(otherLink, { id: otherBrowser, validForMs: aDay }), undefined);
      assert.equal(await handle.find(browser), undefined);
    }
    clock.adjust(1);
    assert.deepEqual(await other.find(browser), session);
    clock.adjust(60_000);
    assert.deepEqual(await other.find(browser), session);
    assert.equal((await other.redeem(otherLink, { id: otherBrowser, validForMs: aDay }))?.account, 'acme');
  });

  test('the operator has sessions without an account', async ({ sessions, other, clock }) => {
    const session = await sessions.begin({ id: browser, validForMs: aDay });
    const createdAt = clock.now();
    assert.deepEqual(session, { id: browser, account: null, createdAt, expiresAt: createdAt + aDay });
    for (const handle of [sessions, other]) assert.deepEqual(await handle.find(browser), session);
    clock.leap(aDay);
    assert.equal(await other.find(browser), undefined);
  });

  test('a session that has been ended is never found again, on any handle', async (context) => {
    const { sessions, other, clock } = context;
    const session = await sessions.begin({ id: browser, validForMs: aDay });
    assert.deepEqual(await other.find(browser), session);
    assert.equal(await sessions.end(browser), true);
    for (const handle of [other, sessions]) {
      assert.equal(await handle.find(browser), undefined);
      assert.equal(await handle.end(browser), false);
    }
    clock.adjust(-1_000);
    assert.equal(await other.find(browser), undefined);
  });

  test('of many concurrent calls that end a session exactly one does', async ({ sessions, other }) => {
    await sessions.begin({ id: browser, validForMs: aDay });
    const ended = await race(20, (racer) => (racer % 2 === 0 ? sessions : other).end(browser));
    assert.equal(ended.filter(Boolean).length, 1);
  });

  test('an invitation that was withdrawn begins no session', async ({ sessions, other }) => {
    for (const id of [link, otherLink]) await sessions.invite({ id, account: 'acme', validForMs: aDay });
    assert.equal(await other.withdraw(link), true);
    for (const handle of [sessions, other]) {
      assert.equal(await handle.withdraw(link), false);
      assert.equal(await handle.redeem(link, { id: browser, validForMs: aDay }), undefined);
    }
    assert.equal(await sessions.find(browser), undefined);
    assert.deepEqual(
      (await sessions.invitations('acme')).map(({ id }) => id),
      [otherLink],
    );
  });

  test('an invitation is withdrawn or used, never both', async ({ sessions, other }) => {
    for (let round = 0; round < 5; round += 1) {
      const id = numbered('invitation', round);
      const begun = numbered('session', round);
      await sessions.invite({ id, account: 'acme', validForMs: aDay });
      const outcomes = await race(6, async (racer) => {
        const handle = racer % 2 === 0 ? sessions : other;
        if (racer < 3) return handle.withdraw(id);
        return (await handle.redeem(id, { id: `${begun}-${racer}`, validForMs: aDay })) !== undefined;
      });
      assert.equal(outcomes.filter(Boolean).length, 1);
    }
  });

  test('an id is looked for as it is given, and only among its own kind', async ({ sessions, other }) => {
    await sessions.invite({ id: link, account: 'acme', validForMs: aDay });
    await sessions.begin({ id: browser, validForMs: aDay });
    const nearly = [link, browser].flatMap((id) => [
      ` ${id}`,
      `${id}\n`,
      `${id}0`,
      id.slice(0, -1),
      id.toLowerCase(),
      id.toUpperCase(),
    ]);
    for (const text of [...nearly, ...neverMade, link]) {
      assert.equal(await other.find(text), undefined);
      assert.equal(await other.end(text), false);
    }
    for (const text of [...nearly, ...neverMade, browser]) {
      assert.equal(await other.redeem(text, { id: otherBrowser, validForMs: aDay }), undefined);
      assert.equal(await other.withdraw(text), false);
    }
    assert.equal((await sessions.find(browser))?.account, null);
    assert.equal((await sessions.invitations('acme')).length, 1);
  });

  test('invitations are listed in the order in which they were made', async ({ sessions, other, clock }) => {
    const ids = Array.from({ length: 12 }, (_, number) => numbered('invitation', (number * 7) % 12));
    for (const [number, id] of ids.entries()) {
      await sessions.invite({ id, account: 'acme', validForMs: aDay });
      if (number % 3 === 0) clock.leap(1);
      if (number === 6) clock.adjust(-1_000);
    }
    const listed = (await other.invitations('acme')).map(({ id }) => id);
    assert.deepEqual(listed, ids);
  });

  test('the 21st pending invitation of an account ends its oldest', async ({ sessions, other, clock }) => {
    await sessions.invite({ id: numbered('others', 0), account: 'umbrella', validForMs: aDay });
    const ids = Array.from({ length: 21 }, (_, number) => numbered('invitation', number));
    await sessions.invite({ id: ids[0] ?? '', account: 'acme', validForMs: aDay });
    // Those that have expired or were used do not count, though they are newer than one that does.
    await sessions.invite({ id: numbered('short', 0), account: 'acme', validForMs: 1 });
    await sessions.invite({ id: numbered('short', 1), account: 'acme', validForMs: aDay });
    await sessions.redeem(numbered('short', 1), { id: browser, validForMs: aDay });
    clock.leap(1);
    for (const id of ids.slice(1, 20)) await sessions.invite({ id, account: 'acme', validForMs: aDay });
    const listed = async () => (await other.invitations('acme')).map(({ id }) => id);
    assert.deepEqual(await listed(), ids.slice(0, 20));
    await other.invite({ id: ids[20] ?? '', account: 'acme', validForMs: aDay });
    assert.deepEqual(await listed(), ids.slice(1));
    assert.equal(await other.redeem(ids[0] ?? '', { id: otherBrowser, validForMs: aDay }), undefined);
    assert.equal((await sessions.invitations('umbrella')).length, 1);
  });

  test('the 21st session of an account, or of the operator, ends its oldest', async (context) => {
    const { sessions, other, clock } = context;
    await sessions.invite({ id: numbered('others', 0), account: 'umbrella', validForMs: aDay });
    await sessions.redeem(numbered('others', 0), { id: otherBrowser, validForMs: aDay });
    const begin = async (account: string | null, id: string, validForMs = aDay) => {
      if (account === null) return sessions.begin({ id, validForMs });
      await sessions.invite({ id: `link-${id}`, account, validForMs });
      return other.redeem(`link-${id}`, { id, validForMs });
    };
    for (const account of ['acme', null]) {
      const kind = account ?? 'operator';
      const ids = Array.from({ length: 21 }, (_, number) => numbered(kind, number));
      await begin(account, ids[0] ?? '');
      // One that has expired does not count, though it is newer than one that does.
      await begin(account, numbered(`${kind}-short`, 0), 1);
      clock.leap(1);
      for (const id of ids.slice(1, 20)) await begin(account, id);
      const found = () => Promise.all(ids.map(async (id) => (await other.find(id)) !== undefined));
      assert.deepEqual(
        await found(),
        ids.map((_, number) => number < 20),
      );
      // A clock that is set back does not make the newest one the oldest.
      clock.adjust(-1_000);
      await begin(account, ids[20] ?? '');
      clock.adjust(1_000);
      assert.deepEqual(
        await found(),
        ids.map((_, number) => number > 0),
      );
    }
    assert.equal((await sessions.find(otherBrowser))?.account, 'umbrella');
  });

  test('an account never has more than 20 sessions, however many begin at once', async (context) => {
    const { sessions, other } = context;
    await race(30, (racer) =>
      (racer % 2 === 0 ? sessions : other).begin({ id: numbered('session', racer), validForMs: aDay }),
    );
    assert.equal(await other.endAll(null), 20);
  });

  test('all sessions and pending invitations of an account end together', async (context) => {
    const { sessions, other, clock } = context;
    await sessions.invite({ id: numbered('short', 0), account: 'acme', validForMs: 1 });
    clock.leap(1);
    await enter(sessions, 'acme', 1);
    await enter(other, 'acme', 2);
    await sessions.begin({ id: numbered('operator', 1), validForMs: aDay });
    assert.equal(await other.endAll('acme'), 4);
    assert.equal(await sessions.endAll('acme'), 0);
    for (const handle of [sessions, other]) {
      assert.deepEqual(await handle.invitations('acme'), []);
      for (const number of [1, 2]) assert.equal(await handle.find(numbered('session', number)), undefined);
      const again = { id: numbered('session', 3), validForMs: aDay };
      assert.equal(await handle.redeem(numbered('invitation', 1), again), undefined);
    }
    assert.equal((await sessions.find(numbered('operator', 1)))?.account, null);
    await enter(sessions, 'acme', 4);
    assert.equal((await other.find(numbered('session', 4)))?.account, 'acme');
  });

  test('all sessions of the operator end together, and no others', async ({ sessions, other }) => {
    await enter(sessions, 'acme', 1);
    for (const number of [1, 2]) await sessions.begin({ id: numbered('operator', number), validForMs: aDay });
    assert.equal(await other.endAll(null), 2);
    for (const number of [1, 2]) assert.equal(await sessions.find(numbered('operator', number)), undefined);
    assert.equal((await sessions.find(numbered('session', 1)))?.account, 'acme');
    assert.equal((await sessions.invitations('acme')).length, 1);
  });

  test('accounts are told apart exactly, whatever their names', async ({ sessions, other }) => {
    for (const [number, account] of accountNames.entries()) await enter(sessions, account, number);
    for (const [number, account] of accountNames.entries()) {
      const listed = await other.invitations(account);
      assert.deepEqual(
        listed.map((invitation) => [invitation.account, invitation.id]),
        [[account, numbered('invitation', number)]],
      );
      assert.equal((await other.find(numbered('session', number)))?.account, account);
      assert.equal(await other.endAll(account), 2);
      const left = await Promise.all(
        accountNames.map(async (_, index) => (await sessions.find(numbered('session', index))) === undefined),
      );
      assert.deepEqual(
        left,
        accountNames.map((_, index) => index <= number),
      );
    }
    assert.deepEqual(await sessions.invitations('nobody'), []);
    assert.equal(await sessions.endAll('nobody'), 0);
  });

  test('nothing of an account outlives its end, also what begins at the same time', async (context) => {
    const { sessions, other } = context;
    for (let round = 0; round < 5; round += 1) {
      const [invitation, session] = [numbered('invitation', round), numbered('session', round)];
      await sessions.invite({ id: invitation, account: 'acme', validForMs: aDay });
      const outcomes = await race(2, async (racer) => {
        if (racer === 1) return other.endAll('acme');
        const begun = await sessions.redeem(invitation, { id: session, validForMs: aDay });
        return begun === undefined ? 'ended' : 'begun';
      });
      const found = await other.find(session);
      assert.deepEqual(await other.invitations('acme'), []);
      // Either it ended the invitation, or the session that the invitation had begun.
      assert.deepEqual([outcomes[1], found], [1, undefined]);
    }
  });

  test('refuses an id that is in use with conflict, and changes nothing', async (context) => {
    const { sessions, other, clock } = context;
    const invitation = await sessions.invite({ id: link, account: 'acme', validForMs: aDay });
    const session = await sessions.begin({ id: browser, validForMs: aDay });
    clock.leap(1);
    const conflict = { code: 'conflict' };
    await assert.rejects(other.invite({ id: link, account: 'umbrella', validForMs: aDay }), conflict);
    await assert.rejects(other.begin({ id: browser, validForMs: 1 }), conflict);
    await assert.rejects(other.redeem(link, { id: browser, validForMs: aDay }), conflict);
    assert.deepEqual(await other.invitations('acme'), [invitation]);
    assert.deepEqual(await other.invitations('umbrella'), []);
    assert.deepEqual(await sessions.find(browser), session);
  });

  test('refuses durations that are out of range, and changes nothing', async ({ sessions }) => {
    await sessions.invite({ id: link, account: 'acme', validForMs: 1 });
    const invalid = { code: 'invalid_argument', parameter: 'validForMs' };
    for (const validForMs of [0, -1, 0.5, Number.NaN, aDay + 1, '1000' as never]) {
      await assert.rejects(sessions.invite({ id: otherLink, account: 'acme', validForMs }), invalid);
      await assert.rejects(sessions.begin({ id: browser, validForMs }), invalid);
      await assert.rejects(sessions.redeem(link, { id: browser, validForMs }), invalid);
    }
    assert.equal((await sessions.invitations('acme')).length, 1);
    assert.equal(await sessions.endAll(null), 0);
  });

  test('refuses an account that cannot be stored unchanged', async ({ sessions }) => {
    const invalid = { code: 'invalid_argument', parameter: 'account' };
    for (const account of ['', 'ac\0me', 'acme\ud83e', undefined as never]) {
      await assert.rejects(sessions.invite({ id: link, account, validForMs: aDay }), invalid);
      await assert.rejects(sessions.endAll(account), invalid);
    }
    await assert.rejects(sessions.invite({ id: link, account: null as never, validForMs: aDay }), invalid);
    assert.equal(await sessions.redeem(link, { id: browser, validForMs: aDay }), undefined);
  });
});
