import { type Command, CommanderError, InvalidArgumentError } from 'commander';

/** What is asked for cannot be done. The message says why, and what can. */
export class WrongCommandLine extends Error {}

/** Returns the options that a command is given, or its help if that is asked for. Throws WrongCommandLine. */
export function readOptions<Values extends object>(
  command: Command,
  args: readonly string[],
): Values | { readonly help: string } {
  let help = '';
  const writeOut = (text: string) => {
    help += text;
  };
  command.exitOverride().configureOutput({ writeOut, writeErr: () => {} });
  try {
    return command.parse(args, { from: 'user' }).opts<Values>();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help };
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw new WrongCommandLine(message.endsWith('.') ? message : `${message}.`);
  }
}

interface Range {
  readonly least: 0 | 1;
  readonly most?: number;
}

/** Returns a parser of whole numbers. */
export function wholeNumber({ least, most = Number.MAX_SAFE_INTEGER }: Range): (given: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (given) => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number ${range}.`);
  };
}

/** Returns a parser of some of the names that are allowed, with commas between them. */
export function listOf<Name extends string>(allowed: readonly Name[]): (given: string) => readonly Name[] {
  return (given) =>
    given.split(',').map((part) => {
      const found = allowed.find((name) => name === part);
      if (found !== undefined) return found;
      throw new InvalidArgumentError(`It takes some of ${allowed.join(', ')}.`);
    });
}
