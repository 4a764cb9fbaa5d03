import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readResults, runJobs, submitList } from '../../../adapters/cli/bulk/bulk-jobs.ts';
import { lookupTask } from '../../../adapters/cli/bulk/lookup-task.ts';
import { run } from '../../../adapters/cli/program.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { createEngine } from '../../../src/engine.ts';
import { startRedis } from '../../support/redis-server.ts';
import { until } from '../../support/until.ts';
import { type FakeTerminalOptions, fakeTerminal } from '../fake-terminal.ts';
import { peopleList, startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { type WorkFolder, workFolder } from '../work-folder.ts';

/** The columns after those of the input. */
const documentedColumns = `
  email status substatus explanation email_provider mx_record is_domain_catch_all is_secure_email_gateway
  is_disposable is_role_account is_free confidence credits_consumed
`
  .trim()
  .split(/\s+/);

function bulk(words: readonly string[], options: FakeTerminalOptions = {}) {
  return mailproof(['bulk', '--lookup', ...words], options);
}

/** Returns the results of a run, by default on the simulated internet. */
async function results(folder: WorkFolder, csv: string, words: readonly string[] = ['--sandbox']) {
  const list = await folder.write('people.csv', csv);
  const all = [list, '--out', folder.file('results.csv'), '--retry-delays', 'none', ...words];
  const ended = await bulk(all);
  return { ...ended, rows: rowsOf(await folder.read('results.csv')) };
}

function rowsOf(csv: string, delimiter = ','): Record<string, string>[] {
  return parse(csv, { columns: true, delimiter, bom: true });
}

describe('mailproof bulk --lookup', () => {
  it('writes each row with the address of its person, and leaves no other file', async () => {
    const folder = await workFolder();
    const csv = [
      'id,First Name,Last Name,Domain,note',
      '1,Ann,Baker,bakery.example.com,"a, b"',
      '2,Zoe,Nobody,bakery.example.com,=1+1',
      '3,Eve,Adams,everybody.example.com,x',
      '4,Ann,Baker,not a domain,y',
      '',
    ].join('\n');
    const { code, rows, stdout, stderr } = await results(folder, csv);
    expect(code).toBe(0);
    expect(Object.keys(rows[0]!)).toEqual([
      ...['id', 'First Name', 'Last Name', 'Domain', 'note'],
      ...documentedColumns,
    ]);
    expect(rows.map(({ id, note, email, substatus }) => [id, note, email, substatus])).toEqual([
      ['1', 'a, b', 'ann.baker@bakery.example.com', 'deliverable'],
      ['2', '=1+1', '', 'no_address_found'],
      ['3', 'x', '', 'no_address_found'],
      ['4', 'y', '', 'no_address_found'],
    ]);
    expect(rows[0]).toMatchObject({ status: 'safe', is_domain_catch_all: 'false' });
    expect(rows[2]!.explanation).toMatch(/^The mail server accepts every address/);
    expect(await folder.names()).toEqual(['people.csv', 'results.csv']);
    expect(stderr).toMatch(/^looking up 4 people on the simulated internet$/m);
    expect(stdout).toMatch(/^result +substatus +people +share$/m);
    expect(stdout).toMatch(/^found +deliverable +1 +25\.0 %$/m);
    expect(stdout).toMatch(/^not found +no_address_found +3 +75\.0 %$/m);
    expect(stdout).toMatch(/^people +4$/m);
  });

  it('looks up a person once, and gives all rows of that person the result', async () => {
    const folder = await workFolder();
    const csv = [
      'given_name;family_name;domain;email',
      'Ann;Baker;bakery.example.com;1',
      ';;bakery.example.com;2',
      ' ann ;BAKER;Bakery.Example.com;3',
      'Ann;Baker;;4',
      'Ann;Baker;https://www.linkedin.com/company/bakery;5',
      '',
    ].join('\n');
    const { stdout } = await results(folder, csv);
    const rows = rowsOf(await folder.read('results.csv'), ';');
    expect(rows.map((row) => [row.email, row.mailproof_email])).toEqual([
      ['1', 'ann.baker@bakery.example.com'],
      ['2', ''],
      ['3', 'ann.baker@bakery.example.com'],
      ['4', ''],
      ['5', ''],
    ]);
    expect(stdout).toMatch(/^people +1$/m);
    expect(stdout).toMatch(/^repeated +1, looked up once$/m);
    expect(stdout).toMatch(/^empty +3, without a name or a domain of the company$/m);
  });

  it('uses the configured columns, also of a file without a header', async () => {
    const folder = await workFolder();
    const named = 'company,Vorname,Name\nbakery.example.com,Ann,Baker\n';
    const first = await results(folder, named, ['--sandbox', '--columns', 'vorname,Name,1']);
    expect(first.rows[0]).toMatchObject({ email: 'ann.baker@bakery.example.com' });
    const other = await workFolder();
    const { rows } = await results(other, 'Ann,Baker,bakery.example.com\n', ['--sandbox', '--no-header']);
    expect(rows).toEqual([
      expect.objectContaining({
        first_name: 'Ann',
        domain: 'bakery.example.com',
        email: 'ann.baker@bakery.example.com',
      }),
    ]);
  });

  it('resumes where it was interrupted, and writes every result', async () => {
    const folder = await workFolder();
    const { csv, mailboxes, found } = peopleList(60);
    const lab = await startLab({ mailboxes }, { replyDelayMs: 5 });
    const list = await folder.write('people.csv', csv);
    const words = [list, '--out', folder.file('out.csv'), '--retry-delays', 'none', ...lab.flags()];
    const interrupted = new AbortController();
    const first = bulk(words, { signal: interrupted.signal });
    await until(() => lab.sandbox.statistics.totals.recipients > 60);
    interrupted.abort(new Interruption(2));
    const { code, stderr } = await first;
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /Interrupted with \d+ of 60 people looked up\. Run the same command again to resume\.\n$/,
    );

    const second = await bulk(words);
    expect(second.code).toBe(0);
    const before = Number(/^resuming with (\d+) of 60 looked up$/m.exec(second.stderr)?.[1]);
    expect(before).toBeGreaterThan(0);
    expect(second.stdout).toContain(`${60 - before} people in this run`);
    expect(rowsOf(await folder.read('out.csv')).map(({ email }) => email)).toEqual(found);
    expect(await folder.names()).toEqual(['out.csv', 'people.csv']);
  });

  it('does not resume a verification of the same file', async () => {
    const folder = await workFolder();
    const lab = await startLab({}, { fault: 'silent' });
    const csv = 'first,last,domain,email\nAnn,Baker,example.com,ann@example.com\n';
    const words = [await folder.write('list.csv', csv), '--out', folder.file('out.csv'), ...lab.flags()];
    const interrupted = new AbortController();
    const first = bulk(words, { signal: interrupted.signal });
    await until(() => lab.sandbox.statistics.totals.connections > 0);
    interrupted.abort(new Interruption(2));
    expect((await first).code).toBe(130);
    const terminal = fakeTerminal();
    expect(await run(['bulk', ...words], terminal, '1.2.3')).toBe(2);
    expect(terminal.stderr.text).toContain('An unfinished run for this output has another list.');
  });

  it('charges one credit per person, and shows it', async () => {
    const folder = await workFolder();
    const file = folder.file('accounts.db');
    const stores = sqliteStores(file);
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 2_500, reason: 'purchase' });
    await stores.close();
    const payer = ['--sandbox', '--store', `sqlite:${file}`, '--account', 'acme'];
    const csv =
      'first,last,domain\nAnn,Baker,bakery.example.com\nann,baker,bakery.example.com\nTom,,bakery.example.com\n';
    const { code, rows } = await results(folder, csv, payer);
    expect(code).toBe(0);
    expect(rows.map(({ credits_consumed }) => credits_consumed)).toEqual(['1', '1', '1']);
    const other = await folder.write('other.csv', 'first,last,domain\nEve,Adams,example.com\n');
    const refused = await bulk([other, '--out', folder.file('other-out.csv'), ...payer]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('the balance is 0.5 and 1 are required');
  });

  it('works on a Redis', async () => {
    const redis = await startRedis();
    try {
      const csv = 'first,last,domain\nAnn,Baker,bakery.example.com\nZoe,Nobody,bakery.example.com\n';
      const words = ['--sandbox', '--store', redis.url];
      const { code, rows } = await results(await workFolder(), csv, words);
      expect(code).toBe(0);
      expect(rows.map(({ email }) => email)).toEqual(['ann.baker@bakery.example.com', '']);
    } finally {
      await redis.stop();
    }
  });

  it.each([
    ['columns that cannot be found', 'a,b\n1,2\n', [], /Which column of .* has the first name\?/],
    ['nobody at all', 'first,last,domain\n,,example.com\n', [], /has no people in columns 1, 2, 3\./],
    [
      'the flag of addresses',
      'first,last,domain\na,b,c\n',
      ['--column', '1'],
      /With --lookup, use --columns\./,
    ],
  ])('exits at once with 2 for %s', async (_what, csv, words, message) => {
    const folder = await workFolder();
    const list = await folder.write('people.csv', csv);
    const { code, stdout, stderr } = await bulk([
      list,
      '--out',
      folder.file('out.csv'),
      '--sandbox',
      ...words,
    ]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await folder.names()).toEqual(['people.csv']);
  });
});

describe('a long list of people', () => {
  it('becomes several jobs, whose results are in the order of the list', async () => {
    const stores = memoryStores();
    const ports = netPorts({ helo: 'client.example.net', mailFrom: 'a@example.net' });
    await using engine = createEngine({ ...stores, ...ports });
    // These are not domains, so that no network is needed.
    const people = ['one', 'two', 'three', 'four', 'five'].map((last_name) => ({
      first_name: 'Ann',
      last_name,
      domain: 'no domain',
    }));
    const task = { ...lookupTask, maxItemsPerJob: 2 };
    const options = { task, runId: 'run', account: undefined };
    const jobIds = await submitList(engine, people, options);
    expect(jobIds).toHaveLength(3);
    expect(await submitList(engine, people, options)).toEqual(jobIds);
    const counts = await runJobs(engine, jobIds, {
      task,
      jobs: stores.jobs,
      queue: stores.queue,
      clock: ports.clock,
      signal: new AbortController().signal,
      onSnapshot: () => {},
    });
    expect(counts.of('not found')).toBe(5);
    const found: string[] = [];
    for await (const { last_name } of readResults(engine, jobIds, task)) found.push(last_name);
    expect(found).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  });

  it('is split at the largest number of rows per job', async () => {
    const stores = memoryStores();
    const ports = netPorts({ helo: 'client.example.net', mailFrom: 'a@example.net' });
    await using engine = createEngine({ ...stores, ...ports });
    const people = Array.from({ length: 10_001 }, (_, index) => ({
      first_name: 'Ann',
      last_name: `Nr${index}`,
      domain: 'example.com',
    }));
    const jobIds = await submitList(engine, people, { task: lookupTask, runId: 'run', account: undefined });
    const totals = jobIds.map(async (jobId) => (await engine.jobs.get(jobId)).total);
    expect(await Promise.all(totals)).toEqual([10_000, 1]);
  });

  it('of more than one page has all of its results', async () => {
    const folder = await workFolder();
    const people = Array.from({ length: 1_234 }, (_, index) => `Ann,Nr${index},nowhere.example`);
    const { rows } = await results(folder, ['first,last,domain', ...people, ''].join('\n'));
    expect(rows.map(({ last }) => last)).toEqual(people.map((_, index) => `Nr${index}`));
    for (const { substatus } of rows) expect(substatus).toBe('no_address_found');
  });
});
