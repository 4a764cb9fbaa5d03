import { describe, expect, it } from 'vitest';
import { run } from '../../../adapters/cli/program.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { closedPort } from '../../support/closed-port.ts';
import { until } from '../../support/until.ts';
import { fakeTerminal } from '../fake-terminal.ts';
import { startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';

function lookup(...words: readonly string[]) {
  return mailproof(['lookup', ...words]);
}

const documentedFields = `
  status substatus explanation email_provider credits_consumed first_name last_name domain email mx_record
  is_domain_catch_all is_secure_email_gateway is_disposable is_role_account is_free confidence
`
  .trim()
  .split(/\s+/);

describe('mailproof lookup', () => {
  it('prints a card of the person found and exits with 0', async () => {
    const { code, stdout, stderr } = await lookup('ann', 'BAKER', 'Bakery.example.com', '--sandbox');
    expect(stdout).toMatch(/^ {2}person {9}Ann Baker$/m);
    expect(stdout).toMatch(/^ {2}address {8}ann\.baker@bakery\.example\.com$/m);
    expect(stdout).toMatch(/^ {2}substatus {6}deliverable$/m);
    expect(stdout).toMatch(/^ {2}duration {7}[\d.]+ m?s$/m);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('prints the documented resource and nothing else with --json', async () => {
    const { code, stdout, stderr } = await lookup(
      'Ann',
      'Baker',
      'bakery.example.com',
      '--sandbox',
      '--json',
    );
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    const resource = JSON.parse(stdout);
    expect(Object.keys(resource).sort()).toEqual([...documentedFields].sort());
    expect(resource).toMatchObject({ email: 'ann.baker@bakery.example.com', credits_consumed: 0 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(['https://bakery.example.com/x', '//bakery.example.com', 'tom@bakery.example.com'])(
    'reads the domain in %s, as in a list',
    async (cell) => {
      const { code, stdout } = await lookup('Ann', 'Baker', cell, '--sandbox', '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        email: 'ann.baker@bakery.example.com',
        domain: 'bakery.example.com',
      });
      expect(code).toBe(0);
    },
  );

  it('refuses a page at a social network', async () => {
    const words = ['Ann', 'Baker', 'https://linkedin.com/company/bakery', '--sandbox'];
    const { code, stdout, stderr } = await lookup(...words);
    expect(stderr).toContain(
      'https://linkedin.com/company/bakery is a page at a social network, which says nothing about where the company gets its mail. Give the domain of the company.',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('says why no address was found', async () => {
    const { code, stdout } = await lookup('Eve', 'Adams', 'everybody.example.com', '--sandbox');
    expect(stdout).toMatch(/^ {2}address {6}none$/m);
    expect(stdout).toMatch(/^ {2}substatus {4}no_address_found$/m);
    expect(stdout).toMatch(/^ {2}explanation {2}The mail server accepts every address/m);
    expect(code).toBe(0);
  });

  it('accepts a person with one name only', async () => {
    const lab = await startLab({ mailboxes: ['rivaldo'] });
    const { stdout } = await lookup('', 'Rivaldo', 'example.com', '--json', ...lab.flags());
    expect(JSON.parse(stdout)).toMatchObject({ email: 'rivaldo@example.com', first_name: '' });
  });

  it('answers in time if the server stays silent', async () => {
    const lab = await startLab({ mailboxes: ['ann.baker'] }, { fault: 'silent' });
    const words = ['Ann', 'Baker', 'example.com', '--json', '--timeout', '1', ...lab.flags()];
    const { code, stdout } = await lookup(...words);
    expect(JSON.parse(stdout)).toMatchObject({ email: null, status: 'unknown', substatus: 'timeout' });
    expect(code).toBe(0);
    await until(() => lab.sandbox.statistics.totals.open === 0);
  });

  it('with --exit-code, exits with 0 if an address was found and 12 otherwise', async () => {
    const words = ['bakery.example.com', '--sandbox', '--exit-code'];
    expect((await lookup('Ann', 'Baker', ...words)).code).toBe(0);
    expect((await lookup('Zoe', 'Nobody', ...words)).code).toBe(12);
  });

  it('exits at once when interrupted, and charges nothing', async () => {
    const file = await accountWith(1_000);
    const lab = await startLab({ mailboxes: ['ann.baker'] }, { fault: 'silent', faultAt: 'rcpt' });
    const interrupted = new AbortController();
    const terminal = fakeTerminal({ signal: interrupted.signal });
    const payer = ['--store', `sqlite:${file}`, '--account', 'acme'];
    const ended = run(['lookup', 'Ann', 'Baker', 'example.com', ...lab.flags(), ...payer], terminal, '1.2.3');
    await until(() => lab.sandbox.statistics.totals.recipients > 0);
    interrupted.abort(new Interruption(2));
    expect(await ended).toBe(130);
    expect(terminal.stdout.text + terminal.stderr.text).toBe('');
    expect(await balanceIn(file)).toEqual({ available: 1_000, held: 0 });
  });
});

async function accountWith(milliCredits: number): Promise<string> {
  const file = await temporaryFile();
  const stores = sqliteStores(file);
  await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits, reason: 'purchase' });
  await stores.close();
  return file;
}

async function balanceIn(file: string) {
  const stores = sqliteStores(file);
  try {
    return await stores.ledger.balance('acme');
  } finally {
    await stores.close();
  }
}

describe('mailproof lookup with an account', () => {
  it('charges a fresh answer, but not a cached one', async () => {
    const file = await accountWith(1_500);
    const words = ['--sandbox', '--json', '--store', `sqlite:${file}`, '--account', 'acme'];
    const fresh = await lookup('Ann', 'Baker', 'bakery.example.com', ...words);
    expect(JSON.parse(fresh.stdout)).toMatchObject({ credits_consumed: 1 });
    const known = await lookup(' ann ', 'baker', 'BAKERY.example.com', ...words);
    expect(JSON.parse(known.stdout)).toMatchObject({
      email: 'ann.baker@bakery.example.com',
      credits_consumed: 0,
    });
    expect(await balanceIn(file)).toEqual({ available: 500, held: 0 });
    const third = await lookup('Tom', 'Baker', 'bakery.example.com', ...words);
    expect(third).toMatchObject({ code: 1, stdout: '' });
    expect(third.stderr).toContain('the balance is 0.5 and 1 are required');
  });
});

describe('mailproof lookup that cannot start', () => {
  it.each([
    ['without a name', ['', ' ', 'example.com', '--sandbox'], /There is no name\./],
    [
      'with a name that is too long',
      ['a'.repeat(256), 'b', 'example.com', '--sandbox'],
      /first name has 256/,
    ],
    [
      'with a domain that is too short',
      ['a', 'b', 'c', '--sandbox'],
      /domain has 1 characters. Give 3 to 255/,
    ],
    ['with a timeout out of range', ['a', 'b', 'example.com', '--timeout', '601'], /--timeout is "601"/],
    ['without an identity', ['a', 'b', 'example.com'], /Set --helo or MAILPROOF_HELO/],
    ['without a domain', ['a', 'b'], /missing required argument 'domain'/],
  ])('%s says what to set and exits with 2', async (_when, words, message) => {
    const { code, stdout, stderr } = await lookup(...words);
    expect(stderr).toMatch(/^mailproof: /);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('exits with 3 if no resolver answers', async () => {
    const dns = `127.0.0.1:${await closedPort()}`;
    const identity = ['--helo', 'probe.example.net', '--mail-from', 'bounces@example.net'];
    const { code, stdout, stderr } = await lookup('Ann', 'Baker', 'example.com', ...identity, '--dns', dns);
    expect(stderr).toMatch(/^mailproof: No DNS resolver answers\./);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });
});
