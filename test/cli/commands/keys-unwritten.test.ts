import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { builtCli } from '../../support/built-cli.ts';
import { mailproof } from '../mailproof.ts';

/** A store with one key, and a shell that runs `"$@"`, which is `mailproof keys` with the words and the store. */
async function storeWithKey() {
  const store = ['--store', `sqlite:${await temporaryFile()}`];
  const { stdout: key } = await mailproof(['keys', 'create', '--account', 'acme', ...store]);
  const keys = async () => {
    const { stdout } = await mailproof(['keys', 'list', '--account', 'acme', '--json', ...store]);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const inShell = (script: string, ...words: readonly string[]) => {
    const program = [process.execPath, builtCli, 'keys', ...words, ...store];
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', ...program], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return { key: key.trim(), keys, inShell, store: store.join(' ') };
}

const commands = [
  ['create', () => ['create', '--account', 'acme']],
  ['rotate', (key: string) => ['rotate', key, '--old-valid-for', '7d']],
] as const;

describe.each(commands)('mailproof keys %s, where the key cannot be written', (command, wordsWith) => {
  it.each(['>&-', '1<> /dev/null'])('changes nothing with %s, which nobody reads', async (redirection) => {
    const { key, keys, inShell } = await storeWithKey();
    const before = await keys();
    const { status, stderr } = inShell(`"$@" ${redirection}`, ...wordsWith(key));
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^mailproof: stdout is closed, or was opened on \/dev\/null by the program that started this one, .*\n$/,
    );
    expect(await keys()).toEqual(before);
  });

  it.each([
    ['the disk is full', '"$@" > /dev/full; echo "exit $?" >&2', /no space left on device \(ENOSPC\)\./],
    ['the reader is gone', '{ "$@"; echo "exit $?" >&2; } | true', /nobody reads it any more\./],
  ])('says that nobody has it if %s, and how to replace it', async (_what, script, why) => {
    const { key, keys, inShell, store } = await storeWithKey();
    const { stderr } = inShell(script, ...wordsWith(key));
    const { id } = (await keys()).at(-1);
    expect(stderr).toMatch(why);
    const time = command === 'create' ? '0' : '7d';
    const rotation = `mailproof keys rotate ${id} --old-valid-for ${time} ${store}`;
    expect(stderr).toContain(`The new key of ${id} was not shown. Replace it: ${rotation}\nexit 1\n`);
    expect(stderr).not.toContain('shown this once');
  });
});
