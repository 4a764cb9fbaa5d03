import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { workFolder } from '../work-folder.ts';

/** Verifies a list at a server that refuses everybody in these words. */
async function refusedList(line: string) {
  const lab = await startLab({ mailboxes: [], unknownReply: line });
  const folder = await workFolder();
  const list = await folder.write('list.csv', 'email\nann.baker@example.com\nbob@example.com\n');
  const store = `sqlite:${await temporaryFile()}`;
  const run = (...words: string[]) => mailproof([...words, '--store', store]);
  const { code, stderr } = await run('bulk', list, '--retry-delays', 'none', ...lab.flags());
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return run;
}

describe('mailproof replies', () => {
  it('shows what was not understood, without names, and forgets it', async () => {
    const run = await refusedList('550 User <{address}> klemmt hinter Tom');
    const { code, stdout } = await run('replies');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^count +to +code +words$/m);
    expect(stdout).toMatch(/rcpt +550 +user …$/m);
    expect(stdout).not.toMatch(/ann|baker|example|klemmt|tom/);
  });

  it('prints one JSON object per line', async () => {
    const run = await refusedList('550 5.9.9 User <{address}> klemmt hinter Tom');
    const { stdout } = await run('replies', '--json', '--limit', '1');
    expect(JSON.parse(stdout)).toMatchObject({
      stage: 'rcpt',
      code: 550,
      enhanced_code: '5.9.9',
      text: 'user …',
    });
    expect(JSON.parse(stdout).count).toBeGreaterThanOrEqual(2);
    expect((await run('replies', '--clear')).code).toBe(0);
    expect(await run('replies')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('no unrecognised replies'),
    });
  });

  it('does not show what was understood', async () => {
    const run = await refusedList('550 I cannot deliver mail for <{address}>');
    expect((await run('replies')).stdout).toBe('');
  });
});
