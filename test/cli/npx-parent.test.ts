import { expect, it } from 'vitest';
import { isRunByNpx } from '../../adapters/cli/npx-parent.ts';

const npx = { npm_command: 'exec', npm_lifecycle_event: 'npx', npm_lifecycle_script: "'mailproof'" };

it.each([
  ['npx mailproof', npx, true],
  ['an older npx', { ...npx, npm_lifecycle_script: 'mailproof' }, true],
  ['a program that npx runs', { ...npx, npm_lifecycle_script: "'concurrently' 'mailproof serve'" }, false],
  ['a script of a project', { ...npx, npm_command: 'run-script', npm_lifecycle_event: 'start' }, false],
  ['a shell', {}, false],
])('of the processes that %s starts, those alone end with npx that it runs itself', (_, env, ends) => {
  expect(isRunByNpx(env)).toBe(ends);
});
