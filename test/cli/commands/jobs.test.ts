import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readWorkbook } from '../../../adapters/lists/workbook.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { attemptAt, newJob, verification } from '../../../contract/jobs/sample-data.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { startRedis } from '../../support/redis-server.ts';
import { mailproof } from '../mailproof.ts';

const hour = 3_600_000;

/** A store with the jobs `old`, which has completed, and `new`, which has one result of two and is paid for. */
async function scene() {
  const file = await temporaryFile();
  const stores = sqliteStores(file);
  onTestFinished(() => stores.close());
  const { jobs, ledger } = stores;
  const submittedAt = Date.now() - hour;
  await jobs.create(newJob({ id: 'old', account: 'umbrella', keyId: 'key_2', submittedAt }), [
    { email: '=ann@example.org' },
  ]);
  const at = submittedAt + 60_000;
  await jobs.start('old', { at });
  await jobs.record('old', [attemptAt(0, { result: verification({ email: '=ann@example.org' }) })], { at });
  await ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  await ledger.hold({ id: 'new', account: 'acme', milliCredits: 400, expiresInMs: hour });
  await ledger.capture('new');
  const paid = { account: 'acme', keyId: 'key_1', milliCreditsPerItem: 200 };
  await jobs.create(newJob({ id: 'new', ...paid, submittedAt: submittedAt + 1_000, name: 'spring.csv' }), [
    { email: 'ann@example.org' },
    { email: 'bob@example.org' },
  ]);
  await jobs.start('new', { at });
  await jobs.record('new', [attemptAt(0)], { at });
  const run = (...words: string[]) => mailproof(['jobs', ...words, '--store', `sqlite:${file}`]);
  const onTerminal = (...words: string[]) =>
    mailproof(['jobs', ...words, '--store', `sqlite:${file}`], { isTTY: true });
  return { stores, file, run, onTerminal, submittedAt, at };
}

describe('mailproof jobs list', () => {
  it('shows the jobs of all keys, newest first, without their addresses', async () => {
    const { run } = await scene();
    const { code, stdout } = await run('list');
    expect(code).toBe(0);
    const [head, , ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^id +name +kind +account +status +done +submitted$/);
    expect(rows).toEqual([
      expect.stringMatching(/^new +spring\.csv +verification +acme +in_progress +1 of 2 +20\S+Z$/),
      expect.stringMatching(/^old +- +verification +umbrella +complete +1 of 1 +20\S+Z$/),
    ]);
    expect(stdout).not.toContain('@');
  });

  it.each([
    [['--account', 'acme'], ['new']],
    [['--account', 'nobody'], []],
    [['--key', 'key_2'], ['old']],
    [['--unfinished'], ['new']],
    [['--limit', '1'], ['new']],
  ])('with %s shows %s', async (words, ids) => {
    const { run } = await scene();
    const { stdout } = await run('list', '--json', ...words);
    const listed = stdout.split('\n').filter((line) => line !== '');
    expect(listed.map((line) => JSON.parse(line).id)).toEqual(ids);
  });

  it('says if there are none', async () => {
    const { run } = await scene();
    expect(await run('list', '--account', 'nobody')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^There are no such jobs in sqlite:\S+\. Those of .* add --sandbox\. .* add --test\.\n$/,
      ),
    });
  });

  it('shows the jobs of test keys with --test, which are kept apart', async () => {
    const { run, file } = await scene();
    const tests = sqliteStores(`${file}-test`);
    await tests.jobs.create(newJob({ id: 'tried', account: null, keyId: 'key_3' }), [
      { email: 'ann@example.org' },
    ]);
    await tests.close();
    expect((await run('list')).stdout).not.toContain('tried');
    expect((await run('list', '--test')).stdout).toMatch(/^tried +- +verification +- +pending +0 of 1 /m);
    expect((await run('show', 'new', '--test')).stderr).toMatch(
      /^mailproof: Job not found in sqlite:\S+ among those of test keys\. For those of live keys, leave out --test\.\n$/,
    );
    expect((await run('cancel', 'tried', '--test')).code).toBe(0);
    expect((await run('show', 'tried', '--test')).stdout).toMatch(/^status +failed$/m);
    expect((await run('list', '--test', '--sandbox')).code).toBe(2);
  });

  it.each(['0', 'many', '10001'])('refuses the limit %s', async (limit) => {
    const { code, stderr } = await mailproof(['jobs', 'list', '--limit', limit]);
    expect(code).toBe(2);
    expect(stderr).toContain('from 1 to 10000');
  });

  it('shows the jobs of a revoked key', async () => {
    const { stores, run } = await scene();
    const { key, record } = await stores.keys.create({ account: 'acme' });
    await stores.jobs.create(newJob({ id: 'orphan', keyId: record.id }), [{ email: 'a@example.org' }]);
    await stores.keys.revoke(key);
    const { stdout } = await run('list', '--key', record.id, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'orphan', key_id: record.id });
  });
});

describe('mailproof jobs show', () => {
  it('prints what is known of a job with --json', async () => {
    const { run, submittedAt } = await scene();
    const { stdout } = await run('show', 'new', '--json');
    expect(JSON.parse(stdout)).toEqual({
      id: 'new',
      name: 'spring.csv',
      kind: 'verification',
      account: 'acme',
      key_id: 'key_1',
      status: 'in_progress',
      cancelled: false,
      total: 2,
      processed: 1,
      by_status: { safe: 1, risky: 0, invalid: 0, unknown: 0 },
      retrying: 0,
      next_retry_at: null,
      credits: 0.4,
      refunded: 0,
      submitted_at: new Date(submittedAt + 1_000).toISOString(),
      started_at: expect.any(String),
      finished_at: null,
    });
  });

  it('prints the same for people', async () => {
    const { run } = await scene();
    const { stdout } = await run('show', 'new');
    expect(stdout).toMatch(/^id +new\nname +spring\.csv\nkind +verification\n/);
    expect(stdout).toMatch(/^key id +key_1$/m);
    expect(stdout).toMatch(/^by status +1 safe, 0 risky, 0 invalid, 0 unknown$/m);
    expect(stdout).toMatch(/^next retry at +-$/m);
    expect(stdout).toMatch(/^refunded +0$/m);
    expect(stdout).toMatch(/^finished at +-$/m);
  });

  it('exits with 1 if there is no such job', async () => {
    const { run } = await scene();
    const { code, stdout, stderr } = await run('show', 'nothing');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Job not found');
  });
});

describe('mailproof jobs results', () => {
  it('prints CSV with a header that a spreadsheet can open', async () => {
    const { run } = await scene();
    const { code, stdout } = await run('results', 'old');
    expect(code).toBe(0);
    const [head, row, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^email,status,substatus,explanation,/);
    expect(row).toMatch(/^'=ann@example\.org,safe,deliverable,/);
    expect(rest).toEqual(['']);
  });

  it('prints one JSON object per line with --json', async () => {
    const { run } = await scene();
    const { stdout } = await run('results', 'old', '--json');
    expect(JSON.parse(stdout)).toEqual(verification({ email: '=ann@example.org' }));
  });

  it('writes a file that was not there, one named .xlsx as a workbook', async () => {
    const { run, file } = await scene();
    const out = `${file}.xlsx`;
    expect(await run('results', 'old', '--out', out)).toMatchObject({ code: 0, stdout: '' });
    const { rows } = readWorkbook(await readFile(out));
    expect(rows.map(([email, status]) => [email, status])).toEqual([
      ['email', 'status'],
      ["'=ann@example.org", 'safe'],
    ]);
    expect((await run('results', 'old', '--out', out)).stderr).toContain('is there already');
    expect(await run('results', 'old', '--out', '-')).toEqual(await run('results', 'old'));
    expect((await run('results', 'old', '--out', `${file}2.xlsx`, '--json')).stderr).toContain(
      'is a workbook',
    );
    expect((await run('results', 'new', '--out', `${file}.csv`)).code).toBe(1);
    await expect(readFile(`${file}.csv`)).rejects.toMatchObject({ code: 'ENOENT' });
    await run('results', 'old', '--out', `${file}.csv`);
    expect(await readFile(`${file}.csv`, 'utf8')).toBe((await run('results', 'old')).stdout);
  });

  it('prints nothing that a terminal would obey, but every byte to a pipe', async () => {
    const { stores, run, onTerminal, submittedAt, at } = await scene();
    const email = '\u001b[2J\u001b]0;owned\u0007\r\nann@example.org';
    await stores.jobs.create(newJob({ id: 'odd', account: 'umbrella', submittedAt }), [{ email }]);
    await stores.jobs.start('odd', { at });
    await stores.jobs.record('odd', [attemptAt(0, { result: verification({ email }) })], { at });
    const shown = '\\u{1b}[2J\\u{1b}]0;owned\\u{7}\r\nann@example.org';
    expect((await run('results', 'odd')).stdout).toContain(`\n"${email}",safe,`);
    expect((await onTerminal('results', 'odd')).stdout).toContain(`\n"${shown}",safe,`);
    expect((await onTerminal('results', 'odd', '--json')).stdout).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('says that they are not ready during the first pass', async () => {
    const { run } = await scene();
    const { code, stdout, stderr } = await run('results', 'new');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('in_progress: its results are not ready');
  });

  it('prints the rows of a lookup that are done', async () => {
    const { stores, run, at } = await scene();
    const row = (first_name: string) => ({ first_name, last_name: 'Baker', domain: 'example.org' });
    await stores.jobs.create(newJob({ id: 'people', kind: 'lookup' }), [row('Ann'), row('Bob')]);
    await stores.jobs.fail('people', { at });
    const { stdout } = await run('results', 'people');
    expect(stdout).toMatch(/^first_name,last_name,domain,email,status,/);
    expect(stdout).toMatch(/^Ann,Baker,example\.org,,unknown,/m);
    const { stdout: lines } = await run('results', 'people', '--json');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).first_name),
    ).toEqual(['Ann', 'Bob']);
  });
});

describe('mailproof jobs cancel', () => {
  it('ends a job and refunds what has no result', async () => {
    const { stores, run } = await scene();
    const { code, stderr } = await run('cancel', 'new');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Cancelled: 1 of 2 items had no result; what they cost was refunded.\n',
    });
    expect(await stores.ledger.balance('acme')).toEqual({ available: 800, held: 0 });
    expect((await run('list', '--unfinished')).stderr).toContain('There are no such jobs in sqlite:');
  });

  it('changes nothing about a job that has finished', async () => {
    const { stores, run } = await scene();
    expect(await run('cancel', 'old')).toMatchObject({
      code: 0,
      stderr: 'The job had finished before: nothing changed.\n',
    });
    expect(await stores.jobs.get('old')).toMatchObject({ failedAt: null });
  });
});

describe('mailproof jobs on Redis', () => {
  it('lists, cancels and deletes', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const { redisStores } = await import('../../../adapters/redis/index.ts');
    const stores = redisStores(redis.url);
    onTestFinished(() => stores.close());
    await stores.jobs.create(newJob({ account: null, keyId: null }), [{ email: 'a@example.org' }]);
    const run = (...words: string[]) => mailproof(['jobs', ...words, '--store', redis.url]);
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({ id: 'job', status: 'pending' });
    expect(await run('cancel', 'job')).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({
      id: 'job',
      status: 'failed',
      cancelled: true,
    });
    expect((await run('list')).stdout).toMatch(/ cancelled +0 of 1 /);
    expect(await run('delete', 'job')).toMatchObject({ code: 0 });
    expect(await run('list')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining(`There are no such jobs in ${redis.url}`),
    });
  });
});
