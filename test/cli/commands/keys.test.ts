import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores, temporaryFile } from '../../sqlite/temporary-file.ts';
import { startRedis } from '../../support/redis-server.ts';
import { mailproof } from '../mailproof.ts';

/** A store in a file of its own, and the commands on it. */
async function scene() {
  const file = await temporaryFile();
  const env = { MAILPROOF_STORE: `sqlite:${file}` };
  const keys = (...words: string[]) => mailproof(['keys', ...words], { env });
  return {
    stores: openStores(file),
    keys,
    createKey: async (...words: string[]) =>
      (await keys('create', '--account', 'acme', ...words)).stdout.trim(),
    listed: async () => JSON.parse((await keys('list', '--account', 'acme', '--json')).stdout),
  };
}

describe('mailproof keys create', () => {
  it('prints the key alone on stdout, and it works at once in processes that have the store open', async () => {
    const { stores, keys } = await scene();
    const { code, stdout } = await keys('create', '--account', 'acme', '--label', 'website');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^mp_[\w-]{43}\n$/);
    expect(await stores.keys.find(stdout.trim())).toMatchObject({
      account: 'acme',
      label: 'website',
      revokedAt: null,
    });
  });

  it('says on stderr which account the key is for, and how to add credits', async () => {
    const file = await temporaryFile();
    const store = `sqlite:${file}`;
    const { stdout, stderr } = await mailproof([
      ...['keys', 'create', '--account', "ann's shop"],
      ...['--store', store],
    ]);
    expect(stderr).toContain('X-API-Key');
    expect(stderr).toContain(`mailproof credits add --account 'ann'\\''s shop' 100 --store ${store}\n`);
    expect(stderr).not.toContain(stdout.trim());
  });

  it('does not mention credits if the account has some', async () => {
    const file = await temporaryFile();
    const store = ['--store', `sqlite:${file}`];
    await mailproof(['credits', 'add', '--account', 'acme', '5', ...store]);
    const { stderr } = await mailproof(['keys', 'create', '--account', 'acme', ...store]);
    expect(stderr).not.toContain('credits');
  });

  it('needs an account', async () => {
    const { code, stdout, stderr } = await mailproof(['keys', 'create']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("required option '--account <name>' not specified");
  });
});

describe('mailproof keys create --test', () => {
  it('makes a key with the prefix test_, which needs no credits', async () => {
    const { keys, listed } = await scene();
    const { code, stdout, stderr } = await keys('create', '--account', 'acme', '--test');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^test_[\w-]{43}\n$/) });
    expect(stderr).not.toContain('credits');
    expect(await listed()).toMatchObject({ test: true });
  });
});

describe('mailproof keys rotate', () => {
  it.each(['key', 'id'] as const)(
    'prints a new key of the same id alone on stdout, given the %s',
    async (by) => {
      const { stores, keys, createKey, listed } = await scene();
      const old = await createKey('--label', 'website');
      const { id } = await listed();
      const { code, stdout, stderr } = await keys('rotate', by === 'key' ? old : id);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^mp_[\w-]{43}\n$/) });
      expect(stdout.trim()).not.toBe(old);
      const [, until = ''] = /accepted until (\S+)\. /.exec(stderr) ?? [];
      for (const key of [old, stdout.trim()]) expect(stderr).not.toContain(key);
      for (const key of [old, stdout.trim()])
        expect(await stores.keys.find(key)).toMatchObject({ id, label: 'website' });
      const record = await listed();
      expect(record).toMatchObject({ id, old_valid_until: until });
      expect(Date.parse(record.old_valid_until) - Date.parse(record.rotated_at)).toBe(86_400_000);
    },
  );

  it('ends the old key at once with --old-valid-for 0', async () => {
    const { stores, keys, createKey } = await scene();
    const old = await createKey();
    const { stdout, stderr } = await keys('rotate', old, '--old-valid-for', '0');
    expect(stderr).toContain('refused from now on');
    expect(await stores.keys.find(old)).toBeUndefined();
    expect(await stores.keys.find(stdout.trim())).toMatchObject({ account: 'acme' });
  });

  it.each([
    ['30m', 1_800_000],
    ['7d', 604_800_000],
    ['365d', 31_536_000_000],
  ])('takes --old-valid-for %s', async (time, ms) => {
    const { keys, createKey, listed } = await scene();
    const old = await createKey();
    await keys('rotate', old, '--old-valid-for', time);
    const record = await listed();
    expect(Date.parse(record.old_valid_until) - Date.parse(record.rotated_at)).toBe(ms);
  });

  it.each(['', '24', '1.5h', '-1h', '366d', '1w', '24 h', '0h '])(
    'refuses --old-valid-for "%s" with an example',
    async (time) => {
      const { code, stdout, stderr } = await mailproof([
        'keys',
        'rotate',
        'mp_some',
        `--old-valid-for=${time}`,
      ]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('such as 30m, 24h or 7d');
    },
  );

  it('exits with 1 if there is no such key, and does not repeat the argument', async () => {
    const { keys } = await scene();
    const { code, stdout, stderr } = await keys('rotate', 'mp_mistyped');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/no key with this value or id, or it is revoked/);
    expect(stderr).not.toContain('mp_mistyped');
  });
});

describe('mailproof keys revoke', () => {
  it.each(['key', 'id'] as const)('revokes a key by the %s', async (by) => {
    const { stores, keys, createKey, listed } = await scene();
    const key = await createKey();
    const { code, stderr } = await keys('revoke', by === 'key' ? key : (await listed()).id);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Revoked/) });
    expect(await stores.keys.find(key)).toBeUndefined();
  });

  it('exits with 1 if there is no such key, and does not repeat the argument', async () => {
    const { keys } = await scene();
    const { code, stderr } = await keys('revoke', 'mp_mistyped');
    expect(code).toBe(1);
    expect(stderr).toMatch(/no key with this value or id, or it is revoked/);
    expect(stderr).not.toContain('mp_mistyped');
  });
});

describe('mailproof keys list', () => {
  it('shows live and revoked keys of the account only, oldest first, and never a key itself', async () => {
    const { keys, createKey } = await scene();
    const first = await createKey('--label', 'old');
    await keys('create', '--account', 'other', '--label', 'theirs');
    const second = await createKey();
    await keys('revoke', first);

    const { stdout } = await keys('list', '--account', 'acme');
    const [head, , ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^id +kind +label +created +last used +old valid until +revoked$/);
    expect(rows).toEqual([
      expect.stringMatching(/^key_\w+ +live +old +20\S+Z +- +- +20\S+Z$/),
      expect.stringMatching(/^key_\w+ +live +- +20\S+Z +- +- +-$/),
    ]);
    expect(stdout).not.toContain(first);
    expect(stdout).not.toContain(second);
  });

  it('shows no time until which the old key is valid once the key is revoked', async () => {
    const { keys, createKey, listed } = await scene();
    const key = await createKey();
    const rotated = (await keys('rotate', key, '--old-valid-for', '7d')).stdout.trim();
    await keys('revoke', rotated);
    const { stdout: table } = await keys('list', '--account', 'acme');
    expect(table).toMatch(/^key_\w+ +live +- +20\S+Z +- +- +20\S+Z$/m);
    expect(await listed()).toMatchObject({
      rotated_at: expect.stringMatching(/Z$/),
      old_valid_until: null,
      revoked_at: expect.stringMatching(/Z$/),
    });
  });

  it('prints one JSON object per line with --json', async () => {
    const { keys, listed } = await scene();
    await keys('create', '--account', 'acme', '--label', 'a\u202eb');
    expect(await listed()).toEqual({
      id: expect.stringMatching(/^key_/),
      account: 'acme',
      label: 'a\u202eb',
      test: false,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      rotated_at: null,
      old_valid_until: null,
      revoked_at: null,
    });
  });

  it('says if there are none', async () => {
    const { keys } = await scene();
    expect(await keys('list', '--account', 'nobody')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^nobody has no keys in .*\. To create one: mailproof keys create --account nobody\n$/,
      ),
    });
  });
});

describe('a store in memory', () => {
  it.each([
    ['keys', 'create', '--account', 'acme'],
    ['keys', 'rotate', 'mp_some'],
    ['keys', 'revoke', 'mp_some'],
    ['keys', 'list', '--account', 'acme'],
    ['credits', 'add', '--account', 'acme', '1'],
    ['credits', 'show', '--account', 'acme'],
    ['credits', 'subtract', '--account', 'acme', '1'],
    ['accounts', 'list'],
    ['accounts', 'show', 'acme'],
    ['usage', '--account', 'acme'],
    ['jobs', 'list'],
  ])('is refused by %s %s, since nothing would be kept', async (...words) => {
    const { code, stdout, stderr } = await mailproof(words, { env: { MAILPROOF_STORE: 'memory:' } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/nothing would remain.*sqlite:<file>, postgres:.* or redis:/);
  });
});

describe('keys and credits on Redis', () => {
  it('are visible to the next command', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const env = { MAILPROOF_STORE: redis.url };
    const { stdout } = await mailproof(['keys', 'create', '--account', 'acme'], { env });
    expect(await mailproof(['credits', 'add', '--account', 'acme', '2.5'], { env })).toMatchObject({
      code: 0,
      stdout: 'acme has 2.5 credits\n',
    });
    expect(await mailproof(['keys', 'revoke', stdout.trim()], { env })).toMatchObject({ code: 0 });
    const { stdout: listed } = await mailproof(['keys', 'list', '--account', 'acme', '--json'], { env });
    expect(JSON.parse(listed)).toMatchObject({ account: 'acme', revoked_at: expect.stringMatching(/Z$/) });
  });
});
