import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';
import { addressesInCell, isAddress } from './address-cell.ts';
import { haveChecksums } from './archive-checksums.ts';
import { ListProblem } from './list-problem.ts';
import { readCells } from './workbook-sheet.ts';
import { readXml } from './workbook-xml.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Those that have a filled cell, all as wide as the widest. */
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in the sheet, from 1. */
  readonly lines: readonly number[];
  /** How many sheets the workbook has. */
  readonly sheets: number;
}

/** Of all parts together, unpacked: a small file can unpack to gigabytes. */
export const maxUnpackedBytes = 128 * 1024 * 1024;

const decoder = new TextDecoder();

/**
 * Reads the first sheet that has an address, else the first that has anything, of a workbook of Excel (xlsx, ECMA-376). Of
 * formulas, what they came to is read. Throws ListProblem if it is none, was never calculated, or is too large to read.
 */
export function readWorkbook(bytes: Uint8Array): Sheet {
  const parts = unpack(bytes);
  const names = sheetsOf(parts);
  const texts = new Map(['xl/sharedStrings.xml', 'xl/styles.xml'].map((path) => [path, textOf(parts, path)]));
  let first: Sheet | undefined;
  let problem: ListProblem | undefined;
  for (const { name, path } of names) {
    const { uncalculated, ...cells } = readCells(textOf(parts, path), {
      strings: texts.get('xl/sharedStrings.xml') ?? '',
      styles: texts.get('xl/styles.xml') ?? '',
      since1904: /<workbookPr[^>]*\bdate1904="(?:1|true)"/.test(textOf(parts, 'xl/workbook.xml')),
    });
    const sheet = { name, ...cells, sheets: names.length };
    const hasAddress = sheet.rows.some((row) => row.some((cell) => addressesInCell(cell).some(isAddress)));
    if (uncalculated !== undefined) {
      problem ??= new ListProblem({ kind: 'uncalculated', sheet: name, cell: uncalculated });
      if (hasAddress) throw problem;
    }
    if (hasAddress) return sheet;
    if (sheet.rows.length > 0) first ??= sheet;
  }
  if (problem !== undefined) throw problem;
  if (first === undefined) throw new ListProblem({ kind: 'empty' });
  return first;
}

/** What is declared bounds what is written: an entry that unpacks to more is cut off. */
function unpack(bytes: Uint8Array): Unzipped {
  let unpacked = 0;
  const filter = ({ name, size, originalSize }: UnzipFileInfo) => {
    if (
      !/^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/.test(name)
    )
      return false;
    unpacked += Math.max(size, originalSize);
    if (unpacked > maxUnpackedBytes) throw new ListProblem({ kind: 'large_workbook' });
    return true;
  };
  try {
    const parts = unzipSync(bytes, { filter });
    if (parts['xl/workbook.xml'] !== undefined && haveChecksums(parts, bytes)) return parts;
  } catch (error) {
    if (error instanceof ListProblem) throw error;
    throw new ListProblem({ kind: 'workbook' }, { cause: error });
  }
  throw new ListProblem({ kind: 'workbook' });
}

function textOf(parts: Unzipped, path: string): string {
  const part = parts[path];
  return part === undefined ? '' : decoder.decode(part);
}

/** In the order of their tabs. */
function sheetsOf(parts: Unzipped): readonly { readonly name: string; readonly path: string }[] {
  const targets = new Map<string, string>();
  readXml(textOf(parts, 'xl/_rels/workbook.xml.rels'), {
    open(tag, attributes) {
      if (tag !== 'Relationship') return;
      const { Id = '', Target = '' } = attributes();
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; path: string }[] = [];
  readXml(textOf(parts, 'xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag !== 'sheet') return;
      const { name = '', 'r:id': id = '' } = attributes();
      const path = targets.get(id) ?? '';
      if (parts[path] !== undefined) sheets.push({ name, path });
    },
  });
  return sheets;
}
