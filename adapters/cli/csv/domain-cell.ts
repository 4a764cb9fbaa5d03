/**
 * Returns the domain in a cell that has a domain, the URL of a website, or an address: `https://www.example.com/about` and
 * `ann@example.com` become `example.com`. Other texts stay as they are.
 */
export function domainInCell(cell: string): string {
  const text = cell.trim();
  const address = /^[^\s@/]+@([^\s@/]+)$/.exec(text);
  if (address?.[1] !== undefined) return address[1];
  const url = /^(?:https?:\/\/)?(?:www\.)?([^\s/?#:@]+\.[^\s/?#:@]+)(?::\d+)?(?:[/?#].*)?$/i.exec(text);
  return url?.[1] ?? text;
}
