import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { remembered } from '../first-use.ts';
import { providerOf } from './provider.ts';

/**
 * Returns a name for whoever has probably registered the domain: its registrable part without the ending, so that
 * `example.com` and `mail.example.co.uk` are one. `domain` is in lower-case A-labels.
 */
export const registrantOf = remembered(
  (domain) => getDomainWithoutSuffix(domain, { extractHostname: false }) || domain,
);

/** Returns what its owner has registered: the public suffix and one label more. `domain` is in lower-case A-labels. */
export const registrableDomain = remembered(
  (domain) => getDomain(domain, { extractHostname: false, allowPrivateDomains: true }) || domain,
);

/** Returns a name for whoever runs the exchange: a known provider, or the registrant of its domain. */
export function hosterOf(host: string): string {
  return providerOf(host)?.id ?? registrantOf(host);
}
