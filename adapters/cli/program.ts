import { Command, CommanderError } from 'commander';
import { InvalidArgument, MailproofError, ServiceUnavailable, StorageUnavailable } from '../../src/errors.ts';
import { exitCode } from './exit-code.ts';
import { guardOutput, printable, printableLines } from './output/printable.ts';
import { assertStdoutIsOpen } from './output/stdout.ts';
import { OutputFailure, ReaderGone } from './output-failure.ts';
import { type AddCommand, Interruption, type Terminal } from './terminal.ts';

/** Each loads a command, and returns what adds it to the program. In the order in which the help lists them. */
const loaders: Readonly<Record<string, () => Promise<AddCommand>>> = {
  verify: async () => (await import('./commands/verify.ts')).addVerifyCommand,
  lookup: async () => (await import('./commands/lookup.ts')).addLookupCommand,
  suggest: async () => (await import('./commands/suggest.ts')).addSuggestCommand,
  bulk: async () => (await import('./commands/bulk.ts')).addBulkCommand,
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  worker: async () => (await import('./commands/worker.ts')).addWorkerCommand,
  accounts: async () => (await import('./commands/accounts.ts')).addAccountsCommand,
  keys: async () => (await import('./commands/keys.ts')).addKeysCommand,
  credits: async () => (await import('./commands/credits.ts')).addCreditsCommand,
  usage: async () => (await import('./commands/usage.ts')).addUsageCommand,
  jobs: async () => (await import('./commands/jobs.ts')).addJobsCommand,
  forget: async () => (await import('./commands/forget.ts')).addForgetCommand,
  outcomes: async () => (await import('./commands/outcomes.ts')).addOutcomesCommand,
  replies: async () => (await import('./commands/replies.ts')).addRepliesCommand,
  store: async () => (await import('./commands/store.ts')).addStoreCommand,
  data: async () => (await import('./commands/data.ts')).addDataCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  demo: async () => (await import('./commands/demo.ts')).addDemoCommand,
  mcp: async () => (await import('./mcp/command.ts')).addMcpCommand,
  completion: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  help: async () => addHelpCommand,
};

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
  const finish = (finished: number) => {
    code = finished;
  };
  try {
    const program = await buildProgram(args, { terminal, version, finish });
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const { text, exit } = failureOf(error);
    if (text !== '') terminal.stderr.write(`mailproof: ${text}\n`);
    return exit;
  }
}

async function buildProgram(
  args: readonly string[],
  { terminal, version, finish }: { terminal: Terminal; version: string; finish: (code: number) => void },
): Promise<Command> {
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
  for (const load of loadersFor(args)) (await load())(program, terminal, finish);
  return program;
}

/** Only what is used is loaded: the command that is named. Help, completions and corrections are about all of them. */
function loadersFor([name = '']: readonly string[]) {
  if (name === '--version') return [];
  const isAlone = Object.hasOwn(loaders, name) && name !== 'help' && name !== 'completion';
  return Object.entries(loaders).flatMap(([each, load]) => (!isAlone || each === name ? [load] : []));
}

function failureOf(thrown: unknown): { text: string; exit: number } {
  const error = firstErrorOf(thrown);
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

/**
 * Returns what went wrong first: where closing with `await using` fails as well, the error of the work is `suppressed`.
 * Looks at names: Node 20 has no SuppressedError, so the compiled code makes an Error of that name.
 */
function firstErrorOf(thrown: unknown): unknown {
  let error = thrown;
  while (error instanceof Error && error.name === 'SuppressedError' && 'suppressed' in error)
    error = error.suppressed;
  return error;
}

/** Returns the stack, for bug reports. */
function unexpected(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return printableLines(text);
}

/** Adds `mailproof help [command...]`. That of Commander knows the commands of the program only, and no further ones. */
function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'the command, such as: keys create')
    .action((words: readonly string[]) => findCommand(program, words).outputHelp());
}

function findCommand(program: Command, words: readonly string[]): Command {
  return words.reduce((parent, word, index) => {
    const command = parent.commands.find((child) => child.name() === word);
    if (command !== undefined) return command;
    const parentWords = ['mailproof', 'help', ...words.slice(0, index)].join(' ');
    throw new InvalidArgument('command', `There is no command "${words.join(' ')}". See: ${parentWords}`);
  }, program);
}
