import { onFirstUse, remembered } from '../first-use.ts';
import { type Provider, providers } from './providers.ts';

/**
 * Returns the provider that runs an exchange. Matches the host name against the longest known suffix on label
 * boundaries, an exact one before one with a wildcard. Returns undefined for unknown hosts, such as a domain's own server,
 * and for names that customers of a provider have for machines of their own.
 */
export const providerOf: (exchangeHost: string) => Provider | undefined = remembered((exchangeHost) => {
  const { exact, wildcard } = suffixes();
  let name = exchangeHost.toLowerCase().replace(/\.$/, '');
  for (;;) {
    if (exact.has(name)) return exact.get(name);
    const labels = name.split('.');
    const match = wildcard.find(
      (pattern) =>
        pattern.labels.length === labels.length &&
        pattern.labels.every((label, index) => label === '*' || label === labels[index]),
    );
    if (match !== undefined) return match.provider;
    if (labels.length === 1) return undefined;
    name = labels.slice(1).join('.');
  }
});

export function providerWithId(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id);
}

/** All suffixes and whose they are: undefined for names of customers. */
const suffixes = onFirstUse(() => {
  const all = providers.flatMap((provider) => [
    ...provider.suffixes.map((suffix) => ({ suffix, provider })),
    ...(provider.customerSuffixes ?? []).map((suffix) => ({ suffix, provider: undefined })),
  ]);
  const labelled = all.map((each) => ({ ...each, labels: each.suffix.split('.') }));
  return {
    exact: new Map<string, Provider | undefined>(all.map(({ suffix, provider }) => [suffix, provider])),
    wildcard: labelled.filter(({ labels }) => labels.includes('*')),
  };
});
