import { isIP } from 'node:net';
import { InvalidArgument } from '../../src/errors.ts';

/** A SOCKS5 proxy (RFC 1928), with the account to use on it (RFC 1929) if it asks for one. */
export interface Socks5Proxy {
  readonly host: string;
  readonly port: number;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

const usualPort = 1080;
/** User and password are at most this long (RFC 1929 §2). */
const maxLoginBytes = 255;

/**
 * Parses `socks5://user:password@host:port`. User, password and port may be left out; the port is then 1080. Characters
 * that mean something in a URL are percent-encoded. Throws InvalidArgument for `socks5`, which shows nothing of the URL:
 * it may hold a password.
 */
export function parseSocks5Url(text: string): Socks5Proxy {
  if (!/^socks5:\/\//i.test(text)) throw invalid('Begin it with socks5://.');
  if (!URL.canParse(text))
    throw invalid(
      'Percent-encode / ? # @ in user and password, such as # as %23; the port is from 1 to 65535.',
    );
  const url = new URL(text);
  if (url.pathname.replace('/', '') !== '' || url.search !== '' || url.hash !== '')
    throw invalid('Leave out everything after the port, and percent-encode / ? # in the password.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '' || (isIP(host) === 0 && !/^[a-z0-9._-]{1,253}$/i.test(host)))
    throw invalid('Name the proxy by its IP address or host name.');
  if (url.port === '0') throw invalid('Its port is from 1 to 65535.');
  const login = loginOf(url);
  return { host, port: url.port === '' ? usualPort : Number(url.port), login };
}

function loginOf(url: URL): Socks5Proxy['login'] {
  if (url.username === '' && url.password === '') return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined)
    throw invalid('Percent-encode a % in user or password as %25.');
  for (const part of [user, password]) {
    const bytes = Buffer.byteLength(part);
    if (bytes < 1 || bytes > maxLoginBytes)
      throw invalid('Give both user and password, of 1 to 255 bytes each, or none.');
  }
  return { user, password };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function invalid(advice: string): InvalidArgument {
  return new InvalidArgument(
    'socks5',
    `Set socks5 to a URL such as socks5://user:password@host:1080. ${advice}`,
  );
}
