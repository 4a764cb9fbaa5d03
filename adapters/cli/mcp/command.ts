import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import { diagnose } from '../../../src/doctor/doctor.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { memoryStores } from '../../memory/index.ts';
import { exitCode } from '../exit-code.ts';
import { asListenError } from '../service/listening.ts';
import { parseToken } from '../settings/console-settings.ts';
import { internetSettings, openNetwork } from '../settings/network.ts';
import { type NetworkFlags, networkSettings, readVerificationOptions } from '../settings/network-settings.ts';
import { type ListeningPlace, parseListeningPlace } from '../settings/server-settings.ts';
import {
  addSettingOptions,
  type FlagsOf,
  parseMilliCredits,
  readSettings,
  setting,
} from '../settings/setting-value.ts';
import { isMissingModule } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

const mcpSettings = {
  http: setting(
    '--http [address:port]',
    'MAILPROOF_MCP_HTTP',
    'serve streamable HTTP at /mcp there, instead of stdio (default: 127.0.0.1:8090)',
    (value) => parseListeningPlace(value.text === 'true' ? { ...value, text: '8090' } : value, '127.0.0.1'),
  ),
  token: setting(
    '--token <token>',
    'MAILPROOF_MCP_TOKEN',
    'what clients send over HTTP as "Authorization: Bearer", at least 24 random characters; needed unless the address is that of this machine only; better set the variable',
    parseToken,
  ),
  credits: setting(
    '--credits <number>',
    'MAILPROOF_MCP_CREDITS',
    'what each session may spend: a verification costs 0.2, a lookup 1 (default: 20)',
    ({ text }) => parseMilliCredits(text),
  ),
};

interface McpFlags extends NetworkFlags, FlagsOf<typeof mcpSettings> {
  readonly real?: boolean;
}

const help = `
An agent gets tools to verify, find and correct addresses, to submit and read lists, to examine this side, and to
explain replies of mail servers. Sessions share what is found out, and nothing else; everything ends with this process.
Needs the package @modelcontextprotocol/sdk@1.

Exit codes:
  0    the client has left, or a signal ended it
  2    an option or a setting is wrong, or the package is not installed`;

/** Adds `mailproof mcp`. `finish` gets the exit code. */
export function addMcpCommand(
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
  version = program.version() ?? '',
): void {
  const command = program
    .command('mcp')
    .description(
      'give agents tools over the Model Context Protocol, on a simulated internet unless --real is set',
    )
    .option('--real', 'ask the real internet; needs --helo and --mail-from');
  addSettingOptions(command, mcpSettings, networkSettings);
  command.addHelpText('after', help);
  command.action(async (flags: McpFlags) => finish(await serveTools(flags, terminal, version)));
}

/** An interrupted call settles its charge first. */
const maxClosingMs = 10_000;

/** Serves until the client leaves or the terminal's signal fires. Throws InvalidArgument for a setting. */
async function serveTools(flags: McpFlags, terminal: Terminal, version: string): Promise<number> {
  const { env, signal } = terminal;
  const isReal = flags.real ?? false;
  const stray = internetSettings.find((name) => flags[name] !== undefined);
  if (!isReal && stray !== undefined) {
    const { flag } = networkSettings[stray];
    throw new InvalidArgument(flag, `${flag} is about the real internet. Add --real, or leave it out.`);
  }
  const { http: place, token, credits: milliCredits = 20_000 } = readSettings(mcpSettings, flags, env);
  if (token === undefined && place !== undefined && !isLoopback(place.host)) throw missingToken(place);
  // Only here, so that other commands start without loading them.
  const { createToolServer, serveHttp, StdioServerTransport } = await loadServer();
  const { createEngine } = await import('../../../src/engine.ts');
  const networkFlags = { ...flags, sandbox: !isReal };
  const options = readVerificationOptions(networkFlags, env);
  await using opened = await openNetwork(networkFlags, env);
  const network = opened.ports;
  await using engine = createEngine({ ...memoryStores({ clock: network.clock }), ...network }, options);
  terminal.allowClosing(maxClosingMs);
  engine.jobs.work();
  const { canaries } = options;
  const examine = onceAMinute(network.clock, () => diagnose(network, { canaries, signal }));
  const newSession = () => {
    const account = `mcp:${network.random.uuid()}`;
    const session = { engine, examine, account, milliCredits, isReal };
    return {
      server: createToolServer(session, version),
      begin: async () => {
        await engine.accounts.grant(account, { id: account, milliCredits });
      },
    };
  };
  if (place === undefined) {
    const { server, begin } = newSession();
    await begin();
    await server.connect(new StdioServerTransport(terminal.stdin, terminal.stdout as Writable));
    await Promise.race([once(terminal.stdin, 'end'), aborted(signal)]);
    await server.close();
    return exitCode.done;
  }
  await using endpoint = await serveHttp({ ...place, token, newSession }).catch((error: unknown) => {
    throw asListenError(error, place, { host: mcpSettings.http, port: mcpSettings.http });
  });
  terminal.stdout.write(`Listening on ${endpoint.url}\n`);
  await aborted(signal);
  return exitCode.done;
}

/** Returns a function that runs `work` at most once a minute, unless it failed, and shares its result. */
function onceAMinute<Value>(clock: Clock, work: () => Promise<Value>): () => Promise<Value> {
  let latest: { readonly result: Promise<Value>; readonly startedAt: number } | undefined;
  return () => {
    const now = steadyNow(clock);
    if (latest !== undefined && now - latest.startedAt < 60_000) return latest.result;
    const started = { result: work(), startedAt: now };
    latest = started;
    started.result.catch(() => {
      if (latest === started) latest = undefined;
    });
    return started.result;
  };
}

async function loadServer() {
  try {
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createToolServer } = await import('./tools.ts');
    const { serveHttp } = await import('./http-endpoint.ts');
    return { StdioServerTransport, createToolServer, serveHttp };
  } catch (error) {
    if (!isMissingModule(error)) throw error;
    throw new InvalidArgument(
      'mcp',
      'The command mcp needs the package @modelcontextprotocol/sdk 1: run "npm install @modelcontextprotocol/sdk@1", then try again.',
      { cause: error },
    );
  }
}

/** Others could reach the port. */
function missingToken({ host }: ListeningPlace): InvalidArgument {
  const { flag, variable } = mcpSettings.token;
  return new InvalidArgument(
    flag,
    `Other machines can reach ${host}. Set ${variable} to a token of 24 random characters or more: openssl rand -hex 24`,
  );
}

function isLoopback(host: string): boolean {
  return host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
