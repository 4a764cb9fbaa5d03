import { writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { run } from '../../../adapters/cli/program.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { readWorkbook } from '../../../adapters/lists/workbook.ts';
import { WorkbookWriter } from '../../../adapters/lists/workbook-writer.ts';
import { demoWorld } from '../../../adapters/sandbox/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { closedPort } from '../../support/closed-port.ts';
import { startRedis } from '../../support/redis-server.ts';
import { until } from '../../support/until.ts';
import { type FakeTerminalOptions, fakeTerminal } from '../fake-terminal.ts';
import { labList, startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { type WorkFolder, workFolder } from '../work-folder.ts';

function bulk(words: readonly string[], options: FakeTerminalOptions = {}) {
  return mailproof(['bulk', ...words], options);
}

/** Returns the results of a run, by default on the simulated internet. */
async function results(folder: WorkFolder, csv: string, words: readonly string[] = ['--sandbox']) {
  const list = await folder.write('list.csv', csv);
  const out = folder.file('results.csv');
  const ended = await bulk([list, '--out', out, '--retry-delays', 'none', ...words]);
  return { ...ended, rows: rowsOf(await folder.read('results.csv')) };
}

function rowsOf(csv: string, delimiter = ','): Record<string, string>[] {
  return parse(csv, { columns: true, delimiter, bom: true });
}

/** A signal that interrupts a command as SIGINT does. */
function interruption() {
  const controller = new AbortController();
  return { signal: controller.signal, interrupt: () => controller.abort(new Interruption(2)) };
}

describe('mailproof bulk', () => {
  const outcomes = new Map(
    demoWorld().addresses.map(({ email, status, substatus }) => [email, `${status} ${substatus}`]),
  );
  const addressOf = (outcome: string) => {
    for (const [email, found] of outcomes) if (found === outcome) return email;
    throw new Error(`The demo has no address that is ${outcome}.`);
  };

  it('writes the results beside the list, under its name, if no other file is set', async () => {
    const folder = await workFolder();
    const list = await folder.write('my.list.csv', `email\n${addressOf('safe deliverable')}\n`);
    const { code, stdout, stderr } = await bulk([list, '--sandbox']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/, 1 address in this run$/m);
    expect(stderr).toContain(`the results go to ${folder.file('my.list.results.csv')}\n`);
    expect(rowsOf(await folder.read('my.list.results.csv'))).toMatchObject([{ status: 'safe' }]);
  });

  it('says that the run has ended, and what to do, where its store cannot be used', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nann@example.com\n');
    const store = ['--store', `sqlite:${folder.file('missing/accounts.db')}`];
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), '--sandbox', ...store]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /what still runs then goes on by itself\. This run has ended: run the same command again then\.$/m,
    );
    expect(await folder.names()).toEqual(['list.csv']);
  });

  it('says which column it reads, and asks which one is meant if two may be', async () => {
    const email = addressOf('safe deliverable');
    const folder = await workFolder();
    const said = await results(folder, `name,Reach\nAnn,${email}\n`);
    expect(said.stderr).toContain('the addresses are in column 2 "Reach"\n');
    const list = await folder.write('two.csv', `Personal Email,Work Email\n${email},ann@example.com\n`);
    const refused = await bulk([list, '--sandbox']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/Set --column to .* one: 1 "Personal Email", 2 "Work Email"\.$/m);
  });

  it('verifies each address of a cell, and gives the row the worst of their results', async () => {
    const [safe, gone] = [addressOf('safe deliverable'), addressOf('invalid mailbox_not_found')];
    const { rows, stdout } = await results(
      await workFolder(),
      `email\n${safe}; ${gone}\n="${safe}"\nor ${safe}\n${safe.replace('@', '@@')}\n`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['invalid', 'safe', 'unknown', 'invalid']);
    expect(rows[2]).toMatchObject({
      substatus: 'not_asked',
      explanation: expect.stringContaining('leave only the address'),
      confidence: '',
    });
    expect(stdout).toMatch(/^unknown +0 /m);
    expect(stdout).toMatch(/^not clear +1, neither verified nor charged$/m);
    expect(rows[0]?.explanation).toContain(`The worst of 2 addresses: ${safe} is safe, ${gone} is invalid. `);
    expect(stdout).toMatch(/^in one cell +1 more than one, each verified$/m);
  });

  it('writes the rows that are wanted, a file for each status, and workbooks', async () => {
    const emails = ['safe deliverable', 'risky catch_all', 'invalid mailbox_not_found'].map(addressOf);
    const csv = `email\n${emails.join('\n')}\nann@gmial.com\n\n`;
    const only = await results(await workFolder(), csv, ['--sandbox', '--only', 'safe,catch_all']);
    expect(only.rows.map(({ email }) => email)).toEqual(emails.slice(0, 2));
    const folder = await workFolder();
    const writer = new WorkbookWriter();
    const book = [
      ...writer.rows([['Kontakt', '=note'], ...emails.map((email) => [email, '=1+1'])]),
      ...writer.end(),
    ];
    const list = await folder.write('my.xlsx', Buffer.concat(book));
    const split = await bulk([list, '--sandbox', '--split', '--retry-delays', 'none', '--name', 'Kunden']);
    expect([split.code, split.stderr]).toEqual([0, expect.stringContaining('the sheet "Results" is read\n')]);
    const written = ['safe', 'risky', 'invalid'].map((status) => folder.file(`my.results.${status}.xlsx`));
    expect(split.stderr).toContain(`the results are in ${written.join(', ')}\n`);
    expect(split.stderr).not.toContain('the results go to');
    expect(await folder.names()).toEqual(
      'my.results.invalid.xlsx my.results.risky.xlsx my.results.safe.xlsx my.xlsx'.split(' '),
    );
    const { rows } = readWorkbook(await readFile(folder.file('my.results.risky.xlsx')));
    expect(rows).toEqual([
      expect.arrayContaining(['Kontakt', '=note', 'status', 'suggestion']),
      expect.arrayContaining([emails[1], '=1+1', 'risky', 'catch_all']),
    ]);
    const again = await bulk([list, '--sandbox', '--split']);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('my.results.safe.xlsx is there already'),
    ]);
    const none = await bulk([
      list,
      '--sandbox',
      '--split',
      '--only',
      'blocked',
      '--out',
      folder.file('none.csv'),
      '--retry-delays',
      'none',
    ]);
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('no file was written')]);
    const out = folder.file('as.csv');
    await bulk([list, '--sandbox', '--out', out, '--retry-delays', 'none']);
    expect(rowsOf(await folder.read('as.csv'))[0]).toMatchObject({ Kontakt: emails[0], "'=note": "'=1+1" });
    expect((await bulk([list, '--sandbox', '--out', '-', '--split'])).stderr).toMatch(/--split needs --out/);
    expect((await bulk([list, '--sandbox', '--only', 'save'])).stderr).toMatch(
      /"save"\. Did you mean safe\?/,
    );
  });

  it('suggests the address that was probably meant', async () => {
    const { rows } = await results(await workFolder(), 'email\nann@gmial.com\n');
    expect(rows).toMatchObject([{ suggestion: 'ann@gmail.com' }]);
  });

  it('writes each row with its true result, and leaves no other file', async () => {
    const folder = await workFolder();
    const emails = [
      addressOf('safe deliverable'),
      addressOf('risky catch_all'),
      addressOf('invalid mailbox_not_found'),
      addressOf('invalid no_mx_records'),
      addressOf('unknown greylisted'),
    ];
    const csv = `id,email,note\n${emails.map((email, index) => `${index},${email},"a, b"\n`).join('')}`;
    const { code, rows, stdout } = await results(folder, csv);
    expect(code).toBe(0);
    expect(rows.map(({ email, status, substatus }) => [email, `${status} ${substatus}`])).toEqual(
      emails.map((email) => [email, outcomes.get(email)]),
    );
    expect(rows.map(({ id, note }) => [id, note])).toEqual(emails.map((_, index) => [`${index}`, 'a, b']));
    expect(rows[0]).toMatchObject({ is_domain_catch_all: 'false', confidence: '97' });
    expect(await folder.names()).toEqual(['list.csv', 'results.csv']);
    expect(stdout).toMatch(/^safe +1 +20\.0 %$/m);
  });

  it('goes by what became of mail where no server can tell, and by servers elsewhere', async () => {
    const folder = await workFolder();
    const [open, missing] = [addressOf('risky catch_all'), addressOf('invalid mailbox_not_found')];
    const list = await folder.write('list.csv', `email\n${open}\n${missing}\n`);
    const today = new Date().toISOString();
    const known = await folder.write(
      'known.csv',
      `Email,delivered_at,bounced_at,bounce\n${open.toUpperCase()},${today},,\n${missing},,${today},hard\n`,
    );
    const out = folder.file('results.csv');
    const { code, stderr } = await bulk([list, '--out', out, '--known', known, '--sandbox']);
    expect(code).toBe(0);
    expect(stderr).toContain('known.csv says what became of mail to 2 addresses');
    expect(stderr).toContain('and so only cancel deliveries before them: 1\n');
    expect(rowsOf(await folder.read('results.csv')).map(({ status }) => status)).toEqual(['safe', 'invalid']);
  });

  it.each([
    ['email,sent_at\nann@example.org,2030-01-31\n', 'has none of the columns delivered_at'],
    ['email,delivered_at\nann@example.org,soon\n', '"soon" in delivered_at of'],
    ['email,delivered_at\nann@example.org,01.11.2026\n', '"01.11.2026" in delivered_at of'],
  ])('refuses a file of what became of mail that does not tell: %j', async (text, message) => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nann@example.org\n');
    const known = await folder.write('known.csv', text);
    const { code, stderr } = await bulk([list, '--known', known, '--sandbox']);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('verifies an address once, and gives all of its rows the result', async () => {
    const folder = await workFolder();
    const csv =
      'E-Mail;who\nann.baker@bakery.example.com;1\nplainaddress;2\nAnn.Baker@Bakery.example.com;3\n;4\n';
    const { stdout } = await results(folder, csv);
    const rows = rowsOf(await folder.read('results.csv'), ';');
    expect(rows.map(({ who, substatus }) => [who, substatus])).toEqual([
      ['1', 'deliverable'],
      ['2', 'invalid_syntax'],
      ['3', 'deliverable'],
      ['4', ''],
    ]);
    expect(stdout).toMatch(/^rows +4$/m);
    expect(stdout).toMatch(/^addresses +2$/m);
    expect(stdout).toMatch(/^repeated +1, verified once$/m);
    expect(stdout).toMatch(/^empty +1, without an address$/m);
  });

  it('says at both ends that the results of the simulated internet are no facts about mailboxes', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nplainaddress\nplainaddress\n');
    const simulated = await bulk([list, '--sandbox']);
    expect(simulated.stderr).toMatch(/^verifying 1 address in 2 rows, on the simulated internet$/m);
    expect(simulated.stdout).toMatch(/^internet +simulated: this says nothing about real mailboxes$/m);
    const lab = await startLab({});
    const real = await bulk([list, '--out', folder.file('real.csv'), ...lab.flags()]);
    expect(real.stderr).toMatch(/^verifying 1 address in 2 rows$/m);
    expect(real.stdout + real.stderr).not.toContain('simulated');
  });

  it('warns of results that may be simulated where real ones are to go', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nplainaddress\n');
    const hint = 'If a run with --sandbox has written it, its results say nothing about real mailboxes.';
    expect((await bulk([list, '--sandbox'])).code).toBe(0);
    expect((await bulk([list, '--level', 'syntax'])).stderr).toContain(hint);
    expect((await bulk([list, '--sandbox'])).stderr).not.toContain(hint);
  });

  it('tells addresses that have their final result from those to be tried again, if it is interrupted', async () => {
    const folder = await workFolder();
    const lab = await startLab({ mailboxes: { ann: { greylistMs: 600_000 }, bob: 'accepts' } });
    const list = await folder.write('list.csv', 'email\nann@example.com\nbob@example.com\n');
    const { signal, interrupt } = interruption();
    const terminal = fakeTerminal({
      signal,
      onStderr: (text) => {
        if (text.includes('is tried again')) interrupt();
      },
    });
    expect(await run(['bulk', list, '--retry-delays', '600', ...lab.flags()], terminal, '1.2.3')).toBe(130);
    expect(terminal.stderr.text).toContain(
      'Interrupted with 2 of 2 addresses verified, 1 of them to be tried again. Run the same command again to resume. What is known by now: mailproof jobs results ',
    );
  });

  it('prints a summary by status and substatus, in colour on a terminal', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.txt', 'plainaddress\nann@\nann.baker@bakery.example.com\n');
    const words = [list, '--no-header', '--out', folder.file('out.csv'), '--sandbox'];
    const { stdout, stderr } = await bulk(words, { isTTY: true });
    expect(stdout).toContain('\u001b[31minvalid');
    expect(stdout).toMatch(/^ +invalid_syntax +2 +66\.7 %$/m);
    expect(stdout).toMatch(/^time +[\d.]+ s$/m);
    expect(stdout).toMatch(/^speed +[\d.]+\/s, 3 addresses in this run$/m);
    expect(stderr).toMatch(/verifying \[=*-*\] \d of 3/);
  });

  it('writes to stdout with --out -, and everything else to stderr', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'mail\nplainaddress\n');
    const { code, stdout, stderr } = await bulk([list, '--out', '-', '--sandbox']);
    expect(code).toBe(0);
    expect(rowsOf(stdout)).toEqual([expect.objectContaining({ mail: 'plainaddress', status: 'invalid' })]);
    expect(stderr).toMatch(/^invalid +1 +100\.0 %$/m);
    expect(await folder.names()).toEqual(['list.csv']);
  });

  it('retries an unknown result after the configured delay, and writes the better result', async () => {
    const folder = await workFolder();
    const lab = await startLab({ mailboxes: { ann: { greylistMs: 300 }, bob: 'accepts' } });
    const list = await folder.write('list.csv', 'email\nann@example.com\nbob@example.com\n');
    const words = [list, '--out', folder.file('out.csv'), '--retry-delays', '1', ...lab.flags()];
    const { code, stderr } = await bulk(words);
    expect(code).toBe(0);
    expect(rowsOf(await folder.read('out.csv')).map(({ status }) => status)).toEqual(['safe', 'safe']);
    expect(stderr).toMatch(/^2 of 2 verified; 1 address is tried again/m);
  });

  it('resumes where it was interrupted, and writes every result', async () => {
    const folder = await workFolder();
    const { csv, mailboxes } = labList(150);
    const lab = await startLab({ mailboxes }, { replyDelayMs: 5 });
    const list = await folder.write('list.csv', csv);
    const words = [list, '--out', folder.file('out.csv'), '--retry-delays', 'none', ...lab.flags()];
    const { signal, interrupt } = interruption();
    const first = bulk(words, { signal });
    const recipients = () => lab.sandbox.statistics.totals.recipients;
    await until(() => recipients() > 80);
    interrupt();
    const { code, stderr } = await first;
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /Interrupted with \d+ of 150 addresses verified\. Run the same command again to resume\.\n$/,
    );
    expect(await folder.names()).toContain('out.csv.mailproof');
    expect(await folder.names()).not.toContain('out.csv');
    const ofOthers = (await stat(folder.file('out.csv.mailproof'))).mode & 0o077;
    expect(ofOthers).toBe(0);

    const second = await bulk(words);
    expect(second.code).toBe(0);
    const before = Number(/^resuming with (\d+) of 150 verified$/m.exec(second.stderr)?.[1]);
    expect(before).toBeGreaterThan(0);
    expect(second.stdout).toContain(`${150 - before} addresses in this run`);
    const rows = rowsOf(await folder.read('out.csv'));
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 150 }, (_, index) => `${index}`));
    for (const row of rows) expect(row.status).toBe(Number(row.number) % 3 === 0 ? 'safe' : 'invalid');
    expect(await folder.names()).toEqual(['list.csv', 'out.csv']);
  });

  it('is refused while another run of the same output is under way, and does not disturb it', async () => {
    const folder = await workFolder();
    const lab = await startLab({ mailboxes: { ann: { greylistMs: 300 }, bob: 'accepts' } });
    const list = await folder.write('list.csv', 'email\nann@example.com\nbob@example.com\n');
    const out = folder.file('out.csv');
    const words = [list, '--out', out, '--retry-delays', '2', ...lab.flags()];
    const first = bulk(words);
    await until(() => lab.sandbox.statistics.totals.recipients > 0);
    const { code, stdout, stderr } = await bulk(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`mailproof: Another run of ${out} is under way.`);
    expect((await first).code).toBe(0);
    expect(rowsOf(await folder.read('out.csv')).map(({ status }) => status)).toEqual(['safe', 'safe']);
    expect(await folder.names()).toEqual(['list.csv', 'out.csv']);
    expect((await bulk(words)).stderr).toContain(`${out} is there already.`);
  });

  it('says what it waits for, once, if no resolver answers', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nann@example.com\nbob@example.org\n');
    const { signal, interrupt } = interruption();
    const identity = ['--helo', 'probe.example.net', '--mail-from', 'probe@example.net'];
    const dns = ['--dns', `127.0.0.1:${await closedPort()}`];
    const terminal = fakeTerminal({ signal });
    const words = ['bulk', list, '--out', folder.file('out.csv'), ...identity, ...dns];
    const ended = run(words, terminal, '1.2.3');
    await until(() => terminal.stderr.text.includes('Waiting'));
    interrupt();
    expect(await ended).toBe(130);
    expect(terminal.stderr.text.match(/^Waiting: No DNS resolver answers\..*$/gm)).toHaveLength(1);
  });

  it('says how an unfinished run for the same output differs', async () => {
    const folder = await workFolder();
    const lab = await startLab({}, { fault: 'silent' });
    const list = await folder.write('list.csv', 'email\nann@example.com\n');
    const out = folder.file('out.csv');
    const { signal, interrupt } = interruption();
    const first = bulk([list, '--out', out, ...lab.flags()], { signal });
    await until(() => lab.sandbox.statistics.totals.connections > 0);
    interrupt();
    expect((await first).code).toBe(130);

    const simulated = await bulk([list, '--out', out, '--sandbox']);
    expect(simulated).toMatchObject({ code: 2, stdout: '' });
    expect(simulated.stderr).toContain('is not on the simulated internet');
    const other = await folder.write('other.csv', 'email\nbob@example.com\n');
    const { code, stderr } = await bulk([other, '--out', out, ...lab.flags()]);
    expect(code).toBe(2);
    expect(stderr).toContain('An unfinished run for this output has another list.');
    expect(stderr).toContain(`To give it up, remove ${out}.mailproof.`);
  });
});

describe('mailproof bulk with an account', () => {
  async function accountWith(milliCredits: number) {
    const folder = await workFolder();
    const file = folder.file('accounts.db');
    const stores = sqliteStores(file);
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits, reason: 'purchase' });
    await stores.close();
    const balance = async (account = 'acme') => {
      const reopened = sqliteStores(file);
      try {
        return await reopened.ledger.balance(account);
      } finally {
        await reopened.close();
      }
    };
    return { folder, balance, words: ['--store', `sqlite:${file}`, '--account', 'acme'] };
  }

  it('charges the list once, interrupted or not', async () => {
    const { folder, balance, words } = await accountWith(50_000);
    const { csv, mailboxes } = labList(100);
    const lab = await startLab({ mailboxes }, { replyDelayMs: 5 });
    const list = await folder.write('list.csv', csv);
    const all = [list, '--out', folder.file('out.csv'), '--retry-delays', 'none', ...lab.flags(), ...words];
    const { signal, interrupt } = interruption();
    const first = bulk(all, { signal });
    await until(() => lab.sandbox.statistics.totals.recipients > 20);
    interrupt();
    expect((await first).code).toBe(130);
    expect(await balance()).toEqual({ available: 30_000, held: 0 });
    expect((await bulk(all)).code).toBe(0);
    expect(await balance()).toEqual({ available: 30_000, held: 0 });
  });

  it('charges the list once although its results could not be written at first', async () => {
    const { folder, balance, words } = await accountWith(1_000);
    const list = await folder.write('list.csv', 'email\nplainaddress\n');
    const out = folder.file('out.csv');
    const all = [list, '--out', out, '--sandbox', ...words];
    // By the first text, the list is submitted.
    const { code, stderr } = await bulk(all, { onStderr: () => writeFileSync(out, 'made by hand') });
    expect(code).toBe(1);
    expect(stderr).toContain('move it away, then run the command again');
    expect(await folder.read('out.csv')).toBe('made by hand');
    await rm(out);
    expect((await bulk(all)).code).toBe(0);
    expect(rowsOf(await folder.read('out.csv')).map(({ status }) => status)).toEqual(['invalid']);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('resumes a run for the account that was charged only', async () => {
    const { folder, balance, words } = await accountWith(1_000);
    const list = await folder.write('list.csv', 'email\nplainaddress\n');
    const store = words.slice(0, 2);
    await mailproof(['credits', 'add', '--account', 'bolt', '1', ...store]);
    const all = [list, '--out', folder.file('out.csv'), '--sandbox', ...store];
    const { signal, interrupt } = interruption();
    const first = await bulk([...all, '--account', 'acme'], { signal, onStderr: interrupt });
    expect(first.code).toBe(130);
    for (const other of [['--account', 'bolt'], []]) {
      const { code, stderr } = await bulk([...all, ...other]);
      expect(code).toBe(2);
      expect(stderr).toContain('is charged to another account, or to none');
    }
    expect((await bulk([...all, '--account', 'acme'])).code).toBe(0);
    expect(await balance()).toEqual({ available: 800, held: 0 });
    expect(await balance('bolt')).toEqual({ available: 1_000, held: 0 });
  });

  it('charges a list again if it is verified again later', async () => {
    const { folder, balance, words } = await accountWith(1_000);
    const list = await folder.write('list.csv', 'email\nplainaddress\n');
    for (const out of ['1.csv', '2.csv']) {
      expect((await bulk([list, '--out', folder.file(out), '--sandbox', ...words])).code).toBe(0);
    }
    expect(await balance()).toEqual({ available: 600, held: 0 });
  });

  it('starts nothing if the credits do not suffice, and can be repeated with more', async () => {
    const { folder, balance, words } = await accountWith(300);
    const list = await folder.write('list.csv', 'email\na@b\nplainaddress\n');
    const all = [list, '--out', folder.file('out.csv'), '--sandbox', ...words];
    const { code, stdout, stderr } = await bulk(all);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('the balance is 0.3 and 0.4 are required');
    expect(await balance()).toEqual({ available: 300, held: 0 });
    await mailproof(['credits', 'add', '--account', 'acme', '1', ...words.slice(0, 2)]);
    expect((await bulk(all)).code).toBe(0);
    expect(await balance()).toEqual({ available: 900, held: 0 });
  });

  it('works on a Redis', async () => {
    const redis = await startRedis();
    try {
      const folder = await workFolder();
      const store = ['--store', redis.url];
      await mailproof(['credits', 'add', '--account', 'acme', '1', ...store]);
      const csv = 'email\nann.baker@bakery.example.com\nplainaddress\n';
      const { code, rows } = await results(folder, csv, ['--sandbox', '--account', 'acme', ...store]);
      expect(code).toBe(0);
      expect(rows.map(({ substatus }) => substatus)).toEqual(['deliverable', 'invalid_syntax']);
      expect(await folder.names()).toEqual(['list.csv', 'results.csv']);
    } finally {
      await redis.stop();
    }
  });
});

describe('mailproof bulk exits at once with 2', () => {
  it('rather than overwrite a file', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email\nplainaddress\n');
    const out = await folder.write('out.csv', 'precious');
    for (const target of [out, list]) {
      const { code, stderr } = await bulk([list, '--out', target, '--sandbox']);
      expect(code).toBe(2);
      expect(stderr).toContain(`${target} is there already.`);
    }
    expect(await folder.read('out.csv')).toBe('precious');
    expect(await folder.names()).toEqual(['list.csv', 'out.csv']);
  });

  it.each([
    [
      'an unknown column',
      'id,who\n1,a\n',
      ['--out', '-', '--sandbox', '--column', 'mail'],
      /1 "id", 2 "who"/,
    ],
    [
      'two columns that may be meant, of which no other is offered',
      'email,name,email\na@b,A,b@c\n',
      ['--sandbox'],
      /^mailproof: .* to the number of one: 1 "email", 3 "email"\. For the first of them, it is --column 1\.\n$/,
    ],
    ['no address at all', 'email\n \n', ['--out', '-', '--sandbox'], /has no addresses in column 1/],
    [
      'a wrong delay',
      'email\na@b\n',
      ['--out', '-', '--sandbox', '--retry-delays', 'x'],
      /--retry-delays is "x"/,
    ],
    ['no identity', 'email\na@b\n', ['--out', '-'], /--helo or MAILPROOF_HELO/],
    [
      'a folder that is not there',
      'email\na@b\n',
      ['--sandbox', '--out', '/no/such/out.csv'],
      /no folder \/no\/such/,
    ],
  ])('for %s', async (_what, csv, words, message) => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', csv);
    const { code, stdout, stderr } = await bulk([list, ...words]);
    expect(stderr).toMatch(/^mailproof: /);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await folder.names()).toEqual(['list.csv']);
  });
});

describe('mailproof bulk --level', () => {
  it('writes what is known without a mail server, and charges nothing', async () => {
    const folder = await workFolder();
    const csv = 'email\nann@mailinator.com\nann@@example.com\nann@example.com\n';
    const { code, rows } = await results(folder, csv, ['--level', 'syntax']);
    expect(code).toBe(0);
    expect(rows.map(({ substatus }) => substatus)).toEqual(['disposable', 'invalid_syntax', 'not_asked']);
  });

  it('asks the name servers at the level dns', async () => {
    const folder = await workFolder();
    const csv = 'email\nann.baker@bakery.example.com\nann@nowhere.example.com\n';
    const { rows } = await results(folder, csv, ['--level', 'dns', '--sandbox']);
    expect(rows).toMatchObject([
      { substatus: 'not_asked', mx_record: 'mx1.hosting.example.com' },
      { substatus: 'no_mx_records' },
    ]);
  });

  it('is not for people', async () => {
    const folder = await workFolder();
    const list = await folder.write('people.csv', 'first name,last name,domain\nAnn,Baker,example.com\n');
    const { code, stderr } = await bulk([list, '--lookup', '--level', 'dns', '--sandbox']);
    expect(code).toBe(2);
    expect(stderr).toContain('--level is for addresses to verify.');
  });
});

describe('mailproof bulk of a file that other programs wrote', () => {
  const offline = ['--level', 'syntax'];

  it('reads cells between vertical bars, and writes them so', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'name|email\nAnn|ann@example.com\n');
    const { code } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(0);
    const [row] = rowsOf(await folder.read('out.csv'), '|');
    expect(row).toMatchObject({ name: 'Ann', email: 'ann@example.com', substatus: 'not_asked' });
  });

  it('refuses a list without any address before anything is charged', async () => {
    const folder = await workFolder();
    const rows = Array.from({ length: 5 }, (_, index) => `ann${index}@example.com~Ann`);
    const list = await folder.write('list.csv', ['email', ...rows, ''].join('\n'));
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Nothing in column 1 of .* the first one is "ann0@example\.com~Ann"/);
    expect(await folder.names()).toEqual(['list.csv']);
  });

  it.each(['~', '#', '/', '§'])('refuses a list between %j that has a footer', async (separator) => {
    const folder = await workFolder();
    const lines = ['name', 'Ann', 'Bob'].map(
      (name, index) => `${name}${separator}${index === 0 ? 'email' : `${name}@example.com`}`,
    );
    const list = await folder.write('list.csv', [...lines, '(2 rows)', ' ', ''].join('\r\n'));
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `seem to be separated by ${separator}, which is not read as a separator. Save it with commas.`,
    );
    expect(stderr).toContain('If each line is one address, replace the first line with this one: email.');
    expect(await folder.names()).toEqual(['list.csv']);
  });

  it.each(['~', '^', ' '])(
    'refuses even a single address whose separator %j is not known',
    async (separator) => {
      const folder = await workFolder();
      const csv = `email\nann@example.com${separator}Graz\n`;
      const list = await folder.write('list.csv', csv);
      const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
      expect(code).toBe(2);
      expect(stderr).toContain(`the first one is "ann@example.com${separator}Graz"`);
      expect(stderr).toContain('Choose other columns, or save the file as CSV with commas, in UTF-8.');
      expect(await folder.names()).toEqual(['list.csv']);
    },
  );

  it('reads addresses with names and links as their addresses, and writes the cells as they were', async () => {
    const folder = await workFolder();
    const cells = ['Ann <ann@example.com>', '<bob@example.com>', 'mailto:cy@example.com', 'ann@example.com'];
    const { code, rows, stdout } = await results(folder, `${cells.join('\n')}\n`, [
      '--no-header',
      ...offline,
    ]);
    expect(code).toBe(0);
    expect(rows.map(({ email, substatus }) => [email, substatus])).toEqual(
      cells.map((cell) => [cell, 'not_asked']),
    );
    expect(stdout).toMatch(/^repeated +1, verified once$/m);
  });

  it('asks whether there is a header where the first line has a person with an address', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'Ann <ann@example.com>\nBob <bob@example.com>\n');
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(2);
    expect(stderr).toContain('Add --no-header.');
  });

  it('refuses a PDF', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', '%PDF-1.4\n1 0 obj\n');
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is a PDF, not CSV\. Export the list as CSV/);
  });

  it.each([
    ['xlsx', 'PK\u0003\u0004rest'],
    ['xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('says how to save a workbook (%s) as CSV', async (ending, beginning) => {
    const folder = await workFolder();
    const list = folder.file(`list.${ending}`);
    writeFileSync(list, beginning);
    const { code, stderr } = await bulk([list, '--out', folder.file('out.csv'), ...offline]);
    expect(code).toBe(2);
    expect(stderr).toContain('choose "Save As" and "CSV UTF-8"');
  });

  it('never takes one of two columns of the same name', async () => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', 'email,email\nann@example.com,tom@example.com\n');
    const out = ['--out', folder.file('out.csv'), ...offline];
    expect(await bulk([list, ...out])).toMatchObject({ code: 2 });
    expect((await bulk([list, ...out, '--column', 'email'])).stderr).toContain('several columns "email"');
    expect((await bulk([list, ...out, '--column', '2'])).code).toBe(0);
  });

  it('takes the website of a company, or an address, for its domain', async () => {
    const folder = await workFolder();
    const people = [
      'First Name,Last Name,Company Website',
      'Ann,Baker,https://www.bakery.example.com/about?from=crm',
      'Ann,Baker,info@bakery.example.com',
      '',
    ].join('\n');
    const { code, rows } = await results(folder, people, ['--lookup', '--sandbox']);
    expect(code).toBe(0);
    expect(rows).toMatchObject([
      { email: 'ann.baker@bakery.example.com' },
      { email: 'ann.baker@bakery.example.com' },
    ]);
  });
});

describe('mailproof bulk of a file in another encoding than UTF-8', () => {
  const text = 'name;email\r\nMüller;mueller@example.com\r\n';
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  it.each([
    ['UTF-16 of Excel', Buffer.from(`\ufeff${text}`, 'utf16le'), []],
    ['UTF-16, the high byte first', swapped, []],
    ['Latin-1', Buffer.from(text, 'latin1'), []],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), []],
    ['UTF-16 without a mark, the high byte first', Buffer.from(text, 'utf16le').swap16(), []],
    ['UTF-16 without a mark, if it is told', Buffer.from(text, 'utf16le'), ['--encoding', 'utf-16le']],
  ])('reads %s, and writes UTF-8 with a byte order mark', async (_, content, words) => {
    const folder = await workFolder();
    const list = await folder.write('list.csv', content);
    const { code, stderr } = await bulk([
      list,
      '--out',
      folder.file('out.csv'),
      '--level',
      'syntax',
      ...words,
    ]);
    expect({ code, refused: /encoding/.test(stderr) }).toEqual({ code: 0, refused: false });
    const written = await folder.read('out.csv');
    expect(written.startsWith('\ufeff')).toBe(true);
    expect(rowsOf(written, ';')).toMatchObject([{ name: 'Müller', substatus: 'not_asked' }]);
  });
});
