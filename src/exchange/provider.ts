import { type Operator, operators } from './providers.ts';

export type { Operator } from './providers.ts';

interface WildcardSuffix {
  /** What follows the last wildcard. */
  readonly ending: string;
  readonly labels: readonly string[];
  readonly operator: Operator;
}

interface SuffixIndex {
  readonly exact: ReadonlyMap<string, Operator>;
  readonly wildcard: readonly WildcardSuffix[];
}

let index: SuffixIndex | undefined;

/**
 * Who runs an exchange, told by its host name: the longest known suffix on label boundaries, an exact one before
 * one with a wildcard. Undefined for hosts of nobody known, such as a domain's own server.
 */
export function operatorOf(exchangeHost: string): Operator | undefined {
  index ??= indexSuffixes();
  let suffix = exchangeHost.toLowerCase().replace(/\.$/, '');
  for (;;) {
    const operator = index.exact.get(suffix) ?? wildcardMatch(index.wildcard, suffix);
    if (operator !== undefined) return operator;
    const dot = suffix.indexOf('.');
    if (dot === -1) return undefined;
    suffix = suffix.slice(dot + 1);
  }
}

function wildcardMatch(suffixes: readonly WildcardSuffix[], name: string): Operator | undefined {
  if (!suffixes.some(({ ending }) => name.endsWith(ending))) return undefined;
  const labels = name.split('.');
  const fits = (pattern: readonly string[]) =>
    pattern.length === labels.length && pattern.every((label, i) => label === '*' || label === labels[i]);
  return suffixes.find((suffix) => fits(suffix.labels))?.operator;
}

function indexSuffixes(): SuffixIndex {
  const all = operators.flatMap((operator) => operator.suffixes.map((suffix) => ({ suffix, operator })));
  const [wildcard, exact] = [all.filter(isWildcard), all.filter((entry) => !isWildcard(entry))];
  return {
    exact: new Map(exact.map(({ suffix, operator }) => [suffix, operator])),
    wildcard: wildcard.map(({ suffix, operator }) => ({
      ending: suffix.slice(suffix.lastIndexOf('*') + 1),
      labels: suffix.split('.'),
      operator,
    })),
  };
}

function isWildcard({ suffix }: { readonly suffix: string }): boolean {
  return suffix.split('.').includes('*');
}
