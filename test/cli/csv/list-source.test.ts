import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CopyOptions, copyStdin } from '../../../adapters/cli/csv/list-source.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { openFilesBelow } from '../open-files.ts';
import { workFolder } from '../work-folder.ts';

async function copyOptions(options: Partial<CopyOptions> = {}): Promise<CopyOptions> {
  const folder = await workFolder();
  return { folder: folder.path, maxBytes: 1_000, signal: new AbortController().signal, ...options };
}

describe('a list on stdin', () => {
  it('can be read several times, from the beginning', async () => {
    const chunks = ['email\na@exam', 'ple.com\nb@example.com\n'].map((chunk) => Buffer.from(chunk));
    await using source = await copyStdin(Readable.from(chunks), await copyOptions());
    const list = 'email\na@example.com\nb@example.com\n';
    expect(await text(source.readAll(7))).toBe(list);
    expect((await source.readBeginning(5)).toString()).toBe('email');
    expect((await source.readBeginning(1_000)).toString()).toBe(list);
    expect(await text(source.readAll(1_000))).toBe(list);
    expect(source.name).toBe('stdin');
  });

  it('is in a file that nobody else can read, and that is gone however the process ends', async () => {
    const options = await copyOptions();
    const source = await copyStdin(Readable.from([Buffer.from('email\n')]), options);
    expect(readdirSync(options.folder)).toEqual([]);
    const [copy, ...others] = openFilesBelow(options.folder);
    expect(others).toEqual([]);
    expect(statSync(copy ?? '').mode & 0o777).toBe(0o600);
    await source[Symbol.asyncDispose]();
    expect(openFilesBelow(options.folder)).toEqual([]);
  });

  it('is refused if it is longer than allowed, without being read to its end', async () => {
    const options = await copyOptions({ maxBytes: 2_000 });
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(500));
      },
    });
    await expect(copyStdin(endless, options)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'stdin has more than 2,000 bytes. Save the list as a file, and name that.',
    });
    expect(endless.destroyed).toBe(true);
    expect(openFilesBelow(options.folder)).toEqual([]);
  });

  it('is refused if it is a terminal, at which nothing was piped', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    await expect(copyStdin(stdin, await copyOptions())).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'There is no list on stdin, which is a terminal. Pipe one into the command, or name a file.',
    });
  });

  it('is waited for until the user interrupts', async () => {
    const interrupted = new AbortController();
    const options = await copyOptions({ signal: interrupted.signal });
    const silent = new Readable({ read() {} });
    onTestFinished(() => void silent.destroy());
    const copied = copyStdin(silent, options);
    silent.push('email\n');
    const interruption = new Interruption(2);
    interrupted.abort(interruption);
    await expect(copied).rejects.toBe(interruption);
    expect(openFilesBelow(options.folder)).toEqual([]);
  });

  it('is refused with the cause if it cannot be copied or read', async () => {
    const options = await copyOptions();
    const missing = { ...options, folder: join(options.folder, 'no') };
    await expect(copyStdin(Readable.from([]), missing)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/could not be copied to .*no: ENOENT.* Set TMPDIR/),
      cause: { code: 'ENOENT' },
    });
    const broken = new Readable({
      read() {
        this.destroy(new Error('broken'));
      },
    });
    await expect(copyStdin(broken, options)).rejects.toMatchObject({ cause: { message: 'broken' } });
  });
});
