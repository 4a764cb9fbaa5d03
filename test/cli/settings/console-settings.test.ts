import { describe, expect, it } from 'vitest';
import { readAdminToken, readConsoleUrl } from '../../../adapters/cli/settings/console-settings.ts';

const token = '0f4c81d29be7a365c08d1e72';

describe('the admin token', () => {
  it('is the flag, or else the variable', () => {
    expect(readAdminToken({}, {})).toBeUndefined();
    expect(readAdminToken({}, { MAILPROOF_ADMIN_TOKEN: '' })).toBeUndefined();
    expect(readAdminToken({}, { MAILPROOF_ADMIN_TOKEN: token })).toBe(token);
    expect(readAdminToken({ adminToken: `${token}!` }, { MAILPROOF_ADMIN_TOKEN: token })).toBe(`${token}!`);
  });

  it.each([
    ['--admin-token', { adminToken: 'hunter2' }, {}],
    ['--admin-token', { adminToken: '' }, {}],
    ['MAILPROOF_ADMIN_TOKEN', {}, { MAILPROOF_ADMIN_TOKEN: 'hunter2' }],
  ])('that could be guessed is refused without showing it: %s %o', (source, flags, env) => {
    expect(() => readAdminToken(flags, env)).toThrow(
      expect.objectContaining({
        parameter: source,
        message: `${source} must be 24 to 1000 random characters, not words. Make one: openssl rand -hex 24`,
      }),
    );
  });
});

describe('the URL of the console', () => {
  it.each([
    [{}, {}, 'http://127.0.0.1:8080/console'],
    [{}, { MAILPROOF_HOST: '0.0.0.0', MAILPROOF_PORT: '9000' }, 'http://127.0.0.1:9000/console'],
    [{}, { MAILPROOF_HOST: '::' }, 'http://127.0.0.1:8080/console'],
    [{}, { MAILPROOF_HOST: '2001:db8::1' }, 'http://[2001:db8::1]:8080/console'],
    [{}, { MAILPROOF_CONSOLE_URL: 'https://mail.example.com/console' }, 'https://mail.example.com/console'],
    [{ url: 'https://mail.example.com/a/console/' }, {}, 'https://mail.example.com/a/console'],
    [{ url: 'HTTP://Localhost:80/console' }, { MAILPROOF_PORT: '0' }, 'http://localhost/console'],
  ])('is, with %o and %o, %s', (flags, env, url) => {
    expect(readConsoleUrl(flags, env)).toBe(url);
  });

  it.each([
    '',
    'mail.example.com/console',
    'https://mail.example.com',
    'https://mail.example.com/',
    'ftp://mail.example.com/console',
    'javascript:alert(1)//console',
    'https://me:secret@mail.example.com/console',
    'https://mail.example.com/console?',
    'https://mail.example.com/console#/jobs',
  ])('is not "%s"', (url) => {
    expect(() => readConsoleUrl({ url }, {})).toThrow(
      expect.objectContaining({ code: 'invalid_argument', parameter: '--url' }),
    );
  });

  it('has to be set if only the server knows its port', () => {
    expect(() => readConsoleUrl({}, { MAILPROOF_PORT: '0' })).toThrow('Set --url or MAILPROOF_CONSOLE_URL');
  });
});
