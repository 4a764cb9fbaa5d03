/** How companies form addresses from names, the most common way first. */
export const patterns = {
  'first.last': (first, last) => `${first}.${last}`,
  flast: (first, last) => `${first[0]}${last}`,
  first: (first) => first,
  firstl: (first, last) => `${first}${last[0]}`,
  firstlast: (first, last) => `${first}${last}`,
  'last.first': (first, last) => `${last}.${first}`,
  first_last: (first, last) => `${first}_${last}`,
  'f.last': (first, last) => `${first[0]}.${last}`,
  lastf: (first, last) => `${last}${first[0]}`,
  last: (_, last) => last,
  'first-last': (first, last) => `${first}-${last}`,
  'first.l': (first, last) => `${first}.${last[0]}`,
};

/**
 * Percentage of companies that use a pattern, by size: 1 to 50 people, 51 to 200, 201 to 500, more. The rest to 100 is
 * spread evenly over the other patterns.
 */
const shares = [
  { first: 42, flast: 27, 'first.last': 23, firstl: 3 },
  { first: 17, flast: 42, 'first.last': 31, firstl: 4 },
  { first: 7, flast: 45, 'first.last': 35, firstl: 3 },
  { first: 7, flast: 22, 'first.last': 56, firstl: 2 },
];

export const sizeClasses = shares.length;

/** Returns the pattern of a company of a size class, chosen by a number in [0, 1). */
export function drawPattern(sizeClass, chance) {
  const named = shares[sizeClass];
  const others = Object.keys(patterns).filter((name) => !Object.hasOwn(named, name));
  const rest = 100 - Object.values(named).reduce((sum, share) => sum + share, 0);
  const column = [...Object.entries(named), ...others.map((name) => [name, rest / others.length])];
  let left = chance * 100;
  for (const [name, share] of column) {
    left -= share;
    if (left < 0) return patterns[name];
  }
  return patterns[others.at(-1)];
}
