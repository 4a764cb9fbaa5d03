import type { Command } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';

/** Adds `mailproof help [command...]`. That of Commander knows the commands of the program only, and no further ones. */
export function addHelpCommand(program: Command): void {
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
