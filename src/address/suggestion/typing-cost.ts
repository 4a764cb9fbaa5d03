/**
 * Rows of the three keyboards on which most addresses are typed: QWERTY, QWERTZ, AZERTY. A key also touches two keys of the
 * row above: the one in its own column, and the next.
 */
const keyboards: readonly (readonly string[])[] = [
  ['1234567890-', 'qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'],
  ['1234567890-', 'qwertzuiop', 'asdfghjkl;', 'yxcvbnm,.-'],
  ['1234567890-', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
];

/** The pairs of keys that touch, in both orders. */
const neighbours: ReadonlySet<string> = new Set(keyboards.flatMap(touchingPairs));

function touchingPairs(rows: readonly string[]): string[] {
  const pairs: string[] = [];
  const add = (one: string | undefined, other: string | undefined) => {
    if (one !== undefined && other !== undefined) pairs.push(one + other, other + one);
  };
  for (const [row, keys] of rows.entries())
    for (const [column, key] of [...keys].entries()) {
      add(key, keys[column + 1]);
      add(key, rows[row - 1]?.[column]);
      add(key, rows[row - 1]?.[column + 1]);
    }
  return pairs;
}

const vowels = 'aeiouy';

/** What mistakes cost: the rarer, the more. */
const costs = {
  swapped: 0.7,
  doubled: 0.5,
  halved: 0.5,
  missing: 0.9,
  extraNeighbour: 0.8,
  extraVowel: 1.2,
  extraHyphen: 0.9,
  extra: 2,
  wrongNeighbour: 0.8,
  wrongVowel: 1.25,
  wrong: 2,
  /** Added for the first key: it is the one that people look at. */
  first: 0.3,
};

/** How `typingCost` counts. */
export interface TypingLimits {
  /** The most that is of interest. */
  readonly limit: number;
  /** From this index of the text that was meant on, mistakes cost `weight` times as much. Default: nowhere. */
  readonly from?: number;
  readonly weight?: number;
}

/**
 * Returns how unlikely it is that somebody types `typed` who means `meant`: 0 for the same text, about 1 for a mistake, and
 * infinity for more than `limit`. A Damerau-Levenshtein distance in which common mistakes (keys swapped, hit twice, or hit
 * instead of a neighbour) cost less than others.
 */
export function typingCost(typed: string, meant: string, limits: TypingLimits): number {
  const { limit, from = Number.POSITIVE_INFINITY, weight = 1 } = limits;
  const scaleAt = (j: number) => (j > from ? weight : 1);
  let twoBefore: number[] = [];
  let before = firstRow(meant, scaleAt);
  for (let i = 1; i <= typed.length; i += 1) {
    const key = typed.charAt(i - 1);
    const extra = extraCost(typed, i - 1);
    const row = [(before[0] ?? 0) + extra];
    let least = row[0] ?? 0;
    for (let j = 1; j <= meant.length; j += 1) {
      const scale = scaleAt(j);
      const wanted = meant.charAt(j - 1);
      const first = j === 1 ? costs.first : 0;
      let cost = (before[j - 1] ?? 0) + (key === wanted ? 0 : first + wrongCost(key, wanted) * scale);
      cost = Math.min(cost, (before[j] ?? 0) + extra * scale);
      cost = Math.min(cost, (row[j - 1] ?? 0) + missingCost(meant, j - 1) * scale);
      if (i > 1 && j > 1 && isSwapped(typed, i - 1, meant, j - 1))
        cost = Math.min(cost, (twoBefore[j - 2] ?? 0) + costs.swapped * scale);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap may still lead from the row before.
    if (least > limit && Math.min(...before) > limit) return Number.POSITIVE_INFINITY;
    twoBefore = before;
    before = row;
  }
  const cost = before[meant.length] ?? 0;
  return cost > limit ? Number.POSITIVE_INFINITY : cost;
}

/** What it costs to type nothing. */
function firstRow(meant: string, scaleAt: (j: number) => number): number[] {
  const row = [0];
  for (let j = 1; j <= meant.length; j += 1) {
    row.push((row[j - 1] ?? 0) + missingCost(meant, j - 1) * scaleAt(j));
  }
  return row;
}

function isSwapped(typed: string, i: number, meant: string, j: number): boolean {
  if (typed[i] !== meant[j - 1] || typed[i - 1] !== meant[j] || typed[i] === typed[i - 1]) return false;
  return !(isDigit(typed.charAt(i)) && isDigit(typed.charAt(i - 1)));
}

function extraCost(typed: string, index: number): number {
  const key = typed.charAt(index);
  const left = typed.charAt(index - 1);
  const right = typed.charAt(index + 1);
  if (key === left || key === right) return costs.doubled;
  const first = index === 0 ? costs.first : 0;
  const isPlural = key === 's' && (right === '' || right === '.');
  if (!isPlural && (neighbours.has(left + key) || neighbours.has(right + key)))
    return costs.extraNeighbour + first;
  if (key === '-') return costs.extraHyphen + first;
  return (vowels.includes(key) ? costs.extraVowel : costs.extra) + first;
}

function missingCost(meant: string, index: number): number {
  const key = meant[index];
  if (meant[index - 1] === key || meant[index + 1] === key) return costs.halved;
  return costs.missing + (index === 0 ? costs.first : 0);
}

function wrongCost(typed: string, meant: string): number {
  // Another number is the name of something else.
  if (isDigit(typed) && isDigit(meant)) return costs.wrong;
  if (neighbours.has(typed + meant)) return costs.wrongNeighbour;
  return vowels.includes(typed) && vowels.includes(meant) ? costs.wrongVowel : costs.wrong;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
