import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeToStdout } from '../../../adapters/cli/output/stdout.ts';
import { Interruption } from '../../../adapters/cli/terminal.ts';

it('rejects with the interruption while the reader of stdout stands still', async () => {
  const interrupted = new AbortController();
  const stalled = new Writable({ write() {} });
  const writing = writeToStdout(stalled, 'email\n', interrupted.signal);
  const interruption = new Interruption(2);
  interrupted.abort(interruption);
  await expect(writing).rejects.toBe(interruption);
});

it('gives an error of the system to the write that met it', async () => {
  const refusal = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const { signal } = new AbortController();
  const output = new Writable({ write: (_chunk, _encoding, done) => done(refusal) });
  output.on('error', () => {});
  await expect(writeToStdout(output, 'a', signal)).rejects.toMatchObject({
    code: 'output_failed',
    message: 'stdout could not be written: nobody reads it any more.',
    cause: refusal,
  });
});
