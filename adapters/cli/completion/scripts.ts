import type { CommandCompletions } from './command-completions.ts';

/** Returns a script for bash from 3.2 on. Where it offers no words, bash completes files. */
export function bashScript(commands: readonly CommandCompletions[]): string {
  return `# Completion of mailproof for bash: source <(mailproof completion bash)
_mailproof() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command='' words='' flags='' word index
  # --flag=value arrives as three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${command:+$command }\${COMP_WORDS[index]}"
    case "$word" in
      ${named(commands, quoted).join('|')}) command="$word" ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(wordsCase).join('\n')}
  esac
  if [[ $current == -* ]]; then words="$flags"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _mailproof mailproof
`;
}

function valueCases({ path, flags }: CommandCompletions): readonly string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, values }) => {
      const words = quoted(values.join(' '));
      const reply = values.length === 0 ? '()' : `($(compgen -W ${words} -- "$current"))`;
      return `    ${quoted(`${path} ${flag}`)}) COMPREPLY=${reply}; return ;;`;
    });
}

function wordsCase({ path, words, flags }: CommandCompletions): string {
  const wordList = quoted(words.map(({ word }) => word).join(' '));
  const flagList = quoted(flags.map(({ flag }) => flag).join(' '));
  return `    ${quoted(path)}) words=${wordList}; flags=${flagList} ;;`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the words of each command below the program. */
function named(commands: readonly CommandCompletions[], quote: (text: string) => string): readonly string[] {
  return commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
}

/** Returns a script for zsh, to be sourced after compinit, or to lie in a folder of fpath as `_mailproof`. */
export function zshScript(commands: readonly CommandCompletions[]): string {
  return `#compdef mailproof
# Completion of mailproof for zsh: source <(mailproof completion zsh)
_mailproof() {
  local command_words='' word previous="\${words[CURRENT-1]}"
  local -a candidates flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    word="\${command_words:+$command_words }$word"
    case "$word" in
      (${named(commands, quoted).join('|')}) command_words="$word" ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    previous="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$command_words $previous" in
${commands.flatMap(zshValueCases).join('\n')}
  esac
  case "$command_words" in
${commands.map(zshWordsCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe 'flag' flags
  elif (( \${#candidates} )); then
    _describe 'command' candidates
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _mailproof ]]; then
  _mailproof "$@"
else
  compdef _mailproof mailproof
fi
`;
}

function zshValueCases({ path, flags }: CommandCompletions): readonly string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, values }) => {
      const action = values.length === 0 ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`;
      return `    (${quoted(`${path} ${flag}`)}) ${action}; return ;;`;
    });
}

function zshWordsCase({ path, words, flags }: CommandCompletions): string {
  const wordList = words.map(({ word, description }) => described(word, description)).join(' ');
  const flagList = flags.map(({ flag, description }) => described(flag, description)).join(' ');
  return `    (${quoted(path)}) candidates=(${wordList}); flags=(${flagList}) ;;`;
}

/** A candidate of _describe: a colon ends the word. */
function described(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`);
}

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
            case ${named(commands, fishQuoted).join(' ')}
                set command "$longer"
        end
    end
    echo "$command"
end

${commands.flatMap(fishLines).join('\n')}
`;
}

function fishLines({ path, words, flags }: CommandCompletions): readonly string[] {
  const start = `complete -c mailproof -n ${fishQuoted(`test (__mailproof_command) = "${path}"`)}`;
  return [
    ...words.map(({ word, description }) => `${start} -f -a ${fishQuoted(word)}${describe(description)}`),
    ...flags.map(({ flag, description, takesValue, values }) => {
      const only = values.length === 0 ? ' -r' : ` -x -a ${fishQuoted(values.join(' '))}`;
      return `${start} -l ${flag.replace(/^-+/, '')}${takesValue ? only : ''}${describe(description)}`;
    }),
  ];
}

function describe(description: string): string {
  return description === '' ? '' : ` -d ${fishQuoted(description)}`;
}

/** In single quotes, fish has escapes for the quote and the backslash only. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
