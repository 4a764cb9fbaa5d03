import type { Status } from '../../../src/resources.ts';
import { padToWidth, wrap } from './display-width.ts';
import { inStatusColour } from './status-colour.ts';

export interface Card {
  readonly durationMs: number;
  readonly colour: boolean;
  /** Of the terminal. Default 80. */
  readonly columns?: number | undefined;
}

/** A value may be of any length, but shows as it is: on one line, without control characters. */
export type CardRow = readonly [label: string, value: string];

const narrowest = 40;
const widest = 100;

/** One result for people: a label and a value a line, the values aligned, the status in its colour. */
export function cardText(rows: readonly CardRow[], status: Status, card: Card): string {
  const all: readonly CardRow[] = [...rows, ['duration', durationText(card.durationMs)]];
  const labelWidth = Math.max(...all.map(([label]) => label.length));
  const columns = Math.min(widest, Math.max(narrowest, card.columns ?? 80));
  const indent = ' '.repeat(labelWidth + 4);
  const lines = all.flatMap(([label, value]) => {
    const [first = '', ...rest] = wrap(value, columns - indent.length);
    const shown = label === 'status' ? inStatusColour(first, status, card.colour) : first;
    return [`  ${padToWidth(label, labelWidth)}  ${shown}`, ...rest.map((line) => indent + line)];
  });
  return `${lines.join('\n')}\n`;
}

function durationText(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}
