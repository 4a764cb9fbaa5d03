/** Full stop, and the three code points that UTS #46 maps to it. No other mapping has one. */
const separators = /[.\u3002\uFF0E\uFF61]/;

/** What the mapping drops, but for joiners, which are kept only where they are valid. */
const dropped = /\p{DI}/gu;

/**
 * What NFC may compose with the code point before it, itself or after the mapping: marks, the second and third part of a Hangul
 * syllable, and their compatibility and half-width forms.
 */
const composed = /[\p{M}\u1161-\u1175\u11A8-\u11C2\u3131-\u318E\uFF9E-\uFFDC]/gu;

/** No code point has more than four in its full canonical decomposition. */
const mostComposed = 4;

/**
 * Returns how many octets the longest label and the whole name have at least once they are A-labels: a label has at least one for
 * each code point that the mapping leaves. Takes linear time.
 */
export function leastLengths(text: string): { readonly label: number; readonly name: number } {
  let label = 0;
  let name = -1;
  for (const part of text.split(separators)) {
    const length = leastLength(part);
    label = Math.max(label, length);
    name += length + 1;
  }
  return { label, name };
}

function leastLength(label: string): number {
  const kept = label.replace(dropped, '');
  const single = kept.replace(composed, '');
  return Math.max(codePointsIn(single), Math.ceil(codePointsIn(kept) / mostComposed));
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
