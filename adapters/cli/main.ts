#!/usr/bin/env node
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { exitCode } from './exit-code.ts';
import { watchNpx } from './npx-parent.ts';
import { openStdout } from './output/stdout.ts';
import { asOutputFailure, ReaderGone } from './output-failure.ts';
import { run } from './program.ts';
import { Interruption } from './terminal.ts';

// Lets the heap grow by 100 % between collections instead of V8's default of up to 300 %: a run of 100,000 addresses
// then stays below 300 MB, and is hardly slower.
setFlagsFromString('--heap-growing-percent=100');

/** How long an interrupted command may take to close what it opened, unless it asks for more. */
let closingMs = 300;
const signals = ['SIGINT', 'SIGTERM'] as const;

const { version } = createRequire(import.meta.url)('mailproof/package.json') as { version: string };
const interrupted = new AbortController();

const interrupt = (_signal: string, number: number) => {
  const interruption = new Interruption(number);
  // Without listeners, a second signal ends the process at once.
  for (const signal of signals) process.off(signal, interrupt);
  interrupted.abort(interruption);
  setTimeout(() => process.exit(interruption.exitCode), closingMs).unref();
};
for (const signal of signals) process.on(signal, interrupt);
// The signal itself has come first if it went to the whole group of processes, as Ctrl-C does.
watchNpx(process.env, () => {
  if (!interrupted.signal.aborted) interrupt('SIGTERM', constants.signals.SIGTERM);
});

const stdout = openStdout();
let commandTakesStdoutErrors = false;
stdout.on('error', (error) => {
  if (commandTakesStdoutErrors) return;
  const failure = asOutputFailure(error, 'stdout');
  // A reader that stops reading (`| head`) is not an error, but nothing is left to do.
  if (failure instanceof ReaderGone) process.exit();
  process.stderr.write(`mailproof: ${failure.message}\n`);
  process.exit(exitCode.failure);
});
// The work goes on: only what would be said about it is lost.
process.stderr.on('error', () => {});

process.exitCode = await run(
  process.argv.slice(2),
  {
    // Opened by the commands only that read it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr: process.stderr,
    env: process.env,
    signal: interrupted.signal,
    allowClosing(durationMs) {
      closingMs = durationMs;
    },
    takeStdoutErrors() {
      commandTakesStdoutErrors = true;
    },
  },
  version,
);
// What a reader that has stopped does not take would hold the process until the time for closing is over.
if (interrupted.signal.aborted && stdout.writableLength > 0) process.exit();
