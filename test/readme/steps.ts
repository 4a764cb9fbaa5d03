import { type PageStep, pageStepOf } from './page-steps.ts';

/** What a reader does at one place of a document. */
export type Step =
  | PageStep
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly text: string;
      readonly section: string;
      readonly line: number;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** What the document shows to come. Undefined if it shows nothing. */
      readonly output: string | undefined;
      readonly section: string;
      readonly line: number;
    };

/**
 * Returns what the code blocks of a document tell its reader to do, in their order:
 *
 * - A block after a paragraph that ends with the name of a file, such as "A list, `list.csv`:", is that file.
 * - Every line of an `sh` block is a command.
 * - Every line of a `console` block that begins with `$ ` is a command. What follows it is its output.
 * - A numbered list that begins with "Open the link" is what to do in a page.
 *
 * Everything else is for reading.
 */
export function stepsOf(text: string): Step[] {
  return [...blockStepsOf(text), ...pageStepsOf(text)].sort((one, other) => one.line - other.line);
}

function blockStepsOf(text: string): Step[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(
    ({ 1: language = '', 2: code = '', index }): Step[] => {
      const before = text.slice(0, index);
      const place = { section: sectionAtEndOf(before), line: before.split('\n').length + 1 };
      const name = /`([\w-]+\.[a-z]+)`:\n+$/.exec(before)?.[1];
      if (name !== undefined) return [{ kind: 'file', name, text: code, ...place }];
      if (language === 'sh') return linesOf(code).map((command) => ({ ...commandOf(command), ...place }));
      if (language !== 'console') return [];
      const [first = '', ...rest] = code.split(/^\$ /m);
      if (first !== '') throw new Error(`Line ${place.line} is output before any command.`);
      return rest.map((part) => {
        const [command = '', ...output] = part.split('\n');
        return { kind: 'command', command, output: output.join('\n').trimEnd(), ...place };
      });
    },
  );
}

function pageStepsOf(text: string): Step[] {
  const lines = text.split('\n');
  let isFollowing = false;
  return lines.flatMap((line, index): Step[] => {
    const step = pageStepOf(line, isFollowing);
    isFollowing = step !== undefined;
    if (step === undefined) return [];
    return [
      { kind: 'page', ...step, section: sectionAtEndOf(lines.slice(0, index).join('\n')), line: index + 1 },
    ];
  });
}

function commandOf(command: string) {
  return { kind: 'command', command, output: undefined } as const;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function sectionAtEndOf(text: string): string {
  const headings = [...text.matchAll(/^(#{2,3}) (.+)$/gm)];
  const last = headings.at(-1);
  if (last?.[1] === '###') {
    const above = headings.findLast(([, level]) => level === '##');
    return `${above?.[2]}: ${last[2]}`;
  }
  return last?.[2] ?? '';
}
