const maxLength = 40;

/** Returns the name that was probably meant; undefined if none is near. Case counts little. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  if (typed.length > maxLength) return undefined;
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const mistakes = mistakesBetween(typed.toLowerCase(), name.toLowerCase());
    if (mistakes >= least) continue;
    nearest = name;
    least = mistakes;
  }
  return nearest;
}

/** Counts keys that are missing, too many, wrong, or swapped with the next (Damerau-Levenshtein distance, each pair swapped once). */
function mistakesBetween(typed: string, meant: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= meant.length; j += 1) {
      const wrong = typed[i - 1] === meant[j - 1] ? 0 : 1;
      let count = Math.min(at(before, j - 1) + wrong, at(before, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1])
        count = Math.min(count, at(twoBefore, j - 2) + 1);
      row.push(count);
    }
    twoBefore = before;
    before = row;
  }
  return at(before, meant.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
