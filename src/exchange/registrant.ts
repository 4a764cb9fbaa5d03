import { getDomainWithoutSuffix } from 'tldts';
import { providerOf } from './provider.ts';

/**
 * Returns a name for whoever has probably registered the domain: its registrable part without the ending, so that `example.com` and
 * `mail.example.co.uk` are one. `domain` is in lower-case A-labels.
 */
export function registrantOf(domain: string): string {
  return getDomainWithoutSuffix(domain, { extractHostname: false }) || domain;
}

/** Returns a name for whoever runs the exchange: a known provider, or the registrant of its domain. */
export function hosterOf(host: string): string {
  return providerOf(host)?.id ?? registrantOf(host);
}
