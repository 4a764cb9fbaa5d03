import { InvalidArgument } from '../../../src/errors.ts';
import { checkAdminToken } from '../../console/sign-in/admin-token.ts';
import type { Environment } from '../terminal.ts';
import { readServerSettings } from './server-settings.ts';
import { type FlagsOf, invalidSetting, readSettings, type SettingValue, setting } from './setting-value.ts';

export const consoleSettings = {
  adminToken: setting(
    '--admin-token <token>',
    'MAILPROOF_ADMIN_TOKEN',
    'what the operator signs in to the console with, at least 24 random characters; better set the variable, because flags show in ps (default: no operator can sign in)',
    parseToken,
  ),
};

export const consoleLinkSettings = {
  url: setting(
    '--url <url>',
    'MAILPROOF_CONSOLE_URL',
    'the console as browsers reach it, such as https://mail.example.com/console (default: /console at MAILPROOF_HOST and MAILPROOF_PORT, or at 127.0.0.1:8080)',
    parseConsoleUrl,
  ),
};

/** Returns the admin token; undefined if none is set. Throws InvalidArgument that names the flag or the variable. */
export function readAdminToken(flags: FlagsOf<typeof consoleSettings>, env: Environment): string | undefined {
  return readSettings(consoleSettings, flags, env).adminToken;
}

/** Returns a token that nobody can guess. Throws InvalidArgument that names the flag or the variable, not the token. */
export function parseToken(token: SettingValue): string {
  try {
    checkAdminToken(token.text);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new InvalidArgument(token.source, error.message.replace(/^adminToken/, token.source));
  }
  return token.text;
}

/**
 * Returns the URL of the console, to which links are made. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readConsoleUrl(flags: FlagsOf<typeof consoleLinkSettings>, env: Environment): string {
  return readSettings(consoleLinkSettings, flags, env).url ?? `${serverUrl(env)}/console`;
}

function parseConsoleUrl(setting: SettingValue): string {
  const url = URL.canParse(setting.text) ? new URL(setting.text) : undefined;
  const path = url?.pathname.replace(/\/+$/, '');
  const isWhole = url !== undefined && url.href === `${url.origin}${url.pathname}`;
  if (isWhole && path && /^https?:$/.test(url.protocol)) return `${url.origin}${path}`;
  throw invalidSetting(
    setting,
    'Set it to the URL of the console, such as https://mail.example.com/console.',
  );
}

/** Returns where the server listens if it has the same environment. */
function serverUrl(env: Environment): string {
  const { host, port } = readServerSettings({}, env);
  if (port === 0) {
    const { flag, variable } = consoleLinkSettings.url;
    throw new InvalidArgument(
      flag,
      `MAILPROOF_PORT is 0, so that only the server knows its port. Set ${flag} or ${variable} to the URL of the console.`,
    );
  }
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
