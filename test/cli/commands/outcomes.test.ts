import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { verdictColumns } from '../../../adapters/lists/result-columns.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { tableDigest } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { GivenConfidences } from '../../../src/verdict/outcomes/given-confidences.ts';
import { outcomesCounterAfter } from '../../../src/verdict/outcomes/outcome-counter.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { verdictWith } from '../../verdict/verdicts.ts';
import { mailproof } from '../mailproof.ts';

const people = ['ann', 'bob', 'eve', 'tom'];

/** A list whose four addresses are safe, and its results. */
async function scene(results: string | Buffer = resultsOf(people.map((name) => `${name}@example.org`))) {
  const database = await temporaryFile();
  const folder = join(database, '..');
  const resultsFile = join(folder, 'list.results.csv');
  await writeFile(resultsFile, results);
  const run = (...words: string[]) => mailproof(['outcomes', ...words, '--store', `sqlite:${database}`]);
  return {
    database,
    resultsFile,
    run,
    async load(csv: string, ...flags: string[]) {
      const file = join(folder, 'export.csv');
      await writeFile(file, csv);
      return run('import', file, '--results', resultsFile, ...flags);
    },
    async counts() {
      const shown = JSON.parse((await run('show', '--json')).stdout);
      return shown.counts as { delivered: number; bounced: number; complained: number }[];
    },
  };
}

function resultsOf(emails: readonly string[], fields: Parameters<typeof verdictWith>[0] = {}): string {
  const verdict = verdictWith(fields);
  const cells = verdictColumns.map((column) => String(verdict[column] ?? ''));
  return stringify([['Email', ...verdictColumns], ...emails.map((email) => [email, ...cells])]);
}

it('reads the addresses of results that a spreadsheet must not take for formulas', async () => {
  const { load, counts } = await scene(resultsOf(["'=ann|'+x@example.org"]));
  await load('email,event\n=ann|+x@example.org,delivered\n', '--other-lists');
  expect(await counts()).toMatchObject([{ delivered: 1 }]);
});

describe('mailproof outcomes import reads', () => {
  const sent = ['--sent', 'safe,risky'];
  it.each([
    [
      "Amazon SES's suppression list",
      'EmailAddress,Reason,LastUpdateTime\nann@example.org,BOUNCE,1\nbob@example.org,COMPLAINT,2\n',
      sent,
      { delivered: 2, bounced: 1, complained: 1 },
    ],
    [
      "Amazon SES's events",
      'eventType,bounceType,destination\nDelivery,,eve@example.org\nBounce,Permanent,ann@example.org\nBounce,Transient,bob@example.org\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "SendGrid's bounces",
      'status,reason,email,created\n5.1.1,550 5.1.1 unknown,ANN@example.org,1\n4.2.2,452 full,bob@example.org,2\n5.7.1,550 spam,eve@example.org,3\n',
      sent,
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "SendGrid's activity",
      'processed,event,email,type\n1,processed,ann@example.org,\n1,bounce,ann@example.org,bounce\n1,bounce,bob@example.org,blocked\n1,delivered,eve@example.org,\n1,spamreport,eve@example.org,\n1,open,tom@example.org,\n',
      [],
      { delivered: 0, bounced: 1, complained: 1 },
    ],
    [
      "SendGrid's events: blocked, dropped, deferred and processed mail says nothing, nor what it puts down to the sender",
      'event,email,type,status,reason,bounce_classification\nbounce,ann@example.org,bounce,5.1.1,550 unknown,Invalid Address\nbounce,bob@example.org,blocked,5.0.0,500 unknown recipient,Mailbox Unavailable\nbounce,eve@example.org,bounce,5.0.0,550 volume,Frequency or Volume Too High\ndropped,eve@example.org,,,Bounced Address,\ndropped,eve@example.org,,,Invalid,\ndeferred,eve@example.org,,4.2.2,mailbox full,\nprocessed,tom@example.org,,,,\ndelivered,tom@example.org,,,250 OK,\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "SendGrid's status of messages, of which only deliveries are known to be one thing",
      'status,email\ndelivered,ann@example.org\nnot_delivered,bob@example.org\nprocessing,eve@example.org\n',
      [],
      { delivered: 1, bounced: 0, complained: 0 },
    ],
    [
      "Mailgun's bounces",
      'address,code,error,created_at\nann@example.org,550,No such mailbox,1\nbob@example.org,605,Not delivering,2\n',
      sent,
      { delivered: 2, bounced: 1, complained: 0 },
    ],
    [
      "Mailgun's events",
      'event;recipient;severity\ndelivered;eve@example.org;\nfailed;ann@example.org;permanent\nfailed;bob@example.org;temporary\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "Postmark's bounces",
      'ID,Type,TypeCode,Email,BouncedAt\n1,HardBounce,1,ann@example.org,x\n2,SoftBounce,4096,bob@example.org,x\n3,SpamComplaint,512,eve@example.org,x\n',
      sent,
      { delivered: 1, bounced: 1, complained: 1 },
    ],
    [
      "Brevo's transactional events",
      'email,event,date,reason\nann@example.org,requests,x,\nann@example.org,hardBounces,x,550\nbob@example.org,softBounces,x,452\neve@example.org,delivered,x,\neve@example.org,loadedByProxy,x,\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "Brevo's marketing events",
      'Email,Event\nann@example.org,hard_bounce\nbob@example.org,Soft Bounced\neve@example.org,delivered\ntom@example.org,Delivered\ntom@example.org,Marked as Spam\nann@example.org,list_addition\n',
      [],
      { delivered: 1, bounced: 1, complained: 1 },
    ],
    [
      "HubSpot's events",
      'type,recipient,category,created\nSENT,ann@example.org,,1\nBOUNCE,ann@example.org,,2\nDEFERRED,bob@example.org,,2\nDELIVERED,eve@example.org,,2\nSPAMREPORT,eve@example.org,,3\nMTA_DROPPED,tom@example.org,,2\n',
      [],
      { delivered: 0, bounced: 1, complained: 1 },
    ],
    [
      "the reasons in Amazon SES's events, some of which are that nothing was sent",
      'eventType,bounceType,bounceSubType,complaintSubType,destination\nBounce,Permanent,OnAccountSuppressionList,,ann@example.org\nBounce,Permanent,UnsubscribedRecipient,,bob@example.org\nBounce,Permanent,NoEmail,,eve@example.org\nDelivery,,,,tom@example.org\nComplaint,,,OnAccountSuppressionList,tom@example.org\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      'the suppression list of all of Amazon SES in its events, where the type of the bounce is said to be the outcome',
      'bounceType,bounceSubType,to\nPermanent,Suppressed,ann@example.org\nPermanent,General,bob@example.org\n',
      [...sent, '--outcome-column', 'bounceType'],
      { delivered: 2, bounced: 1, complained: 0 },
    ],
    [
      "the categories in HubSpot's events, of which the mailbox is one",
      'type,recipient,category,status\nBOUNCE,ann@example.org,SPAM,\nBOUNCE,bob@example.org,POLICY,5.0.0\nBOUNCE,eve@example.org,UNKNOWN_USER,5.1.1\nDELIVERED,tom@example.org,,\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
    [
      "categories of one's own, which say nothing of bounces",
      'event,email,category\nbounce,ann@example.org,newsletter\ndelivered,bob@example.org,newsletter\n',
      [],
      { delivered: 1, bounced: 1, complained: 0 },
    ],
  ])('%s', async (_, csv, flags, expected) => {
    const { load, counts } = await scene();
    const { code, stderr } = await load(csv, ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await counts()).toMatchObject([{ evidence: 'accepted', confidence: 97, ...expected }]);
  });

  it('results in which the list had columns of the same names', async () => {
    const { load, counts } = await scene(
      resultsOf(['ann@example.org']).replace('Email,status,', 'Email,mailproof_status,'),
    );
    await load('email,event\nann@example.org,delivered\n');
    expect(await counts()).toMatchObject([{ delivered: 1 }]);
  });
});

describe('mailproof outcomes import', () => {
  const csv = 'email,event\nann@example.org,bounce\nbob@example.org,delivered\neve@example.org,delivered\n';

  it('names what is no evidence, the commonest first', async () => {
    const { load } = await scene();
    const rows =
      'bounce,bob@example.org,blocked,5.0.0\ndropped,eve@example.org,,\nDropped,tom@example.org,,\nbounce,tom@example.org,bounce,5.7.1\n';
    const { stdout } = await load(`event,email,type,status\ndelivered,ann@example.org,,\n${rows}`);
    expect(stdout).toContain('4 rows say nothing of the mailbox: dropped (2), blocked (1), 5.7.1 (1).');
  });

  it('says what it has counted, and counts nothing twice', async () => {
    const { load, counts } = await scene();
    const first = await load(csv);
    expect(first.stdout).toContain('Counted: 2 delivered, 1 bounced, 0 complained.');
    const second = await load(csv);
    expect(second.stdout).toContain('Counted: 0 delivered, 0 bounced, 0 complained.\nKnown before: 3.');
    expect(await counts()).toMatchObject([{ delivered: 2, bounced: 1 }]);
  });

  it('counts at most ten addresses of a company, and says so', async () => {
    const emails = Array.from({ length: 300 }, (_, index) => `p${index}@company.org`);
    const { load, counts } = await scene(resultsOf(emails));
    const { stdout } = await load('email,event\np0@company.org,delivered\n', '--sent', 'safe');
    const [count] = await counts();
    expect(count).toMatchObject({ delivered: 10, bounced: 0 });
    const [, replaced, leftOut] =
      /At most ten addresses of a company's domain count: (\d+) took the place of another, and (\d+) were left out\./.exec(
        stdout,
      )!;
    expect(Number(replaced) + Number(leftOut)).toBe(290);
  });

  it('counts mail to the given statuses alone as delivered where the export says nothing', async () => {
    const { load, counts } = await scene(
      `${resultsOf(['ann@example.org', 'bob@example.org'])}${resultsOf(['eve@example.org'], {
        status: 'invalid',
        substatus: 'mailbox_disabled',
        confidence: 95,
      })
        .split('\n')
        .slice(1)
        .join('\n')}`,
    );
    await load('email,event\nann@example.org,bounce\n', '--sent', 'safe');
    expect(await counts()).toMatchObject([{ evidence: 'accepted', delivered: 1, bounced: 1 }]);
  });

  it('stores no address', async () => {
    const { load, database } = await scene();
    await load(csv);
    const stores = sqliteStores(database);
    const stored = JSON.stringify(await countersOf(stores).read(outcomesCounterAfter(0)));
    await stores.close();
    expect(stored).not.toMatch(/ann|example/);
  });

  it.each([
    [
      'bounces alone, which would make every verdict look wrong',
      'email,event\nann@example.org,bounce\n',
      '--sent',
    ],
    [
      'an event that it does not know',
      `${csv}\ntom@example.org,teleported\n`,
      '"teleported" in the column "event" (1 row, on line 6)',
    ],
    ['a failure without its severity', 'email,event\nann@example.org,failed\n', 'does not tell'],
    [
      'a type of bounces that it does not know',
      'email,event,type\nann@example.org,bounce,quantum\nbob@example.org,delivered,\n',
      '"quantum" in the column "type"',
    ],
    ['a file without a column of outcomes', 'email,name\nann@example.org,Ann\n', '--outcome-column'],
    ['a file without a column of addresses', 'name,event\nAnn,bounce\n', '--column'],
    ['the export of another list', 'email,event\nzoe@example.com,delivered\n', 'belong together'],
    ['a file that names nobody', 'email,event\n,delivered\n', 'names no address'],
    [
      'an address in the column of outcomes',
      'email,reason\nann@example.org,eve@example.org\n',
      'does not tell',
    ],
  ])('refuses %s, and records nothing', async (_, refused, advice) => {
    const { load, counts } = await scene();
    const { code, stderr } = await load(refused);
    expect(code).toBe(2);
    expect(stderr).toContain(advice);
    expect(await counts()).toEqual([]);
  });

  it('names all the texts that it does not know at once, the commonest first', async () => {
    const { load } = await scene();
    const { stderr } = await load(
      `${csv}tom@example.org,beamed\nann@example.org,teleported\n"bob@example.org\n",teleported\n`,
    );
    expect(stderr).toContain('3 rows of ');
    expect(stderr).toContain(
      '"teleported" in the column "event" (2 rows, the first on line 6), "beamed" in the column "event" (1 row, on line 5).',
    );
    expect(stderr).toContain('--skip-unknown');
  });

  it('names twenty texts, and says how many rows have others', async () => {
    const { load } = await scene();
    const rows = Array.from({ length: 3000 }, (_, index) => `ann@example.org,text ${index}\n`);
    const { stderr } = await load(`${csv}${rows.join('')}`);
    expect(stderr).toContain('3,000 rows of ');
    expect(stderr).toMatch(
      /"text 19" in the column "event" \(1 row, on line 24\) and other texts in 2,980 rows\./,
    );
    expect(stderr.length).toBeLessThan(3000);
  });

  it('leaves rows that it does not know out where that is wanted, and says how many', async () => {
    const { load, counts } = await scene();
    const rows = `${csv}tom@example.org,teleported\n`;
    const { code, stdout } = await load(rows, '--sent', 'safe', '--skip-unknown');
    expect(code).toBe(0);
    expect(stdout).toContain('1 row has a text that is not known, and was left out: "teleported"');
    expect(await counts()).toMatchObject([{ delivered: 2, bounced: 1 }]);
  });

  it('reads rows without an event, subscriptions, and types that are about the message, not the bounce', async () => {
    const { load, counts } = await scene();
    const rows =
      'bounce,ann@example.org,transactional\n,bob@example.org,\nSubscription,eve@example.org,\nDelivery,tom@example.org,\n';
    const { code, stdout } = await load(`event,email,type\n${rows}`);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        '2 rows say nothing of the mailbox: no event or address (1), subscription (1).',
      ),
    });
    expect(await counts()).toMatchObject([{ delivered: 1, bounced: 1 }]);
  });

  describe('of an export that names addresses that are not in the results', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => `x${index}@example.com,bounce\n`).join('');

    it('says how many they are', async () => {
      const { load } = await scene();
      const { code, stdout } = await load(`${csv}${others(3)}`);
      expect(code).toBe(0);
      expect(stdout).toContain('Of its 6 addresses, 3 are not in the results.');
      expect((await (await scene()).load(csv)).stdout).not.toContain('not in the results');
    });

    it('refuses it if they are more than half, unless it may be about other lists too', async () => {
      const { load, counts } = await scene();
      const { code, stderr } = await load(`${csv}${others(4)}`, '--sent', 'safe');
      expect(code).toBe(2);
      expect(stderr).toContain('4 of the 7 addresses in ');
      expect(stderr).toContain('--other-lists');
      expect(await counts()).toEqual([]);
      const { stdout } = await load(`${csv}${others(4)}`, '--sent', 'safe', '--other-lists');
      expect(stdout).toContain('Of its 7 addresses, 4 are not in the results.');
      expect(await counts()).toMatchObject([{ delivered: 3, bounced: 1 }]);
    });
  });

  it('reads results from Windows, and asks for the option that says so, which is not that of the export', async () => {
    const results = resultsOf(['ann@example.org'])
      .replace('Email,', 'Email,Name,')
      .replace('org,', 'org,König – Graz,');
    const text = results.replace('–', '\u0096');
    const { load, counts } = await scene(Buffer.from(text, 'latin1'));
    const rows = 'email,event\nann@example.org,delivered\n';
    const { code, stderr } = await load(rows);
    expect(code).toBe(2);
    expect(stderr).toContain('set --results-encoding to latin1');
    expect(await load(rows, '--results-encoding', 'latin1')).toMatchObject({ code: 0 });
    expect(await counts()).toMatchObject([{ delivered: 1 }]);
    const wrong = await load(rows, '--results-encoding', 'utf-16le');
    expect(wrong.stderr).toContain('Leave out --results-encoding');
  });

  it('refuses results that are none, also if only a row of them is not', async () => {
    const { load, counts } = await scene('email,name\nann@example.org,Ann\n');
    expect(await load(csv)).toMatchObject({ code: 2, stderr: expect.stringContaining('no file of results') });
    const broken = await scene(`${resultsOf(['ann@example.org'])}bob@example.org,fine\n`);
    expect(await broken.load(csv)).toMatchObject({ code: 2 });
    expect([...(await counts()), ...(await broken.counts())]).toEqual([]);
  });

  it.each([
    ['true', 'false'],
    ['TRUE', 'FALSE'],
  ])(
    'reads results that say %s as mailproof means it, also after a spreadsheet has saved them',
    async (yes, no) => {
      const results = resultsOf(['info@example.org'], { substatus: 'role_account', is_role_account: true });
      const { load, counts } = await scene(results.replaceAll('true', yes).replaceAll('false', no));
      await load('email,event\ninfo@example.org,delivered\n');
      expect(await counts()).toMatchObject([{ evidence: 'accepted+role' }]);
    },
  );

  it.each([
    ['a flag that is neither true nor false', { is_free: 'WAHR' }, '"WAHR" in the column "is_free"'],
    ['a confidence with a fraction', { confidence: '97.5' }, '"97.5" in the column "confidence"'],
    ['a confidence above 100', { confidence: '101' }, '"101" in the column "confidence"'],
    ['a status that is none', { status: 'fine' }, '"fine" in the column "status"'],
  ])('refuses results with %s before anything is recorded', async (_, fields, advice) => {
    const emails = Array.from({ length: 400 }, (_each, index) => `p${index}@example.org`);
    const last = resultsOf(['last@example.org'], fields as never)
      .split('\n')
      .slice(1)
      .join('\n');
    const { load, counts } = await scene(`${resultsOf(emails)}${last}`);
    const { code, stderr } = await load('email,event\np0@example.org,delivered\n', '--sent', 'safe');
    expect(code).toBe(2);
    expect(stderr).toContain(`line 402 of`);
    expect(stderr).toContain(advice);
    expect(await counts()).toEqual([]);
  });

  it('passes over the rows of a list that have no address, whose results are empty', async () => {
    const empty = `,${verdictColumns.map(() => '').join(',')}\n`;
    const { load, counts } = await scene(`${resultsOf(['ann@example.org'])}${empty}`);
    await load('email,event\nann@example.org,delivered\n', '--sent', 'safe');
    expect(await counts()).toMatchObject([{ delivered: 1 }]);
  });

  it('compares with what the tables had said when the list was verified: as said, or when its file was changed', async () => {
    const { load, database, resultsFile, run } = await scene();
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const tables = tableDigest;
    const stores = sqliteStores(database);
    for (const [weeksAgo, unlearnedConfidence] of [
      [6, 93],
      [3, 95],
      [0, 97],
    ] as const) {
      const clock = new ManualClock(now - weeksAgo * 7 * 86_400_000);
      const given = new GivenConfidences({ counters: countersOf(stores, clock), clock, tables });
      given.record({ evidence: 'accepted', provider: 'Unknown', confidence: 97, unlearnedConfidence });
      await given.close();
    }
    await stores.close();
    const shown = async () => {
      const { counts } = JSON.parse((await run('show', '--json')).stdout);
      return (counts as { unlearned_confidence: number }[]).map((count) => count.unlearned_confidence);
    };
    const csv = 'email,event\nann@example.org,delivered\n';
    await load(csv);
    expect(await shown()).toEqual([97]);
    await run('clear');
    const weeksAgo = (weeks: number) => new Date(now - weeks * 7 * 86_400_000);
    await utimes(resultsFile, weeksAgo(3), weeksAgo(3));
    await load(csv);
    expect(await shown()).toEqual([95]);
    await run('clear');
    await load(csv, '--verified', weeksAgo(6).toISOString().slice(0, 10));
    expect(await shown()).toEqual([93]);
    expect((await load(csv, '--verified', '31.1.2030')).stderr).toContain('Give a day such as 2030-01-31');
  });

  it('refuses a status that is none', async () => {
    const { load } = await scene();
    expect((await load(csv, '--sent', 'safe,sure')).stderr).toContain('"sure" is no status');
  });
});

describe('mailproof outcomes show', () => {
  it('plots what was said beside what came true, with intervals, by evidence and provider', async () => {
    const { load, run } = await scene();
    await load('email,event\nann@example.org,bounce\n', '--sent', 'safe');
    const { stdout } = await run('show');
    const [axes, legend, , titles, line] = stdout.split('\n');
    expect(axes).toBe('Down: what verdicts said, in tens of percent. Across: how many came true.');
    expect(legend).toBe('│ said   ● came true   ◉ both   ─ the true share, with a probability of 95 %');
    expect(titles).toMatch(/^ {2}said {2}0 % {16}50 % {13}100 % {4}true {3}interval {2}verdicts$/);
    expect(line).toMatch(/^ {2}97 % {2}·+─+●─*│─*·* {4}75 % {4}30–95 % {9}4$/);
    for (const shown of stdout.split('\n')) expect(shown.length).toBeLessThanOrEqual(80);
    // Nothing but text, also on a terminal with colours.
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/accepted +4 +97 % +75 % +30–95 %/);
    expect(stdout).toMatch(/Unknown +4 +97 %/);
  });

  it('prints one JSON object', async () => {
    const { load, run } = await scene();
    await load('email,event\nann@example.org,bounce\n', '--sent', 'safe');
    const bin = { verdicts: 4, said: 0.97, came_true: 0.75, low: 0.3006, high: 0.9544 };
    expect(JSON.parse((await run('show', '--json')).stdout)).toEqual({
      bins: [bin],
      evidence: [{ evidence: 'accepted', ...bin }],
      counts: [
        {
          evidence: 'accepted',
          provider: 'Unknown',
          predicts: 'delivery',
          confidence: 97,
          unlearned_confidence: 97,
          delivered: 3,
          bounced: 1,
          complained: 0,
        },
      ],
    });
  });

  it('shows outcomes of the simulated internet apart from others', async () => {
    const { load, run } = await scene();
    await load('email,event\nann@example.org,delivered\n', '--sandbox');
    expect((await run('show')).stdout).toBe('');
    expect((await run('show', '--sandbox')).stdout).toMatch(/100–?.* {2}1$| {2}1$/m);
  });

  it('creates no store where there is none, and neither does clear', async () => {
    const { run, database, load } = await scene();
    expect(await run('show', '--json')).toMatchObject({ code: 0 });
    expect(await run('show')).toMatchObject({ code: 0, stderr: expect.stringContaining('import') });
    expect(await run('clear')).toMatchObject({ code: 0 });
    expect(await run('show', '--sandbox')).toMatchObject({ code: 0, stdout: '' });
    expect(await readdir(join(database, '..'))).toEqual(['list.results.csv']);
    await load('email,event\nann@example.org,delivered\n');
    await run('show', '--sandbox');
    await run('clear', '--sandbox');
    expect(await readdir(join(database, '..'))).not.toContainEqual(expect.stringContaining('simulated'));
  });

  it('says how to begin if there is nothing', async () => {
    const { run } = await scene();
    expect(await run('show')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('import'),
    });
  });
});

describe('mailproof outcomes clear', () => {
  it('forgets what was imported, so that it can be imported again', async () => {
    const { load, run, counts } = await scene();
    await load('email,event\nann@example.org,delivered\n');
    expect(await run('clear')).toMatchObject({ code: 0 });
    expect(await counts()).toEqual([]);
    await load('email,event\nann@example.org,bounce\n', '--sent', 'safe');
    expect(await counts()).toMatchObject([{ delivered: 3, bounced: 1 }]);
  });
});
