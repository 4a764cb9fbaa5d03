import { Argument, type Command } from 'commander';
import { exitCode } from '../exit-code.ts';
import { requireStdout } from '../output/stdout.ts';
import type { AddCommand } from '../terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

const help = `
To have it in every new shell:
  bash  echo 'source <(mailproof completion bash)' >> ~/.bashrc
  zsh   echo 'source <(mailproof completion zsh)' >> ~/.zshrc   (after compinit)
  fish  mailproof completion fish > ~/.config/fish/completions/mailproof.fish`;

/** Adds `mailproof completion`. `finish` gets the exit code. */
export const addCompletionCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('completion')
    .description('print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help);
  requireStdout(command, terminal.stdout);
  command.action(async (shell: Shell) => {
    terminal.stdout.write(await completionScript(program, shell));
    finish(exitCode.done);
  });
};

async function completionScript(program: Command, shell: Shell): Promise<string> {
  // Only here, so that other commands start without loading it.
  const { completionsOf } = await import('../completion/command-completions.ts');
  const { bashScript } = await import('../completion/scripts.ts');
  const { zshScript } = await import('../completion/scripts.ts');
  const { fishScript } = await import('../completion/scripts.ts');
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  return scripts[shell](completionsOf(program));
}
