const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** East Asian wide and full-width characters, and emoji (Unicode Annex 11), by block. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u;
const ellipsis = '…';

/** Returns how many columns a text takes on a terminal. The text must not contain control characters. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

/** Pads the text to `width` columns; returns a longer text as it is. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + padding : padding + text;
}

/** Shortens the text to at most `width` columns, with an ellipsis at its end. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let shortened = '';
  let columnsLeft = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    columnsLeft -= widthOf(segment);
    if (columnsLeft < 0) break;
    shortened += segment;
  }
  return shortened + ellipsis;
}

/** Breaks the text at spaces into lines of at most `width` columns; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function widthOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}
