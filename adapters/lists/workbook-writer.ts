import { strToU8, Zip, ZipDeflate } from 'fflate';

/** As many as Excel has. */
export const maxSheetRows = 1_048_576;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const parts: readonly (readonly [path: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

/** Writes a workbook of one sheet piece by piece. Every cell is text, so that none is a formula. */
export class WorkbookWriter {
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  #pieces: Uint8Array<ArrayBuffer>[] = [];

  constructor() {
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#pieces.push(piece as Uint8Array<ArrayBuffer>);
    });
    for (const [path, content] of parts) this.#add(path).push(strToU8(xml + content), true);
    this.#sheet = this.#add('xl/worksheets/sheet1.xml');
    this.#sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>`));
  }

  /** Returns what is to be written now. */
  rows(rows: readonly (readonly string[])[]): readonly Uint8Array<ArrayBuffer>[] {
    this.#sheet.push(strToU8(rows.map(rowXml).join('')));
    return this.#take();
  }

  /** Returns the rest. */
  end(): readonly Uint8Array<ArrayBuffer>[] {
    this.#sheet.push(strToU8('</sheetData></worksheet>'), true);
    this.#zip.end();
    return this.#take();
  }

  #add(path: string): ZipDeflate {
    const file = new ZipDeflate(path, { level: 6 });
    this.#zip.add(file);
    return file;
  }

  #take(): readonly Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`;
}

function cellXml(cell: string): string {
  if (cell === '') return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A cell has at most 32,767 characters. Those that XML cannot hold, or reads as others, are written by their codes, as are texts that
 * would be read as one (ECMA-376, ST_Xstring). Halves of a surrogate pair are left out.
 */
function escaped(text: string): string {
  return text
    .slice(0, 32_767)
    .replace(/\p{Cs}/gu, '')
    .replace(/_(?=x[\dA-F]{4}_)|[\ufffe\uffff]|(?![\t\n])\p{Cc}/giu, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase();
      return `_x${code.padStart(4, '0')}_`;
    })
    .replace(/[&<>]/g, (sign) => escapes[sign] ?? '');
}
