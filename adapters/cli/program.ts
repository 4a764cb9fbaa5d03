import { Command, CommanderError } from 'commander';
import { InvalidArgument, MailproofError, ServiceUnavailable, StorageUnavailable } from '../../src/errors.ts';
import { addAccountsCommand } from './commands/accounts.ts';
import { addBulkCommand } from './commands/bulk.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addCreditsCommand } from './commands/credits.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addForgetCommand } from './commands/forget.ts';
import { addHelpCommand } from './commands/help.ts';
import { addJobsCommand } from './commands/jobs.ts';
import { addKeysCommand } from './commands/keys.ts';
import { addLookupCommand } from './commands/lookup.ts';
import { addOutcomesCommand } from './commands/outcomes.ts';
import { addRepliesCommand } from './commands/replies.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSuggestCommand } from './commands/suggest.ts';
import { addUsageCommand } from './commands/usage.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWorkerCommand } from './commands/worker.ts';
import { exitCode } from './exit-code.ts';
import { printable, printableLines } from './output/printable.ts';
import { assertStdoutIsOpen } from './output/stdout.ts';
import { guardOutput } from './output/terminal-guard.ts';
import { OutputFailure, ReaderGone } from './output-failure.ts';
import { Interruption, type Terminal } from './terminal.ts';

/**
 * Runs one command line, without the name of the program. Resolves with the exit code once everything is closed.
 * Never rejects: errors are written to stderr.
 */
export async function run(args: readonly string[], given: Terminal, version: string): Promise<number> {
  const terminal: Terminal = Object.create(given, {
    stdout: { value: guardOutput(given.stdout) },
    stderr: { value: guardOutput(given.stderr) },
  });
  let code: number = exitCode.done;
  const program = buildProgram(terminal, version, (finished) => {
    code = finished;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const { text, exit } = failureOf(error);
    if (text !== '') terminal.stderr.write(`mailproof: ${text}\n`);
    return exit;
  }
}

function buildProgram(terminal: Terminal, version: string, finish: (code: number) => void): Command {
  const { stdout, stderr } = terminal;
  // exitOverride and configureOutput are inherited by the commands added after them.
  const program = new Command('mailproof')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        assertStdoutIsOpen(stdout);
        stdout.write(text);
      },
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) =>
        write(`mailproof: ${printableLines(text.replace(/^error: /, '').trimEnd())}\n`),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .description('Will this address take mail?')
    .version(version);
  addVerifyCommand(program, terminal, finish);
  addLookupCommand(program, terminal, finish);
  addSuggestCommand(program, terminal, finish);
  addBulkCommand(program, terminal, finish);
  addServeCommand(program, terminal, finish);
  addWorkerCommand(program, terminal, finish);
  addAccountsCommand(program, terminal, finish);
  addKeysCommand(program, terminal, finish);
  addCreditsCommand(program, terminal, finish);
  addUsageCommand(program, terminal, finish);
  addJobsCommand(program, terminal, finish);
  addForgetCommand(program, terminal, finish);
  addOutcomesCommand(program, terminal, finish);
  addRepliesCommand(program, terminal, finish);
  addDoctorCommand(program, terminal, finish);
  addDemoCommand(program, terminal, finish);
  addCompletionCommand(program, terminal, finish);
  addHelpCommand(program);
  return program;
}

function failureOf(error: unknown): { text: string; exit: number } {
  if (error instanceof CommanderError) {
    return { text: '', exit: error.exitCode === 0 ? exitCode.done : exitCode.usage };
  }
  if (error instanceof Interruption) return { text: '', exit: error.exitCode };
  if (error instanceof InvalidArgument) return { text: printable(error.message), exit: exitCode.usage };
  if (error instanceof ServiceUnavailable || error instanceof StorageUnavailable) {
    return { text: printable(error.message), exit: exitCode.serviceUnavailable };
  }
  if (error instanceof ReaderGone) return { text: '', exit: exitCode.done };
  if (error instanceof MailproofError || error instanceof OutputFailure)
    return { text: printable(error.message), exit: exitCode.failure };
  return { text: `unexpected error\n${unexpected(error)}`, exit: exitCode.failure };
}

/** Returns the stack, for bug reports. */
function unexpected(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return printableLines(text);
}
