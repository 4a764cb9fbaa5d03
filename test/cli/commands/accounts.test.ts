import { describe, expect, it, onTestFinished } from 'vitest';
import { ConsoleSessions } from '../../../adapters/console/sign-in/console-sessions.ts';
import { createSignIn } from '../../../adapters/console/sign-in/sign-in.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { newJob } from '../../../contract/jobs/sample-data.ts';
import type { ChargePurpose } from '../../../src/ports/credit-ledger.ts';
import { memoryBudgets } from '../../budgets/memory-budgets.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { mailproof } from '../mailproof.ts';

async function scene() {
  const file = await temporaryFile();
  const stores = sqliteStores(file);
  onTestFinished(() => stores.close());
  const run = (...words: string[]) => mailproof([...words, '--store', `sqlite:${file}`]);
  await run('credits', 'add', '--account', 'acme', '100');
  const charge = async (id: string, milliCredits: number, purpose: ChargePurpose) => {
    await stores.ledger.hold({ id, account: 'acme', milliCredits, expiresInMs: 60_000, purpose });
    await stores.ledger.capture(id);
  };
  const sessions = new ConsoleSessions({ cache: stores.cache, clock: systemClock });
  return { stores, sessions, run, charge };
}

describe('mailproof accounts', () => {
  it('lists all accounts with their balances', async () => {
    const { stores, run } = await scene();
    await run('credits', 'add', '--account', 'umbrella', '0.5');
    await stores.ledger.hold({ id: 'h', account: 'acme', milliCredits: 200, expiresInMs: 60_000 });
    const { code, stdout } = await run('accounts', 'list');
    expect(code).toBe(0);
    const [head, , ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^account +credits +held$/);
    expect(rows).toEqual([
      expect.stringMatching(/^acme +99\.8 +0\.2$/),
      expect.stringMatching(/^umbrella +0\.5 +0$/),
    ]);
    const { stdout: lines } = await run('accounts', 'list', '--json');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { account: 'acme', credits: 99.8, held: 0.2 },
      { account: 'umbrella', credits: 0.5, held: 0 },
    ]);
  });

  it('says if there are none', async () => {
    const store = `sqlite:${await temporaryFile()}`;
    expect(await mailproof(['accounts', 'list', '--store', store])).toEqual({
      code: 0,
      stdout: '',
      stderr: `No account has had credits yet in ${store.slice('sqlite:'.length)} (there is no such file).\n`,
    });
  });

  it('shows one with its keys and unfinished jobs', async () => {
    const { stores, run } = await scene();
    for (const test of [false, false, true]) await stores.keys.create({ account: 'acme', test });
    const { record } = await stores.keys.create({ account: 'acme' });
    await stores.keys.revoke(record.id);
    await stores.jobs.create(newJob({ account: 'acme' }), [{ email: 'a@example.org' }]);
    const { stdout } = await run('accounts', 'show', 'acme', '--json');
    expect(JSON.parse(stdout)).toEqual({
      account: 'acme',
      credits: 100,
      held: 0,
      live_keys: 2,
      test_keys: 1,
      revoked_keys: 1,
      unfinished_jobs: 1,
    });
    expect((await run('accounts', 'show', 'acme')).stdout).toMatch(/^account +acme\ncredits +100\n/);
  });
});

describe('mailproof accounts invite', () => {
  it('prints a link that signs the account in to the console, once, for as long as it says', async () => {
    const { sessions, run } = await scene();
    const { code, stdout, stderr } = await run('accounts', 'invite', 'acme', '--valid-for', '30m');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console#\/sign-in\/inv_[\w-]{43}\n$/);
    expect(stderr).toMatch(
      /^This link signs in to the console as acme, once, until \d{4}-.*Z\. It is shown this once\.\n$/,
    );
    const secret = stdout.trim().split('/').at(-1) ?? '';
    const [invitation] = await sessions.invitations('acme');
    expect(invitation!.expiresAt - invitation!.createdAt).toBe(30 * 60_000);
    expect(stderr).toContain(new Date(invitation!.expiresAt).toISOString().slice(0, 16));
    const { signIn } = createSignIn({
      sessions,
      adminToken: undefined,
      budgets: memoryBudgets(systemClock),
      onFailure: () => {},
    });
    const request = { method: 'POST', header: () => undefined, clientAddress: undefined };
    const { signedIn } = await signIn(request, { kind: 'invitation', secret });
    expect(signedIn.session.account).toBe('acme');
    await expect(signIn(request, { kind: 'invitation', secret })).rejects.toThrow('not valid');
  });

  it.each(['0', '7d', '2w'])('refuses --valid-for %s with what it takes', async (time) => {
    const { run } = await scene();
    const { code, stderr } = await run('accounts', 'invite', 'acme', '--valid-for', time);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `mailproof: --valid-for is "${time}". Set it to how long the link is valid, such as 30m, at most 24h.\n`,
    );
  });

  it('warns of a link to http on another machine, over which no browser keeps a sign-in', async () => {
    const { run } = await scene();
    const invite = (url: string) => run('accounts', 'invite', 'acme', '--url', url);
    const plain = await invite('http://192.0.2.5:8080/console');
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(/^http:\/\/192\.0\.2\.5:8080\/console#\/sign-in\/inv_/);
    expect(plain.stderr).toContain('http://192.0.2.5:8080 is not https');
    const urls = [
      'https://mail.example.com/console',
      'http://localhost:8080/console',
      'http://127.0.0.1:8080/console',
      'http://[::1]:8080/console',
    ];
    for (const url of urls) expect((await invite(url)).stderr).not.toContain('is not https');
  });

  it('makes no link for an account that nothing is known of', async () => {
    const { sessions, run } = await scene();
    expect(await run('accounts', 'invite', 'acmee')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^mailproof: There is no account acmee \(no credits, no keys\) in \/.*\.\n$/,
      ),
    });
    expect(await sessions.invitations('acmee')).toEqual([]);
  });

  it.each(['0', '25h', '2d', 'soon'])('makes no link that is valid for %s', async (validFor) => {
    const { sessions, run } = await scene();
    const { code, stdout, stderr } = await run('accounts', 'invite', 'acme', '--valid-for', validFor);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(`--valid-for is "${validFor}"`);
    expect(await sessions.invitations('acme')).toEqual([]);
  });
});

describe('an account that nothing is known of', () => {
  const unknown = expect.stringMatching(
    /^(mailproof: )?There is no account nobody \(no credits, no keys\) in \/.*\.\n$/,
  );

  it('cannot be shown', async () => {
    const { run } = await scene();
    const refused = { code: 1, stdout: '', stderr: unknown };
    expect(await run('accounts', 'show', 'nobody')).toEqual(refused);
    expect(await run('accounts', 'show', 'nobody', '--json')).toEqual(refused);
  });

  it('has no usage', async () => {
    const { run } = await scene();
    const refused = { code: 1, stdout: '', stderr: unknown };
    expect(await run('usage', '--account', 'nobody')).toEqual(refused);
    expect(await run('usage', '--account', 'nobody', '--json')).toEqual(refused);
  });

  it('has nothing to take', async () => {
    const { run } = await scene();
    const refused = { code: 1, stdout: '', stderr: unknown };
    expect(await run('credits', 'subtract', '--account', 'nobody', '1')).toEqual(refused);
  });

  it('is not one that has a key alone, or has spent all', async () => {
    const { stores, run } = await scene();
    await stores.keys.create({ account: 'new' });
    await run('credits', 'subtract', '--account', 'acme', '100');
    for (const account of ['new', 'acme'])
      expect(await run('accounts', 'show', account)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('mailproof credits subtract', () => {
  it('takes credits once per --id', async () => {
    const { run } = await scene();
    const words = ['credits', 'subtract', '--account', 'acme', '30.5', '--id', 'correction 1'];
    expect(await run(...words)).toMatchObject({ code: 0, stdout: 'acme has 69.5 credits\n' });
    expect(await run(...words)).toMatchObject({ code: 0, stdout: 'acme has 69.5 credits\n' });
  });

  it('never takes more than there is', async () => {
    const { stores, run } = await scene();
    expect(await run('credits', 'subtract', '--account', 'acme', '100.001')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mailproof: acme has 100 credits, which is less than 100.001. Nothing was changed.\n',
    });
    expect((await stores.ledger.balance('acme')).available).toBe(100_000);
  });
});

describe('mailproof credits show --entries', () => {
  it('says what each charge was for', async () => {
    const { run, charge } = await scene();
    await charge('job', 600, { kind: 'bulk_verification', count: 3, keyId: 'key_1' });
    const show = (...words: string[]) =>
      run('credits', 'show', '--account', 'acme', '--entries', '1', ...words);
    expect((await show()).stdout).toMatch(/capture +0\.6 +3 bulk verifications +job$/m);
    expect(JSON.parse((await show('--json')).stdout).entries).toMatchObject([
      { for: { kind: 'bulk_verification', count: 3, key_id: 'key_1' } },
    ]);
  });

  it('counts in words', async () => {
    const { run, charge } = await scene();
    await charge('1', 200, { kind: 'dns_verification', count: 1, keyId: null });
    await charge('2', 600, { kind: 'bulk_lookup', count: 3, keyId: null });
    await run('credits', 'subtract', '--account', 'acme', '1', '--id', 'mistake');
    const { stdout } = await run('credits', 'show', '--account', 'acme', '--entries', '10');
    expect(stdout).toMatch(/ 1 DNS verification +1$/m);
    expect(stdout).toMatch(/ 3 bulk lookups +2$/m);
    expect(stdout).toMatch(/ correction +\S*mistake$/m);
  });
});

describe('mailproof usage', () => {
  const today = new Date().toISOString().slice(0, 10);

  it('shows charges by day, key and kind', async () => {
    const { run, charge } = await scene();
    await charge('1', 200, { kind: 'verification', count: 1, keyId: 'key_1' });
    await charge('2', 200, { kind: 'verification', count: 1, keyId: 'key_1' });
    await charge('3', 600, { kind: 'bulk_verification', count: 3, keyId: null });
    const { code, stdout } = await run('usage', '--account', 'acme');
    expect(code).toBe(0);
    const [head, , ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^day +key +kind +count +credits +refunded$/);
    expect(rows).toEqual([
      expect.stringMatching(/^20[\d-]{8} +- +bulk verification +3 +0\.6 +0$/),
      expect.stringMatching(/^20[\d-]{8} +key_1 +verification +2 +0\.4 +0$/),
    ]);
    const { stdout: lines } = await run('usage', '--account', 'acme', '--json');
    expect(JSON.parse(lines.split('\n')[0] ?? '')).toEqual({
      day: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      key_id: null,
      kind: 'bulk_verification',
      count: 3,
      credits: 0.6,
      refunded_count: 0,
      refunded_credits: 0,
    });
  });

  it('keeps to --from and --to', async () => {
    const { run, charge } = await scene();
    await charge('1', 200, { kind: 'verification', count: 1, keyId: 'key_1' });
    const before = ['--from', '2020-01-01', '--to', '2020-12-31'];
    expect(await run('usage', '--account', 'acme', ...before)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'acme was charged nothing in this time.\n',
    });
    const since = await run('usage', '--account', 'acme', '--from', '2020-01-01', '--json');
    expect(JSON.parse(since.stdout)).toMatchObject({ credits: 0.2 });
  });

  it.each([
    ['--from', '2030-02-31'],
    ['--from', 'yesterday'],
    ['--to', '2030-1-1'],
    ['--from', '9999-01-01'],
  ])('refuses %s %s', async (flag, day) => {
    const { code, stderr } = await mailproof(['usage', '--account', 'acme', '--to', today, flag, day]);
    expect(code).toBe(2);
    expect(stderr).toContain(flag);
  });
});
