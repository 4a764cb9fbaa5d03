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
      ${commands
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) command="$word" ;;
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
