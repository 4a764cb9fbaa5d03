import { hyphenWeights } from './spelling-weights.ts';
import { certain, chooseByName, type Weighted } from './weighted.ts';

/** Returns the ways to write a name with hyphens. `group` tells given names from family names. */
export function hyphenForms(group: string, word: string): readonly Weighted<string>[] {
  const parts = word.split('-').filter((part) => part !== '');
  if (parts.length < 2) return [certain(parts.join(''))];
  return chooseByName(group, hyphenWeights, {
    kept: parts.join('-'),
    joined: parts.join(''),
    first: parts[0] ?? '',
  });
}
