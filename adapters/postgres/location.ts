/** Returns where the database of a URL is, without user and password; undefined if it is no URL of PostgreSQL. */
export function postgresAddress(url: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return `${host}${port === '' ? '' : `:${port}`}${pathname}`;
}
