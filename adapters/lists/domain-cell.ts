import { socialHosts } from './social-hosts.ts';

/**
 * Returns the domain in a cell that has a domain, the URL of a website, or an address: `https://www.example.com/about`,
 * `//example.com` and `ann@example.com` become `example.com`. Other texts stay as they are. Returns undefined for a page at a
 * social network, such as `https://linkedin.com/company/example`: its host says nothing about the company. Without a path
 * it may be the network's own website.
 */
export function domainInCell(cell: string): string | undefined {
  const text = cell.trim();
  const address = /^[^\s@/]+@([^\s@/]+)$/.exec(text);
  if (address?.[1] !== undefined) return address[1];
  const url =
    /^(?:(?:https?:)?\/\/)?(?:www\.)?([^\s/?#:@]+\.[^\s/?#:@]+)(?::\d+)?(\/[^?#]*)?(?:[?#].*)?$/i.exec(text);
  const [, host, path = ''] = url ?? [];
  if (host === undefined) return text;
  return isSocialHost(host) && path.length > 1 ? undefined : host;
}

/** Also `de.linkedin.com` and `m.facebook.com`. */
function isSocialHost(host: string): boolean {
  const labels = host.toLowerCase().split('.');
  return labels.some((_, index) => socialHosts.has(labels.slice(index).join('.')));
}
