#!/usr/bin/env node
import { createRequire } from 'node:module';
import { run } from './program.ts';
import { Interruption } from './terminal.ts';

/** How long an interrupted command may take to close what it opened. */
const closingMs = 300;
const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

const { version } = createRequire(import.meta.url)('mailproof/package.json') as { version: string };
const interrupted = new AbortController();

for (const [name, number] of Object.entries(signalNumbers)) {
  // Once: a second signal ends the process as if nobody listened.
  process.once(name, () => {
    const interruption = new Interruption(number);
    interrupted.abort(interruption);
    setTimeout(() => process.exit(interruption.exitCode), closingMs).unref();
  });
}
// A reader that has seen enough (`| head`) is no failure of ours, but there is nothing left to do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(
  process.argv.slice(2),
  { stdout: process.stdout, stderr: process.stderr, env: process.env, signal: interrupted.signal },
  version,
);
