import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/closed-port.ts';
import { buildah, builtImage } from './built-image.ts';

const execute = promisify(execFile);

let image: Awaited<ReturnType<typeof builtImage>>;
beforeAll(async () => {
  image = await builtImage();
});
afterAll(() => image && buildah('rm', image.container));

/** Words that run a command in the container as its user, in its folder. */
function inside(command: readonly string[], env: Readonly<Record<string, string>> = {}): string[] {
  const variables = Object.entries({ NODE_ENV: 'production', MAILPROOF_EXACT_HEADER_NAME: 'false', ...env });
  const assigned = variables.map(([name, value]) => `${name}=${value}`);
  const entered = ['--userspec=1000:1000', image.root, '/usr/bin/env', '-C', '/data', ...assigned];
  return [...entered, ...command];
}

async function run(words: string): Promise<{ stdout: string; stderr: string }> {
  return execute('chroot', inside([...image.config.Entrypoint, ...words.split(' ')]));
}

it('is for the user node, and ends by SIGTERM', () => {
  expect(image.config).toMatchObject({
    User: 'node',
    StopSignal: 'SIGTERM',
    Cmd: ['serve', '--host', '0.0.0.0'],
  });
});

it('verifies, as the user 1000 and without npm', async () => {
  const { stdout } = await run('verify ann.baker@bakery.example.com --sandbox --json');
  expect(JSON.parse(stdout)).toMatchObject({ status: 'safe' });
  expect((await execute('chroot', inside(['id', '-u']))).stdout.trim()).toBe('1000');
});

it('serves a key that was made in it, is healthy, and ends by SIGTERM with 0', async () => {
  const { stdout: key } = await run('keys create --account acme');
  await run('credits add --account acme 100');
  const port = String(await freePort());
  const env = { MAILPROOF_PORT: port };
  const server = spawn('chroot', inside([...image.config.Entrypoint, ...image.config.Cmd, '--sandbox'], env));
  onTestFinished(() => kill(server));
  const [listening] = await once(server.stdout, 'data');
  expect(String(listening)).toContain(`Listening on http://0.0.0.0:${port}`);
  const [, ...check] = image.config.Healthcheck.Test;
  await execute('chroot', inside(check, env));
  const answer = await fetch(`http://127.0.0.1:${port}/v1/credits`, { headers: { 'x-api-key': key.trim() } });
  expect(await answer.json()).toEqual({ credits: 100 });
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  await expect(execute('chroot', inside(check, env))).rejects.toThrow();
  const { stdout: modes } = await execute('sh', ['-c', `stat -c '%a %u' '${image.root}'/data/mailproof.db*`]);
  expect(new Set(modes.trim().split('\n'))).toEqual(new Set(['600 1000']));
});

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
}
