import type { SignInAttempt } from '../../../adapters/console/sign-in/sign-in.ts';

interface Sent {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request of a browser to `mail.example.com` over https, unless its headers say otherwise. */
export function browserRequest({ method = 'GET', headers = {} }: Sent = {}): SignInAttempt {
  const all = new Map(Object.entries({ host: 'mail.example.com', ...headers }));
  return { method, header: (name) => all.get(name), clientAddress: '192.0.2.1' };
}

/** Returns the name and value of a cookie as the browser sends them back. */
export function cookiePair(setCookie: string): string {
  return setCookie.slice(0, setCookie.indexOf(';'));
}
