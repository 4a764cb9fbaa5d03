import type { Status } from '../../../src/resources.ts';
import { padToWidth, wrap } from './display-width.ts';
import { inStatusColour } from './status-colour.ts';

export interface CardOptions {
  readonly durationMs: number;
  readonly colour: boolean;
  /** Width of the terminal. Default 80. */
  readonly columns?: number | undefined;
}

/** The value may be of any length, but must not contain control characters or line breaks. */
export type CardRow = readonly [label: string, value: string];

const minColumns = 40;
const maxColumns = 100;

/** Returns one result for people: a label and a value on each line, the values aligned, the status in its colour. */
export function cardText(rows: readonly CardRow[], status: Status, options: CardOptions): string {
  const all: readonly CardRow[] = [...rows, ['duration', elapsedText(options.durationMs)]];
  const labelWidth = Math.max(...all.map(([label]) => label.length));
  const columns = Math.min(maxColumns, Math.max(minColumns, options.columns ?? 80));
  const indent = ' '.repeat(labelWidth + 4);
  const lines = all.flatMap(([label, value]) => {
    const [first = '', ...rest] = wrap(value, columns - indent.length);
    const shown = label === 'status' ? inStatusColour(first, status, options.colour) : first;
    return [`  ${padToWidth(label, labelWidth)}  ${shown}`, ...rest.map((line) => indent + line)];
  });
  return `${lines.join('\n')}\n`;
}

function elapsedText(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}
