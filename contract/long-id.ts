const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const length = 5_000;

/**
 * Returns an id of 5,000 letters and digits, the same for the same seed. It looks random, so that it stays long in a database
 * that compresses texts: a column or an index for short ones refuses it, or cuts it off.
 */
export function longId(seed: number): string {
  let state = seed;
  let id = '';
  while (id.length < length) {
    // The generator of Numerical Recipes, of which the upper bits are the more random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    id += letters.charAt(state >>> 26);
  }
  return id;
}
