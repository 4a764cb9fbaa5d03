/**
 * While V8 reads a literal, it collects the characters in a buffer. That of a literal of a megabyte grows to twice its size,
 * and the allocator does not give it back.
 */
const pieceLength = 4_000;

/** Returns an expression whose value is the text, made of short literals. */
export function longText(text) {
  const pieces = [];
  for (let start = 0; start < text.length; start += pieceLength)
    pieces.push(JSON.stringify(text.slice(start, start + pieceLength)));
  return `[\n${pieces.join(',\n')}\n].join('')`;
}
