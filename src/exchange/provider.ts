import { remembered } from '../first-use.ts';
import { type Provider, providers } from './providers.ts';

interface WildcardSuffix {
  /** The text after the last wildcard. */
  readonly ending: string;
  readonly labels: readonly string[];
  /** Undefined for names of customers. */
  readonly provider: Provider | undefined;
}

interface SuffixIndex {
  readonly exact: ReadonlyMap<string, Provider | undefined>;
  readonly wildcard: readonly WildcardSuffix[];
}

let index: SuffixIndex | undefined;

/**
 * Returns the provider that runs an exchange. Matches the host name against the longest known suffix on label
 * boundaries, an exact one before one with a wildcard. Returns undefined for unknown hosts, such as a domain's own server,
 * and for names that customers of a provider have for machines of their own.
 */
export function providerOf(exchangeHost: string): Provider | undefined {
  return rememberedProvider(exchangeHost);
}

const rememberedProvider = remembered(findProvider);

function findProvider(exchangeHost: string): Provider | undefined {
  index ??= indexSuffixes();
  let suffix = exchangeHost.toLowerCase().replace(/\.$/, '');
  for (;;) {
    if (index.exact.has(suffix)) return index.exact.get(suffix);
    const match = wildcardMatch(index.wildcard, suffix);
    if (match !== undefined) return match.provider;
    const dot = suffix.indexOf('.');
    if (dot === -1) return undefined;
    suffix = suffix.slice(dot + 1);
  }
}

function wildcardMatch(suffixes: readonly WildcardSuffix[], name: string): WildcardSuffix | undefined {
  if (!suffixes.some(({ ending }) => name.endsWith(ending))) return undefined;
  const labels = name.split('.');
  const matches = (pattern: readonly string[]) =>
    pattern.length === labels.length && pattern.every((label, i) => label === '*' || label === labels[i]);
  return suffixes.find((suffix) => matches(suffix.labels));
}

function indexSuffixes(): SuffixIndex {
  const all = providers.flatMap((provider) => [
    ...provider.suffixes.map((suffix) => ({ suffix, provider })),
    ...(provider.customerSuffixes ?? []).map((suffix) => ({ suffix, provider: undefined })),
  ]);
  const [wildcard, exact] = [all.filter(isWildcard), all.filter((entry) => !isWildcard(entry))];
  return {
    exact: new Map(exact.map(({ suffix, provider }) => [suffix, provider])),
    wildcard: wildcard.map(({ suffix, provider }) => ({
      ending: suffix.slice(suffix.lastIndexOf('*') + 1),
      labels: suffix.split('.'),
      provider,
    })),
  };
}

function isWildcard({ suffix }: { readonly suffix: string }): boolean {
  return suffix.split('.').includes('*');
}
