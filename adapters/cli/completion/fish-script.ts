import type { CommandCompletions } from './command-completions.ts';

/** Returns a script for fish from 3 on. */
export function fishScript(commands: readonly CommandCompletions[]): string {
  return `# Completion of mailproof for fish: mailproof completion fish > ~/.config/fish/completions/mailproof.fish
function __mailproof_command
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l command ''
    for token in $tokens
        set -l longer (string trim -- "$command $token")
        switch "$longer"
            case ${commands
              .filter(({ path }) => path !== '')
              .map(({ path }) => quoted(path))
              .join(' ')}
                set command "$longer"
        end
    end
    echo "$command"
end

${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, words, flags }: CommandCompletions): readonly string[] {
  const start = `complete -c mailproof -n ${quoted(`test (__mailproof_command) = "${path}"`)}`;
  return [
    ...words.map(({ word, description }) => `${start} -f -a ${quoted(word)}${describe(description)}`),
    ...flags.map(({ flag, description, takesValue, values }) => {
      const only = values.length === 0 ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
      return `${start} -l ${flag.replace(/^-+/, '')}${takesValue ? only : ''}${describe(description)}`;
    }),
  ];
}

function describe(description: string): string {
  return description === '' ? '' : ` -d ${quoted(description)}`;
}

/** In single quotes, fish has escapes for the quote and the backslash only. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
