import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { boundedMap } from '../bounded-map.ts';
import { providerOf } from './provider.ts';

/**
 * Returns a name for whoever has probably registered the domain: its registrable part without the ending, so that `example.com` and
 * `mail.example.co.uk` are one. `domain` is in lower-case A-labels.
 */
export function registrantOf(domain: string): string {
  return getDomainWithoutSuffix(domain, { extractHostname: false }) || domain;
}

const registrable = boundedMap<string, { readonly name: string }>(20_000);

/** Returns what its owner has registered: the public suffix and one label more. `domain` is in lower-case A-labels. */
export function registrableDomain(domain: string): string {
  const known = registrable.get(domain);
  if (known !== undefined) return known.name;
  const name = getDomain(domain, { extractHostname: false, allowPrivateDomains: true }) || domain;
  registrable.set(domain, { name });
  return name;
}

/** Returns a name for whoever runs the exchange: a known provider, or the registrant of its domain. */
export function hosterOf(host: string): string {
  return providerOf(host)?.id ?? registrantOf(host);
}
