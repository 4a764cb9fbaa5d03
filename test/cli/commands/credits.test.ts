import { describe, expect, it } from 'vitest';
import { addOnce } from '../../../adapters/cli/commands/credits.ts';
import { parseMilliCredits } from '../../../adapters/cli/settings/setting-value.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { CreditLedger } from '../../../src/ports/credit-ledger.ts';
import { openStores, temporaryFile } from '../../sqlite/temporary-file.ts';
import { mailproof } from '../mailproof.ts';

/** A store in a file of its own, and the commands on it. */
async function scene() {
  const file = await temporaryFile();
  const env = { MAILPROOF_STORE: `sqlite:${file}` };
  const credits = (...words: string[]) => mailproof(['credits', ...words], { env });
  return { stores: openStores(file), credits };
}

describe('mailproof credits add', () => {
  it('adds to the balance, also while the store is open elsewhere', async () => {
    const { stores, credits } = await scene();
    expect(await credits('add', '--account', 'acme', '100')).toMatchObject({
      code: 0,
      stdout: 'acme has 100 credits\n',
    });
    expect((await credits('add', '--account', 'acme', '0.2')).stdout).toBe('acme has 100.2 credits\n');
    expect(await stores.ledger.balance('acme')).toEqual({ available: 100_200, held: 0 });
  });

  it('adds once with the same --id, and refuses another amount under it', async () => {
    const { credits } = await scene();
    const add = (amount: string) => credits('add', '--account', 'acme', amount, '--id', 'invoice-1');
    await add('5');
    expect(await add('5')).toMatchObject({ code: 0, stdout: 'acme has 5 credits\n' });
    const other = await add('6');
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('"invoice-1" was used before');
  });

  it('refuses an id as refunds have them, and adds nothing', async () => {
    const { credits } = await scene();
    const refused = await credits('add', '--account', 'acme', '5', '--id', 'refund:ticket-12');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('must not begin with refund:');
    expect((await credits('show', '--account', 'acme')).stdout).toBe('acme has 0 credits\n');
  });

  it('says how to repeat it if it is not known whether the credits were added', async () => {
    const { ledger } = memoryStores();
    const grant = { id: 'a1', account: 'acme', milliCredits: 5_000 };
    const losing = {
      grant: async (wanted: Parameters<CreditLedger['grant']>[0]) => {
        await ledger.grant(wanted);
        throw new StorageUnavailable('The answer was lost.');
      },
    };
    await expect(addOnce(losing, grant)).rejects.toThrow(/repeat the command with --id a1,/);
    expect(await addOnce(ledger, grant)).toBe(5_000);
    expect(await ledger.balance('acme')).toEqual({ available: 5_000, held: 0 });
  });

  it.each([
    '0',
    '0.000',
    '0.0001',
    '-1',
    '1e3',
    '1,5',
    'many',
    '',
    '.5',
    '1.',
    'Infinity',
    '1000000000000000',
  ])('refuses "%s" as an amount', async (amount) => {
    const { code, stdout } = await mailproof(['credits', 'add', '--account', 'acme', '--', amount], {
      env: { MAILPROOF_STORE: 'sqlite:never-opened.db' },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.each([
    ['100', 100_000],
    ['0.2', 200],
    ['0.001', 1],
    ['1.005', 1_005],
    ['4.35', 4_350],
    ['999999999999.999', 999_999_999_999_999],
  ])('reads %s as exactly %i milli-credits', (text, milliCredits) => {
    expect(parseMilliCredits(text)).toBe(milliCredits);
  });
});

describe('mailproof credits show', () => {
  it('shows available and held credits', async () => {
    const { stores, credits } = await scene();
    await credits('add', '--account', 'acme', '1');
    await stores.ledger.hold({ id: 'work', account: 'acme', milliCredits: 200, expiresInMs: 4e12 });
    const { stdout } = await credits('show', '--account', 'acme');
    expect(stdout).toBe('acme has 0.8 credits, and 0.2 held for work under way\n');
  });

  it('shows zero for an unknown account, and says that it is unknown', async () => {
    const { credits } = await scene();
    expect(await credits('show', '--account', 'nobody')).toEqual({
      code: 0,
      stdout: 'nobody has 0 credits\n',
      stderr: expect.stringMatching(/^There is no account nobody \(no credits, no keys\) in \/.*\.\n$/),
    });
  });

  it('shows the newest entries of the journal with --entries', async () => {
    const { credits } = await scene();
    for (const id of ['a', 'b', 'c']) await credits('add', '--account', 'acme', '0.5', '--id', id);
    const { stdout } = await credits('show', '--account', 'acme', '--entries', '2');
    expect(stdout.trimEnd().split('\n').slice(4)).toEqual([
      expect.stringMatching(/^ +3 +20\S+Z +grant +0\.5 +c$/),
      expect.stringMatching(/^ +2 +20\S+Z +grant +0\.5 +b$/),
    ]);
  });

  it('prints one JSON object with --json', async () => {
    const { credits } = await scene();
    await credits('add', '--account', 'acme', '99.8', '--id', 'first');
    const show = async (...words: string[]) =>
      JSON.parse((await credits('show', '--account', 'acme', '--json', ...words)).stdout);
    expect(await show()).toEqual({ account: 'acme', credits: 99.8, held: 0 });
    expect(await show('--entries', '10')).toEqual({
      account: 'acme',
      credits: 99.8,
      held: 0,
      entries: [
        {
          sequence: 1,
          kind: 'grant',
          id: 'first',
          credits: 99.8,
          at: expect.stringMatching(/Z$/),
          for: null,
        },
      ],
    });
  });

  it.each(['0', '-1', 'all', '10001'])('refuses --entries %s', async (count) => {
    const words = ['credits', 'show', '--account', 'acme', `--entries=${count}`];
    const { code, stderr } = await mailproof(words, { env: { MAILPROOF_STORE: 'sqlite:never-opened.db' } });
    expect(code).toBe(2);
    expect(stderr).toContain('Set it to a number of entries from 1 to 10000.');
  });
});
