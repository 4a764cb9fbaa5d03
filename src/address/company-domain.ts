/** A name has 253 at most (RFC 1035 section 2.3.4), without its last dot. */
const mostHostCharacters = 255;

/**
 * Returns the domain in a text that is a domain, the URL of a website, or an address: `https://www.example.com/about`,
 * `//example.com`, `example.com.` and `ann@example.com` become `example.com`. Other texts stay as they are. Returns undefined
 * for a page at a social network, such as `https://linkedin.com/company/example`: its host says nothing about the company.
 * Without a path it may be the network's own website.
 */
export function companyDomain(given: string): string | undefined {
  const text = given.trim();
  const address = /^[^\s@/]+@([^\s@/]+)$/.exec(text);
  if (address?.[1] !== undefined) return companyDomain(address[1]);
  // Texts come from strangers: nothing here may try more than one way to read a long one.
  const url = /^(?:(?:https?:)?\/\/)?([^\s/?#:@]+)(?::\d+)?(\/[^?#]*)?(?:[?#].*)?$/i.exec(text);
  const [, name = '', path = ''] = url ?? [];
  if (name.length > mostHostCharacters || !/.\../.test(name)) return text;
  const host = name.replace(/^(?:www\.)+(?=.+\..)/i, '');
  return isSocialHost(host) && path.length > 1 ? undefined : host.replace(/\.+$/, '');
}

/** Also `de.linkedin.com` and `m.facebook.com`. */
function isSocialHost(host: string): boolean {
  const labels = host.toLowerCase().split('.');
  return labels.some((_, index) => socialHosts.has(labels.slice(index).join('.')));
}

/** Hosts of pages about companies, which the website column of an export often has instead of the website. */
const socialHosts: ReadonlySet<string> = new Set(
  `
  angel.co crunchbase.com facebook.com fb.com fb.me instagram.com linkedin.com linktr.ee lnkd.in
  pinterest.com t.me threads.net tiktok.com twitter.com vk.com wa.me wellfound.com x.com xing.com youtu.be
  youtube.com
`
    .trim()
    .split(/\s+/),
);
