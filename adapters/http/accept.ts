interface Range {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly quality: number;
}

/**
 * The media type that a client likes best (RFC 9110 §12.5.1); of those liked alike the first one offered. Also the
 * first where none is liked, or nothing is said: an answer in another form is better than none.
 */
export function preferred<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '').split(',').map(rangeOf);
  let [best] = offered;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) [best, bestQuality] = [type, quality];
  }
  return best;
}

/** The most specific range that holds a type decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: weight === undefined ? 1 : weightOf(weight.slice('q='.length)) };
}

/** A weight that is none counts as a refusal. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
