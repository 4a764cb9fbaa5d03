import { describe, expect, it } from 'vitest';
import {
  readSessionCookie,
  removeSessionCookie,
  setSessionCookie,
} from '../../../adapters/console/sign-in/sign-in.ts';
import { browserRequest } from './browser-request.ts';

const hour = 3_600_000;

describe('the cookie of a session', () => {
  it('is for this host alone, out of reach of scripts and of other sites, and only for https', () => {
    expect(setSessionCookie(browserRequest(), 'secret', 12 * hour)).toBe(
      '__Host-mailproof-console=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure',
    );
  });

  it.each(['localhost', 'localhost:8080', 'LOCALHOST:8080', '127.0.0.1:8080', '[::1]:8080'])(
    'needs no https at %s, where browsers keep no secure cookies',
    (host) => {
      const origin = `http://${host}`;
      for (const headers of [{ host }, { host, origin }])
        expect(setSessionCookie(browserRequest({ headers }), 'secret', hour)).toBe(
          'mailproof-console=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600',
        );
    },
  );

  it.each([
    { host: 'localhost.evil.example' },
    { host: 'localhost@evil.example' },
    { host: '127.0.0.1.evil.example:80' },
    { host: '192.168.0.1:8080' },
    { host: undefined },
    // A proxy on this machine has written its own name for us.
    { host: '127.0.0.1:8080', origin: 'https://mail.example.com' },
    { host: '127.0.0.1:8080', origin: 'http://mail.example.com' },
    { host: 'localhost', origin: 'https://localhost' },
    { host: 'localhost', origin: 'null' },
  ])('needs https with %o', (headers) => {
    const request = browserRequest({ method: 'POST', headers });
    expect(setSessionCookie(request, 'secret', hour)).toMatch(/^__Host-.*; Secure$/);
  });

  it.each([
    ['__Host-mailproof-console=secret', 'mail.example.com'],
    ['a=b;__Host-mailproof-console=secret;  c', 'mail.example.com'],
    ['mailproof-console=secret', 'localhost:8080'],
    // Of a proxy on this machine: the browser talks https.
    ['__Host-mailproof-console=secret; mailproof-console=planted', 'localhost:8080'],
  ])('is read from "%s" at %s', (cookie, host) => {
    expect(readSessionCookie(browserRequest({ headers: { cookie, host } }))).toBe('secret');
  });

  it.each([
    [undefined, 'mail.example.com'],
    ['', 'mail.example.com'],
    ['x__Host-mailproof-console=secret', 'mail.example.com'],
    ['__host-mailproof-console=secret', 'mail.example.com'],
    // Pages of other hosts of the domain can plant it.
    ['mailproof-console=secret', 'mail.example.com'],
    ['__Host-mailproof-console=secret; __Host-mailproof-console=planted', 'mail.example.com'],
    ['mailproof-console=secret; mailproof-console=planted', 'localhost:8080'],
    ['__Host-mailproof-console=a; __Host-mailproof-console=b; mailproof-console=c', 'localhost:8080'],
  ])('is not read from "%s" at %s', (cookie, host) => {
    expect(readSessionCookie(browserRequest({ headers: { cookie, host } }))).toBeUndefined();
  });

  it('is removed under the name that it has', () => {
    const local = { host: 'localhost:8080', cookie: 'mailproof-console=secret' };
    expect(removeSessionCookie(browserRequest({ headers: local }))).toMatch(
      /^mailproof-console=; .*; Max-Age=0$/,
    );
    const secure = { host: 'localhost:8080', cookie: '__Host-mailproof-console=secret' };
    expect(removeSessionCookie(browserRequest({ headers: secure }))).toMatch(
      /^__Host-mailproof-console=; .*; Max-Age=0; Secure$/,
    );
  });
});
