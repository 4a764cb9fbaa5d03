/** What is different in each run. Of a name, a document shows an example that stands for it from then on. */
const names = {
  keyId: 'key_[0-9a-f]{24}',
  apiKey: 'mp_[\\w-]{43}',
  invitation: 'inv_[\\w-]{43}',
  jobId: '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
};
const measures = {
  time: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z',
  duration: '\\d[\\d.]* (?:ms|s|min|h)(?=\\s|$)',
  speed: '\\d[\\d.]*/s',
};
/** Stands for the rest of a line or, alone in a line, for any lines. */
const ellipsis = '…';

const variables = new RegExp(
  [`(${Object.values(names).join('|')})`, ...Object.values(measures), ellipsis].join('|'),
  'g',
);

/** What one reader sees of what a document shows. */
export class ShownOutput {
  readonly #actual: Map<string, string>;

  /** `replacements` are what this reader types instead of what is shown, such as another port. */
  constructor(replacements: Readonly<Record<string, string>>) {
    this.#actual = new Map(Object.entries(replacements));
  }

  /** Returns a command, or the text of a file, with the names of this reader. */
  translate(text: string): string {
    const shown = [...this.#actual.keys()].map(literal).join('|');
    return text.replace(new RegExp(shown, 'g'), (name) => this.#actual.get(name) ?? name);
  }

  /** Tells whether output is as the document shows it. If it is, remembers the names in it. */
  matches(shown: string, output: string): boolean {
    const found: string[] = [];
    const lines = shown
      .split('\n')
      .map((line) => (line === ellipsis ? '(?:.*\n)*?' : `${this.#patternOf(line, found)} *\n`));
    const match = new RegExp(`^${lines.join('')}$`).exec(`${output.trimEnd()}\n`);
    for (const [n, name] of found.entries()) {
      const actual = match?.[n + 1];
      if (actual !== undefined) this.#actual.set(name, actual);
    }
    return match !== null;
  }

  /** Returns the pattern of a line. Adds each name in it that is new to `found`, in the order of the groups. */
  #patternOf(line: string, found: string[]): string {
    let pattern = '';
    let end = 0;
    for (const match of line.matchAll(variables)) {
      const [text, name] = match;
      pattern += literal(this.translate(line.slice(end, match.index)));
      pattern += name === undefined ? anyLike(text) : this.#patternOfName(name, found);
      end = match.index + text.length;
    }
    return pattern + literal(this.translate(line.slice(end)));
  }

  #patternOfName(name: string, found: string[]): string {
    if (this.#actual.has(name)) return literal(this.translate(name));
    if (found.includes(name)) return `\\${found.indexOf(name) + 1}`;
    found.push(name);
    return `(${patternLike(name, names)})`;
  }
}

/** Returns the pattern of a text that is to be found as it is. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function anyLike(text: string): string {
  return text === ellipsis ? '.*' : patternLike(text, measures);
}

function patternLike(text: string, patterns: Readonly<Record<string, string>>): string {
  const alike = Object.values(patterns).find((pattern) => new RegExp(`^(?:${pattern})$`).test(text));
  if (alike === undefined) throw new Error(`"${text}" is none of ${Object.keys(patterns)}.`);
  return alike;
}
