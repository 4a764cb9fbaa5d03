import assert from 'node:assert/strict';
import type { Clock } from '../src/ports/clock.ts';
import type { KeyStore } from '../src/ports/key-store.ts';
import { expectThat } from './failure/contract-failure.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';
import { race } from './until.ts';

/** A started store. */
export interface RunningKeyStore {
  readonly keys: KeyStore;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<KeyStore>;
  /** Returns all stored data as text. The suite checks that it contains no key. */
  dump?(): Promise<string>;
}

/** The adapter under test. */
export interface KeyStoreContractSubject {
  readonly name: string;
  /** Starts an empty store that uses this clock. */
  start(options: { clock: Clock }): Promise<RunningKeyStore>;
}

interface KeyTestContext {
  readonly keys: KeyStore;
  /** The second handle on the store if there is one, else the first. */
  readonly other: KeyStore;
  readonly clock: ManualClock;
  readonly dump: () => Promise<string>;
}

/** Tests a KeyStore: creation, look-up, rotation, revocation, lists, and that keys are stored only as hashes. */
export function keyStoreContract(runner: ContractRunner, subject: KeyStoreContractSubject): void {
  const suite = prepareSuite('KeyStore', runner, subject, { part: 'keys' });
  const { describe, it } = suite.runner;
  const test = (name: string, body: (context: KeyTestContext) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.keys;
        const dump = async () => (await running.dump?.()) ?? '';
        await body({ keys: running.keys, other, clock, dump });
      } finally {
        await running.stop();
      }
    });

  describe(`KeyStore contract: ${subject.name}`, () => {
    test('creating a key returns the key and its record', async ({ keys, clock }) => {
      const { key, record } = await keys.create({ account: 'acme', label: 'Zoë’s laptop' });
      assert.deepEqual(record, {
        id: record.id,
        account: 'acme',
        label: 'Zoë’s laptop',
        test: false,
        createdAt: clock.now(),
        rotatedAt: null,
        previousValidUntil: null,
        revokedAt: null,
        lastUsedAt: null,
      });
      assert.notEqual(record.id, '');
      expectThat(
        !key.includes(record.id) && !record.id.includes(key),
        'neither the id in the secret, nor the secret in the id',
        { key, id: record.id },
      );
    });

    test('a key needs no label', async ({ keys }) => {
      const { record } = await keys.create({ account: 'acme' });
      assert.equal(record.label, null);
    });

    test('a key starts with mp_ and has at least 128 bits of URL-safe text', async ({ keys }) => {
      const { key } = await keys.create({ account: 'acme' });
      // 22 characters of 6 bits each are the fewest that can hold 128.
      assert.match(key, /^mp_[A-Za-z0-9_-]{22,}$/);
      expectThat(key.length <= 128, 'a secret of at most 128 characters', key.length);
    });

    test('a test key starts with test_, also after it was rotated', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme', label: 'ci', test: true });
      assert.match(key, /^test_[A-Za-z0-9_-]{22,}$/);
      assert.equal(record.test, true);
      for (const handle of [keys, other]) assert.deepEqual(await handle.find(key), record);
      const rotated = await other.rotate(key);
      assert.match(rotated?.key ?? '', /^test_[A-Za-z0-9_-]{22,}$/);
      assert.equal(rotated?.record.test, true);
      assert.deepEqual(await keys.list('acme'), [rotated?.record]);
      await assert.rejects(keys.create({ account: 'acme', test: 'yes' as never }), {
        code: 'invalid_argument',
        parameter: 'test',
      });
    });

    test('keys and ids are unique, and every character of a key varies', async ({ keys }) => {
      const made = await Promise.all(Array.from({ length: 200 }, () => keys.create({ account: 'acme' })));
      assert.equal(new Set(made.map(({ key }) => key)).size, 200);
      assert.equal(new Set(made.map(({ record }) => record.id)).size, 200);
      // Even the last character of base64url, which may carry two bits only, takes more than one value here.
      const length = made[0]?.key.length ?? 0;
      for (let place = 'mp_'.length; place < length; place += 1) {
        const characters = new Set(made.map(({ key }) => key[place]));
        expectThat(characters.size > 1, `several characters at place ${place} of 200 secrets`, characters);
      }
    });

    test('every handle finds the record of a key', async ({ keys, other }) => {
      const first = await keys.create({ account: 'acme' });
      const second = await keys.create({ account: 'umbrella', label: 'ci' });
      for (const handle of [keys, other]) {
        assert.deepEqual(await handle.find(first.key), first.record);
        assert.deepEqual(await handle.find(second.key), second.record);
      }
    });

    test('a key is compared as given: nothing is trimmed or folded', async ({ keys }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      const nearly = [
        ` ${key}`,
        `${key} `,
        `${key}\n`,
        `\t${key}`,
        `${key}\0`,
        key.toUpperCase(),
        key.toLowerCase(),
        key.slice(0, -1),
        `${key}=`,
        key.slice('mp_'.length),
        `"${key}"`,
        `Bearer ${key}`,
        '',
        '*',
        '%',
        'mp_',
        '\ud800',
        'x'.repeat(100_000),
      ];
      for (const text of nearly.filter((text) => text !== key)) {
        assert.equal(await keys.find(text), undefined, JSON.stringify(text.slice(0, 100)));
      }
      assert.deepEqual(await keys.find(key), record);
    });

    test('an id is not a key', async ({ keys }) => {
      const { record } = await keys.create({ account: 'acme' });
      assert.equal(await keys.find(record.id), undefined);
    });

    test('a key is never stored', async ({ keys, dump }) => {
      const { key, record } = await keys.create({ account: 'acme', label: 'ci' });
      await keys.find(key);
      await keys.revoke(key);
      const { key: old } = await keys.create({ account: 'acme' });
      const { key: live } = (await keys.rotate(old)) ?? {};
      expectThat(live !== undefined, 'a new secret', live);
      const stored = JSON.stringify([await dump(), await keys.list('acme'), record]);
      for (const secret of [key, old, live]) {
        const found = stored.includes(secret.slice('mp_'.length));
        expectThat(!found, 'no secret in what is stored and listed', found);
      }
    });

    test('a revoked key is never found again, on any handle', async ({ keys, other, clock }) => {
      const { key } = await keys.create({ account: 'acme' });
      assert.notEqual(await other.find(key), undefined);
      assert.equal(await keys.revoke(key), true);
      assert.equal(await keys.find(key), undefined);
      assert.equal(await other.find(key), undefined);
      clock.leap(365 * 86_400_000);
      assert.equal(await other.find(key), undefined);
    });

    test('a key can be revoked by its id', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      assert.equal(await other.revoke(record.id), true);
      assert.equal(await keys.find(key), undefined);
    });

    test('revoke returns whether this call revoked the key', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      assert.equal(await keys.revoke(key), true);
      assert.equal(await keys.revoke(key), false);
      assert.equal(await other.revoke(record.id), false);
      for (const text of ['', 'acme', '*', '%', 'mp_unknown', ` ${key}`, '__proto__']) {
        assert.equal(await keys.revoke(text), false);
      }
    });

    test('of many concurrent revocations of one key exactly one succeeds', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? keys : other).revoke(index % 3 === 0 ? key : record.id),
        ),
      );
      assert.equal(results.filter(Boolean).length, 1);
    });

    test('revoking a key does not affect the other keys of its account', async ({ keys }) => {
      const first = await keys.create({ account: 'acme' });
      const second = await keys.create({ account: 'acme' });
      await keys.revoke(first.key);
      assert.deepEqual(await keys.find(second.key), second.record);
    });

    test('rotating a key gives it a new secret under the same id', async ({ keys, other, clock }) => {
      const { key, record } = await keys.create({ account: 'acme', label: 'ci' });
      clock.leap(5);
      const rotated = await other.rotate(key, { oldValidForMs: 1_000 });
      expectThat(rotated !== undefined, 'a new secret', rotated);
      const rotatedAt = clock.now();
      assert.deepEqual(rotated.record, { ...record, rotatedAt, previousValidUntil: rotatedAt + 1_000 });
      assert.match(rotated.key, /^mp_[A-Za-z0-9_-]{22,}$/);
      assert.notEqual(rotated.key, key);
      for (const handle of [keys, other]) assert.deepEqual(await handle.find(rotated.key), rotated.record);
      assert.deepEqual(await keys.list('acme'), [rotated.record]);
    });

    test('a replaced secret is valid for as long as was asked, by the clock of the store', async (context) => {
      const { keys, other, clock } = context;
      const { key, record } = await keys.create({ account: 'acme' });
      const rotated = await keys.rotate(record.id, { oldValidForMs: 1_000 });
      for (const handle of [keys, other]) assert.deepEqual(await handle.find(key), rotated?.record);
      clock.leap(999);
      for (const handle of [keys, other]) assert.deepEqual(await handle.find(key), rotated?.record);
      clock.leap(1);
      for (const handle of [keys, other]) assert.equal(await handle.find(key), undefined);
      assert.deepEqual(await other.find(rotated?.key ?? ''), rotated?.record);
    });

    test('a replaced secret is valid for 24 hours by default, and with 0 ends at once', async (context) => {
      const { keys, other, clock } = context;
      const { key, record } = await keys.create({ account: 'acme' });
      await other.rotate(record.id);
      clock.leap(24 * 3_600_000 - 1);
      assert.equal((await keys.find(key))?.id, record.id);
      clock.leap(1);
      assert.equal(await keys.find(key), undefined);
      const next = await keys.create({ account: 'acme' });
      assert.notEqual(await other.find(next.key), undefined);
      await keys.rotate(next.record.id, { oldValidForMs: 0 });
      for (const handle of [keys, other]) assert.equal(await handle.find(next.key), undefined);
    });

    test('a later rotation may shorten the time of earlier secrets, but never lengthens it', async (context) => {
      const { keys, other, clock } = context;
      const first = await keys.create({ account: 'acme' });
      const { id } = first.record;
      const second = await other.rotate(id, { oldValidForMs: 1_000 });
      const third = await keys.rotate(id, { oldValidForMs: 5_000 });
      clock.leap(999);
      for (const { key } of [first, second, third].filter((made) => made !== undefined))
        assert.equal((await other.find(key))?.id, id);
      clock.leap(1);
      assert.equal(await keys.find(first.key), undefined);
      assert.equal((await keys.find(second?.key ?? ''))?.id, id);
      const fourth = await keys.rotate(id, { oldValidForMs: 0 });
      for (const { key } of [first, second, third].filter((made) => made !== undefined))
        assert.equal(await other.find(key), undefined);
      assert.deepEqual(await other.find(fourth?.key ?? ''), fourth?.record);
      assert.equal(fourth?.record.previousValidUntil, clock.now());
    });

    test('a clock that is set back does not lengthen the time of a replaced secret', async (context) => {
      const { keys, clock } = context;
      const { key, record } = await keys.create({ account: 'acme' });
      await keys.rotate(record.id, { oldValidForMs: 1_000 });
      clock.adjust(-86_400_000);
      assert.equal(await keys.find(key), undefined);
      clock.leap(3_600_000);
      assert.equal(await keys.find(key), undefined);
    });

    test('a key is rotated and revoked by a replaced secret only while that is valid', async (context) => {
      const { keys, other, clock } = context;
      const { key, record } = await keys.create({ account: 'acme' });
      await keys.rotate(record.id, { oldValidForMs: 1_000 });
      const third = await other.rotate(key, { oldValidForMs: 1_000 });
      assert.equal(third?.record.id, record.id);
      clock.leap(1_000);
      assert.equal(await other.rotate(key), undefined);
      assert.equal(await other.revoke(key), false);
      assert.deepEqual(await keys.find(third?.key ?? ''), third?.record);
    });

    test('an unknown or revoked key cannot be rotated', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      for (const text of ['', 'acme', '*', '%', 'mp_unknown', ` ${key}`, '__proto__'])
        assert.equal(await keys.rotate(text), undefined);
      await keys.revoke(key);
      for (const text of [key, record.id]) assert.equal(await other.rotate(text), undefined);
      assert.equal((await keys.list('acme')).length, 1);
    });

    test('a revocation ends every secret of a key', async ({ keys, other }) => {
      const first = await keys.create({ account: 'acme' });
      const second = await keys.rotate(first.key);
      const third = await other.rotate(first.record.id);
      assert.equal(await other.revoke(first.key), true);
      for (const made of [first, second, third])
        for (const handle of [keys, other]) assert.equal(await handle.find(made?.key ?? ''), undefined);
      assert.equal(await keys.revoke(third?.key ?? ''), false);
    });

    test('of concurrent rotations each replaces the secret of the one before', async ({ keys, other }) => {
      const first = await keys.create({ account: 'acme' });
      const { id } = first.record;
      const rotated = await race(12, (racer) =>
        (racer % 2 === 0 ? keys : other).rotate(id, { oldValidForMs: 60_000 }),
      );
      const secrets = [first, ...rotated].map((made) => made?.key ?? '');
      assert.equal(new Set(secrets).size, 13);
      for (const secret of secrets) assert.equal((await keys.find(secret))?.id, id);
      const last = await race(12, (racer) =>
        (racer % 2 === 0 ? keys : other).rotate(id, { oldValidForMs: 0 }),
      );
      const found = await Promise.all(last.map((made) => other.find(made?.key ?? '')));
      assert.equal(found.filter((record) => record !== undefined).length, 1);
      for (const secret of secrets) assert.equal(await other.find(secret), undefined);
    });

    test('no secret of a key outlives a revocation that races with rotations', async ({ keys, other }) => {
      for (let round = 0; round < 5; round += 1) {
        const { key, record } = await keys.create({ account: 'acme' });
        const rotated = await race(7, async (racer) => {
          const handle = racer % 2 === 0 ? keys : other;
          if (racer !== 3) return handle.rotate(record.id);
          assert.equal(await handle.revoke(record.id), true);
          return undefined;
        });
        for (const secret of [key, ...rotated.map((made) => made?.key ?? '')])
          for (const handle of [keys, other]) assert.equal(await handle.find(secret), undefined);
      }
    });

    test('refuses a time for replaced secrets that is out of range, and changes nothing', async (context) => {
      const { keys } = context;
      const { key, record } = await keys.create({ account: 'acme' });
      for (const oldValidForMs of [-1, 0.5, Number.NaN, 365 * 86_400_000 + 1])
        await assert.rejects(keys.rotate(record.id, { oldValidForMs }), {
          code: 'invalid_argument',
          parameter: 'oldValidForMs',
        });
      assert.deepEqual(await keys.find(key), record);
    });

    test('a list shows live and revoked keys, oldest first', async ({ keys, other, clock }) => {
      const ids = [];
      for (let number = 0; number < 12; number += 1) {
        const { record } = await keys.create({ account: 'acme', label: `key ${number}` });
        ids.push(record.id);
        if (number % 3 === 0) clock.leap(1);
      }
      clock.leap(1_000);
      await keys.revoke(ids[4] ?? '');
      const listed = await other.list('acme');
      assert.deepEqual(
        listed.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(
        listed.map(({ label }) => label),
        ids.map((_, number) => `key ${number}`),
      );
      assert.deepEqual(
        listed.map(({ revokedAt }) => revokedAt),
        ids.map((_, number) => (number === 4 ? clock.now() : null)),
      );
    });

    test('a list shows when a key was last used', async ({ keys, other, clock }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      const { record: unused } = await keys.create({ account: 'acme' });
      const times = async () => (await keys.list('acme')).map(({ lastUsedAt }) => lastUsedAt);
      assert.deepEqual(await times(), [null, null]);
      clock.leap(60_000);
      await other.markUsed(record.id);
      const lastUsedAt = clock.now();
      assert.deepEqual(await keys.list('acme'), [{ ...record, lastUsedAt }, unused]);
      clock.adjust(-30_000);
      await keys.markUsed(record.id);
      assert.deepEqual(await times(), [lastUsedAt, null]);
      clock.adjust(90_000);
      await keys.markUsed(record.id);
      assert.deepEqual(await times(), [lastUsedAt + 60_000, null]);
      assert.equal((await keys.rotate(record.id))?.record.lastUsedAt, lastUsedAt + 60_000);
      assert.equal((await other.find(key))?.id, record.id);
    });

    test('an unknown or revoked key is not used', async ({ keys, clock }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      const revokedAt = clock.now();
      await keys.revoke(key);
      for (const id of [record.id, key, '', '%', '__proto__']) await keys.markUsed(id);
      assert.deepEqual(await keys.list('acme'), [{ ...record, revokedAt }]);
    });

    test('a key that is used while it is revoked stays revoked', async ({ keys, other }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      await race<unknown>(20, (index) =>
        index === 10 ? other.revoke(key) : (index % 2 === 0 ? keys : other).markUsed(record.id),
      );
      assert.notEqual((await keys.list('acme'))[0]?.revokedAt, null);
      assert.equal(await other.find(key), undefined);
    });

    test('a repeated revocation keeps the time of the first', async ({ keys, clock }) => {
      const { key, record } = await keys.create({ account: 'acme' });
      clock.leap(5);
      await keys.revoke(key);
      const revokedAt = clock.now();
      clock.leap(5);
      await keys.revoke(record.id);
      assert.deepEqual(await keys.list('acme'), [{ ...record, revokedAt }]);
    });

    test('accounts see only their own keys, whatever their names', async ({ keys, other }) => {
      const accounts = ['acme', 'ACME', 'acme ', 'acme:1', 'ac*', '%', 'Zoë', 'Zoe\u0308', 'é'.repeat(5_000)];
      const made = new Map<string, string>();
      for (const account of accounts) made.set(account, (await keys.create({ account })).record.id);
      for (const account of accounts) {
        const listed = await other.list(account);
        assert.deepEqual(
          listed.map((record) => [record.account, record.id]),
          [[account, made.get(account)]],
        );
      }
      assert.deepEqual(await keys.list('nobody'), []);
    });

    test('refuses an account or label that cannot be stored unchanged', async ({ keys }) => {
      const invalid = (parameter: string) => ({ code: 'invalid_argument', parameter });
      for (const account of ['', 'ac\0me', 'acme\ud83e']) {
        await assert.rejects(keys.create({ account }), invalid('account'));
      }
      await assert.rejects(keys.create({ account: 'acme', label: '\ud83e' }), invalid('label'));
      assert.deepEqual(await keys.list('acme'), []);
    });
  });
}
