import type { Command, Option } from 'commander';

/** A word that may be completed, with its description. */
interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

interface CompletedFlag {
  /** With its dashes. */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The only values; empty if any other value, such as a file, may follow. */
  readonly values: readonly string[];
}

/** What may follow a command. */
export interface CommandCompletions {
  /** The words of the command, without the program: `keys create`. Empty for the program itself. */
  readonly path: string;
  /** Commands below it, or the only values of its argument. Empty if anything else, such as a file, may follow. */
  readonly words: readonly CompletedWord[];
  readonly flags: readonly CompletedFlag[];
}

/** Returns what may follow the program and each of its commands. */
export function completionsOf(program: Command): readonly CommandCompletions[] {
  return [...below(program, ''), ...program.commands.flatMap((command) => afterHelp(command, 'help'))];
}

function below(command: Command, path: string): readonly CommandCompletions[] {
  const { registeredArguments, options } = command;
  const commands = visibleCommands(command);
  const values = registeredArguments[0]?.argChoices ?? [];
  // The words after `help` are those of the program.
  const named = path === 'help' && command.parent !== null ? visibleCommands(command.parent) : commands;
  const words = [...named.map(wordOf), ...values.map((word) => ({ word, description: '' }))];
  const help = { flag: '--help', description: 'show the help', takesValue: false, values: [] };
  return [
    { path, words, flags: [...options.map(flagOf), help] },
    ...commands.flatMap((child) => below(child, `${path} ${child.name()}`.trimStart())),
  ];
}

/** What may follow `help keys`: the commands of `keys`. */
function afterHelp(command: Command, path: string): readonly CommandCompletions[] {
  const commands = visibleCommands(command);
  if (commands.length === 0) return [];
  return [{ path: `${path} ${command.name()}`, words: commands.map(wordOf), flags: [] }];
}

/** Returns the commands below a command, without those that its help hides. */
function visibleCommands(command: Command): readonly Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter((child) => visible.includes(child));
}

function wordOf(command: Command): CompletedWord {
  return { word: command.name(), description: command.description() };
}

function flagOf({ long, short, description, required, optional, argChoices }: Option): CompletedFlag {
  return {
    flag: long ?? short ?? '',
    description,
    takesValue: required || optional,
    values: argChoices ?? [],
  };
}
