import assert from 'node:assert/strict';
import type { Clock } from '../src/ports/clock.ts';
import type { KeyStore } from '../src/ports/key-store.ts';
import { ManualClock } from './manual-clock.ts';
import { type ContractRunner, checkSuite } from './runner.ts';

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

/** Tests a KeyStore: creation, look-up, revocation, lists, and that keys are stored only as hashes. */
export function keyStoreContract(runner: ContractRunner, subject: KeyStoreContractSubject): void {
  checkSuite(runner, subject);
  const { describe, it } = runner;
  const test = (name: string, body: (context: KeyTestContext) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
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
        createdAt: clock.now(),
        revokedAt: null,
      });
      assert.notEqual(record.id, '');
      assert(!key.includes(record.id) && !record.id.includes(key));
    });

    test('a key needs no label', async ({ keys }) => {
      const { record } = await keys.create({ account: 'acme' });
      assert.equal(record.label, null);
    });

    test('a key starts with mp_ and has at least 128 bits of URL-safe text', async ({ keys }) => {
      const { key } = await keys.create({ account: 'acme' });
      // 22 characters of 6 bits each are the fewest that can hold 128.
      assert.match(key, /^mp_[A-Za-z0-9_-]{22,}$/);
      assert(key.length <= 128);
    });

    test('keys and ids are unique, and every character of a key varies', async ({ keys }) => {
      const made = await Promise.all(Array.from({ length: 200 }, () => keys.create({ account: 'acme' })));
      assert.equal(new Set(made.map(({ key }) => key)).size, 200);
      assert.equal(new Set(made.map(({ record }) => record.id)).size, 200);
      // Even the last character of base64url, which may carry two bits only, takes more than one value here.
      const length = made[0]?.key.length ?? 0;
      for (let place = 'mp_'.length; place < length; place += 1) {
        assert(new Set(made.map(({ key }) => key[place])).size > 1, `place ${place}`);
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
      const { key: live } = await keys.create({ account: 'acme' });
      const stored = JSON.stringify([await dump(), await keys.list('acme'), record]);
      for (const secret of [key, live]) {
        assert(!stored.includes(secret));
        assert(!stored.includes(secret.slice('mp_'.length)));
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
