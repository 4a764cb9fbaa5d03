import { ListProblem } from './list-problem.ts';
import { readXml } from './workbook-xml.ts';

/** As many as Excel has. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
/** Those in memory, empty ones before a filled one included. */
const maxCells = 5_000_000;

/** What the cells of a sheet refer to: XML of the workbook's other parts. */
interface SheetContext {
  readonly strings: string;
  readonly styles: string;
  /** Whether days are counted from 1904 on. */
  readonly since1904: boolean;
}

/**
 * Reads the cells of a sheet as texts: times as ISO 8601, rich text without its formats. `uncalculated`: the first cell with a formula
 * without a stored result. Throws ListProblem.
 */
export function readCells(xml: string, context: SheetContext) {
  const strings = readStrings(context.strings);
  const isTime = readTimeStyles(context.styles);
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 0;
  let row: string[] = [];
  let width = 0;
  let cells = 0;
  let cell = { column: 0, type: 'n', style: 0 };
  let text = '';
  let isValue = false;
  let isFormula = false;
  let uncalculated: string | undefined;
  const value = (): string => {
    if (cell.type === 's') return strings[Number(text)] ?? '';
    if (cell.type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    if (cell.type === 'n') return isTime[cell.style] ? timeText(Number(text), context) : numberText(text);
    return cell.type === 'e' ? '' : unescaped(text);
  };
  readXml(xml, {
    open(tag, attributes) {
      if (tag === 'row') {
        line = Number(attributes().r ?? line + 1);
        row = [];
        if (line > maxRows) throw new ListProblem({ kind: 'large_workbook' });
      } else if (tag === 'c') {
        const { r, t = 'n', s = '0' } = attributes();
        cell = { column: r === undefined ? row.length : columnOf(r), type: t, style: Number(s) };
        text = '';
        isFormula = false;
      }
      if (tag === 'f') isFormula = true;
      isValue = tag === 'v' || tag === 't';
    },
    text(piece) {
      if (isValue) text += piece;
    },
    close(tag) {
      isValue = false;
      // An empty text that a formula came to has a type.
      if (tag === 'c' && isFormula && text === '' && cell.type === 'n')
        uncalculated ??= `${columnName(cell.column)}${line}`;
      if (tag === 'c' && text !== '') {
        cells += Math.max(1, cell.column + 1 - row.length);
        if (cell.column >= maxColumns || cells > maxCells) throw new ListProblem({ kind: 'large_workbook' });
        while (row.length < cell.column) row.push('');
        row[cell.column] = value();
      }
      if (tag !== 'row' || row.every((each) => each.trim() === '')) return;
      rows.push(row);
      lines.push(line);
      width = Math.max(width, row.length);
    },
  });
  // Only the header decides how wide a row is read.
  const [header = []] = rows;
  if (width > 0) rows[0] = [...header, ...new Array<string>(width - header.length).fill('')];
  return { rows, lines, uncalculated };
}

/** Returns the index of the column in a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function readStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  readXml(xml, {
    open(tag) {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't' && !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(tag) {
      isText = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

/** Returns of each style whether it shows a number as a time: by its built-in id, or the letters of its own format. */
function readTimeStyles(xml: string): readonly boolean[] {
  const own = new Set<number>();
  const styles: boolean[] = [];
  let isCells = false;
  readXml(xml, {
    open(tag, attributes) {
      if (tag === 'cellXfs') isCells = true;
      if (tag === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        if (/[dmyhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''))) own.add(Number(numFmtId));
      }
      if (tag !== 'xf' || !isCells) return;
      const id = Number(attributes().numFmtId);
      styles.push(
        (id >= 14 && id <= 22) ||
          (id >= 27 && id <= 36) ||
          (id >= 45 && id <= 47) ||
          (id >= 50 && id <= 58) ||
          own.has(id),
      );
    },
    close(tag) {
      if (tag === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

/** Excel writes all 17 digits of a fraction, and shows 15: 3.1000000000000001 is 3.1. Other numbers stay as they are. */
function numberText(text: string): string {
  return /\.\d{9}|e/i.test(text) && Number.isFinite(Number(text))
    ? String(Number(Number(text).toPrecision(15)))
    : text;
}

/** Days since 1899-12-30, or 1904-01-01. */
function timeText(days: number, { since1904 }: SheetContext): string {
  const at = Math.round((days - (since1904 ? 24_107 : 25_569)) * 86_400) * 1_000;
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return String(days);
  const text = new Date(at).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
