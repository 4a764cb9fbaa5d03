import { styleText } from 'node:util';
import { type Environment, type Output, showsColour } from '../terminal.ts';
import { printable } from './printable.ts';

/** An error as the log has it. */
interface LoggedError {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

const levels: Readonly<
  Record<number, { readonly name: string; readonly colour: 'gray' | 'green' | 'yellow' | 'red' }>
> = {
  20: { name: 'debug', colour: 'gray' },
  30: { name: 'info', colour: 'green' },
  40: { name: 'warn', colour: 'yellow' },
  50: { name: 'error', colour: 'red' },
};
/** What pino adds to each line, and what stands elsewhere in it. */
const leftOut = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'error']);
const maxCauses = 5;

/**
 * Returns where a log of JSON lines is to be written for this output: on a terminal, each becomes a line for people (time,
 * level, message, fields) with the stack of its error below; elsewhere, such as in a file, it stays as it is.
 */
export function logDestination(output: Output, env: Environment): { write(line: string): void } {
  if (output.isTTY !== true) return output;
  const hasColour = showsColour(output, env);
  return { write: (line) => void output.write(readableLine(line, hasColour)) };
}

function readableLine(line: string, hasColour: boolean): string {
  const entry = parsedEntry(line);
  if (entry === undefined) return `${printable(line.trimEnd())}\n`;
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    hasColour ? styleText(format, text, { validateStream: false }) : text;
  const level = levels[Number(entry.level)] ?? { name: String(entry.level), colour: 'gray' };
  const fields = Object.entries(entry).filter(([name]) => !leftOut.has(name));
  const shown = fields.map(([name, value]) => style('gray', ` ${printable(name)}=${fieldText(value)}`));
  const head = `${timeOfDay(entry.time)} ${style(level.colour, level.name.padEnd(5))}`;
  return [`${head} ${printable(String(entry.msg))}${shown.join('')}`, ...errorLines(entry.error), ''].join(
    '\n',
  );
}

function parsedEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}

function timeOfDay(time: unknown): string {
  const date = new Date(Number(time));
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const seconds = `${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${seconds}`;
}

function fieldText(value: unknown): string {
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toFixed(1)));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(typeof value === 'string' && /[\s"=]|^$/.test(text) ? JSON.stringify(text) : text);
}

function errorLines(error: unknown, depth = 0): string[] {
  if (error === undefined || depth > maxCauses) return [];
  const indent = '  '.repeat(depth + 1);
  const { type, message, stack, cause } = asError(error);
  const text = typeof stack === 'string' ? stack : `${String(type)}: ${String(message)}`;
  const lines = text.split('\n').map((line) => `${indent}${printable(line)}`);
  return [...lines, ...errorLines(cause, depth + 1)];
}

function asError(error: unknown): LoggedError {
  return typeof error === 'object' && error !== null ? error : { type: 'Error', message: error };
}
