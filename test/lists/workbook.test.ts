import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from '../../adapters/lists/workbook.ts';
import { WorkbookWriter } from '../../adapters/lists/workbook-writer.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const cell = (reference: string, value: string, attributes = '') =>
  `<c r="${reference}" ${attributes}><v>${value}</v></c>`;

interface Parts {
  /** XML of the rows of each sheet, by its name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: string;
  readonly styles?: string;
  readonly more?: Readonly<Record<string, Uint8Array>>;
  readonly workbook?: string;
  readonly stored?: boolean;
}

function workbook({
  sheets,
  strings = '',
  styles = '',
  more = {},
  workbook: settings = '',
  stored = false,
}: Parts): Uint8Array {
  const names = Object.keys(sheets);
  const list = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"/>`);
  const targets = names.map(
    (_, index) => `<Relationship Id="r${index}" Target="worksheets/sheet${index}.xml"/>`,
  );
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="r">${settings}<sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${targets.join('')}</Relationships>`),
    'xl/sharedStrings.xml': strToU8(`<sst xmlns="${main}">${strings}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet xmlns="${main}">${styles}</styleSheet>`),
    ...more,
  };
  for (const [index, rows] of Object.values(sheets).entries())
    files[`xl/worksheets/sheet${index}.xml`] = strToU8(
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    );
  return zipSync(files, { level: stored ? 0 : 6 });
}

const fault = (kind: string) => expect.objectContaining({ fault: expect.objectContaining({ kind }) });

describe('A workbook', () => {
  it('is read cell by cell: shared and rich texts, numbers, times, truths, errors and what formulas came to', () => {
    const strings =
      '<si><t>email</t></si><si><r><t>Ann </t></r><r><b/><t xml:space="preserve">B&amp;B</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_b</t></si>';
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const rows = [
      `<row r="2">${cell('A2', '0', 't="s"')}${cell('C2', '1', 't="s"')}</row>`,
      '<row r="3"><c r="A3"/></row>',
      `<row r="5"><c r="A5" t="inlineStr"><is><t>ann@example.com</t></is></c>${cell('B5', '2', 't="s"')}`,
      `${cell('C5', '0012.50')}${cell('D5', '47484.75', 's="1"')}${cell('E5', '47484', 's="2"')}${cell('F5', '3', 's="3"')}`,
      `${cell('G5', '1', 't="b"')}${cell('H5', '#N/A', 't="e"')}<c r="I5" t="str"><f>A1&amp;"x"</f><v>=1+1</v></c></row>`,
    ].join('');
    expect(readWorkbook(workbook({ sheets: { Contacts: rows }, strings, styles }))).toEqual({
      name: 'Contacts',
      sheets: 1,
      lines: [2, 5],
      rows: [
        ['email', '', 'Ann B&B', '', '', '', '', '', ''],
        ['ann@example.com', 'a\rb', '0012.50', '2030-01-01 18:00:00', '2030-01-01', '3', 'TRUE', '', '=1+1'],
      ],
    });
  });

  it('shows a number as Excel does, and as a time only if its format is one', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="_-* #,##0.00\\ _D_M_-"/><numFmt numFmtId="165" formatCode="0*d"/></numFmts>' +
      `<cellXfs>${[0, 48, 49, 164, 165, 47, 50].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const cells = ['3.1000000000000001', '4.9171E+11', '0012', '1234567890123456'].map((value) =>
      cell('', value),
    );
    const styled = [1, 2, 3, 4, 5, 6].map((style) => cell('', '46022', `s="${style}"`));
    const sheets = { A: `<row>${[...cells, ...styled].join('').replaceAll('r="" ', '')}</row>` };
    const [row] = readWorkbook(workbook({ sheets, styles })).rows;
    expect(row?.slice(0, 4)).toEqual(['3.1', '491710000000', '0012', '1234567890123456']);
    expect(row?.slice(4)).toEqual(['46022', '46022', '46022', '46022', '2025-12-31', '2025-12-31']);
  });

  it('counts its days from 1904 if it says so', () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const settings = { workbook: '<workbookPr date1904="1"/>', styles };
    const { rows } = readWorkbook(
      workbook({ sheets: { A: `<row>${cell('A1', '46022')}</row>` }, ...settings }),
    );
    expect(rows).toEqual([['2030-01-01']]);
  });

  it('is read from its first sheet with addresses, else from the first that has anything', () => {
    const text = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`;
    const sheets = {
      Empty: '',
      Notes: text('hello'),
      People: text('ann@example.com'),
      More: text('b@example.com'),
    };
    expect(readWorkbook(workbook({ sheets }))).toMatchObject({ name: 'People', sheets: 4 });
    expect(readWorkbook(workbook({ sheets: { Empty: '', Notes: text('hello') } }))).toMatchObject({
      name: 'Notes',
    });
    expect(() => readWorkbook(workbook({ sheets: { Empty: '' } }))).toThrow(fault('empty'));
  });

  it('is refused if it unpacks to too much, has too many cells, or is none', () => {
    const row = (reference: string) => `<row>${cell(reference, '1')}</row>`;
    const bomb = { 'xl/worksheets/bomb.xml': new Uint8Array(129 * 1024 * 1024) };
    const packed = workbook({ sheets: { A: row('A1') }, more: bomb });
    expect(packed.length).toBeLessThan(1_000_000);
    expect(() => readWorkbook(packed)).toThrow(fault('large_workbook'));
    const wide = Array.from({ length: 400 }, () => row('XFD1')).join('');
    for (const rows of [row('XFE1'), `<row r="1048577">${cell('A1', '1')}</row>`, wide])
      expect(() => readWorkbook(workbook({ sheets: { A: rows } }))).toThrow(fault('large_workbook'));
    for (const bytes of [
      zipSync({ mimetype: strToU8('ods') }),
      packed.subarray(0, 500),
      workbook({ sheets: { A: '<row><c' } }),
    ])
      expect(() => readWorkbook(bytes)).toThrow(fault('workbook'));
  });

  it('is refused if a part is not what was written', () => {
    const row = `<row>${cell('A1', 'ann@bakery.example', 't="str"')}</row>`;
    const bytes = workbook({ sheets: { One: row }, stored: true });
    expect(readWorkbook(bytes).rows).toEqual([['ann@bakery.example']]);
    const at = Buffer.from(bytes).indexOf('bakery');
    const damaged = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
    expect(() => readWorkbook(damaged)).toThrow(fault('workbook'));
  });

  it('is refused if it has formulas that were never calculated, of which it would lack what they come to', () => {
    const formula = (value: string, type = '') =>
      `<row><c r="A1"${type}><f>B1&amp;"@example.com"</f>${value}</c></row>`;
    const [calculated, empty] = [
      formula('<v>ann@example.com</v>', ' t="str"'),
      formula('<v></v>', ' t="str"'),
    ];
    for (const never of [formula(''), formula('<v></v>'), formula('<v/>')]) {
      expect(() => readWorkbook(workbook({ sheets: { A: never } }))).toThrow(fault('uncalculated'));
      expect(() => readWorkbook(workbook({ sheets: { A: calculated + never } }))).toThrow(
        fault('uncalculated'),
      );
      expect(readWorkbook(workbook({ sheets: { A: never, B: calculated } })).name).toBe('B');
    }
    expect(readWorkbook(workbook({ sheets: { A: calculated + empty } })).rows).toEqual([['ann@example.com']]);
  });

  it('replaces no entities that it declares itself', () => {
    const entity = `<!DOCTYPE a [<!ENTITY x "ann@example.com">]><sst xmlns="${main}"><si><t>&x;</t></si></sst>`;
    const more = { 'xl/sharedStrings.xml': strToU8(entity) };
    const bytes = workbook({ sheets: { A: `<row>${cell('A1', '0', 't="s"')}</row>` }, more });
    expect(JSON.stringify(readWorkbook(bytes))).not.toContain('ann@example.com');
  });

  it('that was written is read as it was, and no cell of it is a formula', () => {
    const rows = [
      ['email', 'name <&>', ''],
      ['ann@example.com', "=cmd|' /C calc'!A0", ' two\nlines '],
      ['b@example.com', '+1 "x"', 'x'],
      ['a_x0041_', 'two\r\nlines\u0007 _x000d_ _x5F_', '_x005F_x0041_'],
    ];
    const writer = new WorkbookWriter();
    const pieces = [...writer.rows(rows.slice(0, 2)), ...writer.rows(rows.slice(2)), ...writer.end()];
    const bytes = Buffer.concat(pieces);
    expect(readWorkbook(bytes)).toMatchObject({ name: 'Results', rows });
    const odd = new WorkbookWriter();
    const [[shown] = []] = [
      readWorkbook(Buffer.concat([...odd.rows([['a\ud800@', 'x'.repeat(40_000)]]), ...odd.end()])).rows,
    ];
    expect(shown).toEqual(['a@', 'x'.repeat(32_767)]);
  });
});
