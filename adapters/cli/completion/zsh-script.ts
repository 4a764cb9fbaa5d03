import type { CommandCompletions } from './command-completions.ts';

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
      (${commands
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) command_words="$word" ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    previous="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$command_words $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command_words" in
${commands.map(wordsCase).join('\n')}
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

function valueCases({ path, flags }: CommandCompletions): readonly string[] {
  return flags
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, values }) => {
      const action = values.length === 0 ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`;
      return `    (${quoted(`${path} ${flag}`)}) ${action}; return ;;`;
    });
}

function wordsCase({ path, words, flags }: CommandCompletions): string {
  const wordList = words.map(({ word, description }) => described(word, description)).join(' ');
  const flagList = flags.map(({ flag, description }) => described(flag, description)).join(' ');
  return `    (${quoted(path)}) candidates=(${wordList}); flags=(${flagList}) ;;`;
}

/** A candidate of _describe: a colon ends the word. */
function described(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
