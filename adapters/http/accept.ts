interface MediaRange {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly quality: number;
}

/**
 * Returns the offered media type that an Accept header prefers (RFC 9110 §12.5.1). Of equally preferred types it
 * returns the first. Also returns the first if the header is missing or accepts none: a response in another format is
 * better than none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '').split(',').map(parseRange);
  let [best] = offered;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) [best, bestQuality] = [type, quality];
  }
  return best;
}

/** The most specific range that matches a type decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [family] = type.split('/');
  for (const pattern of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: weight === undefined ? 1 : parseWeight(weight.slice('q='.length)) };
}

/** An invalid weight counts as a refusal. */
function parseWeight(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
