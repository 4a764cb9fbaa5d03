import { InvalidArgument } from '../../../src/errors.ts';
import type { EgressOptions, NoEgress, SeveralEgresses } from '../../net/index.ts';
import type { Environment } from '../terminal.ts';
import type { LevelFlags } from './level.ts';
import { type FlagsOf, readSettingValue, type SettingValue, setting } from './setting-value.ts';

export const egressSettings = {
  helo: setting(
    '--helo <name>',
    'MAILPROOF_HELO',
    'our name in EHLO: a host name that resolves to the address we connect from',
  ),
  mailFrom: setting(
    '--mail-from <address>',
    'MAILPROOF_MAIL_FROM',
    'our sender address: a mailbox of ours that accepts mail',
  ),
  localAddress: setting(
    '--local-address <ip>',
    'MAILPROOF_LOCAL_ADDRESS',
    'address of this machine to connect from (default: chosen by the system)',
  ),
  egress: {
    ...setting(
      '--egress <parts>',
      'MAILPROOF_EGRESS',
      'a source to ask from: helo=NAME,mail-from=ADDRESS[,local=IP][,socks5=URL][,name=TEXT]; repeat it for several ' +
        '(in the variable, separated by ;). Use the variable for a proxy with a password: flags show in ps and the shell history',
    ),
    repeated: ';',
  },
};

export type EgressFlags = FlagsOf<typeof egressSettings>;

const partNames = {
  helo: 'helo',
  'mail-from': 'mailFrom',
  local: 'localAddress',
  socks5: 'socks5',
  name: 'name',
} as const satisfies Record<string, keyof EgressOptions>;

type PartName = keyof typeof partNames;

/** The options of `netPorts` about egresses: one, several, or none. */
export type EgressSettings = EgressOptions | SeveralEgresses | NoEgress;

/**
 * Reads the egresses. Flags win over variables. Throws InvalidArgument that names the flag or the variable that is wrong
 * or missing, and shows no value of an egress: it may hold the password of a proxy.
 * Below the level `smtp` there need be none.
 */
export function readEgressSettings(
  flags: EgressFlags & Partial<LevelFlags>,
  env: Environment,
): EgressSettings {
  const source = sourceOf(flags, env);
  if (source === 'several') return { egresses: readEgresses(flags.egress, env) };
  const [helo, mailFrom, localAddress] = (['helo', 'mailFrom', 'localAddress'] as const).map((name) =>
    readSettingValue(egressSettings[name], flags[name], env),
  );
  const { level = 'smtp' } = flags;
  if (level !== 'smtp' && helo === undefined && mailFrom === undefined) return {};
  if (helo === undefined || mailFrom === undefined) {
    throw missingIdentity([
      ...(helo ? [] : (['helo'] as const)),
      ...(mailFrom ? [] : (['mailFrom'] as const)),
    ]);
  }
  return {
    helo: helo.text,
    mailFrom: mailFrom.text,
    ...(localAddress === undefined ? {} : { localAddress: localAddress.text }),
  };
}

/** Turns the network adapter's error about an egress into one that names the setting; returns any other as it is. */
export function asEgressError(error: InvalidArgument, flags: EgressFlags, env: Environment): InvalidArgument {
  const { egress } = egressSettings;
  const value = sourceOf(flags, env) === 'several' ? readSettingValue(egress, flags.egress, env) : undefined;
  if (value === undefined) return error;
  const [, index] = /^egresses\[(\d+)\]/.exec(error.parameter) ?? [];
  const source =
    index === undefined
      ? value.source
      : nameOfEgress(value.source, Number(index), readEgresses(flags.egress, env).length);
  return new InvalidArgument(value.source, `${source}: ${inPartNames(error.message)}`);
}

/** Puts the words of the command line into a message of the network adapter. */
function inPartNames(message: string): string {
  const options = Object.entries(partNames).map(([part, option]) => [option, part] as const);
  return options
    .reduce((text, [option, part]) => text.replace(new RegExp(`\\b${option}\\b`, 'g'), part), message)
    .replace(/^egresses\[\d+\]: /, '')
    .replace(/\begresses\[(\d+)\]/g, (_, index: string) => `number ${Number(index) + 1}`)
    .replace(/\bof egresses\b/, 'egresses');
}

/** Returns whether one egress is set by its own flags or variables, or several by --egress. */
function sourceOf(flags: EgressFlags, env: Environment): 'one' | 'several' {
  const { egress, ...single } = egressSettings;
  for (const given of [flags, undefined] as const) {
    const isSet = (name: keyof typeof egressSettings) =>
      given === undefined
        ? readSettingValue(egressSettings[name], undefined, env) !== undefined
        : given[name] !== undefined;
    const own = (Object.keys(single) as (keyof typeof single)[]).find(isSet);
    if (isSet('egress')) {
      if (own === undefined) return 'several';
      const [both, other] = given === undefined ? (['variable', own] as const) : (['flag', own] as const);
      throw new InvalidArgument(
        egress[both],
        `Set either ${egress[both]} or ${egressSettings[other][both]}: each egress has its own helo, mail-from and local.`,
      );
    }
    if (own !== undefined) return 'one';
  }
  return 'one';
}

function readEgresses(flag: EgressFlags['egress'], env: Environment): readonly EgressOptions[] {
  const { egress } = egressSettings;
  const { source } = readSettingValue(egress, flag, env) ?? { source: egress.flag };
  const texts = Array.isArray(flag) ? flag : (env[egress.variable] ?? '').split(egress.repeated);
  const given = texts.map((text) => text.trim()).filter((text) => text !== '');
  return given.map((text, index) => parseEgress({ text, source: nameOfEgress(source, index, given.length) }));
}

function nameOfEgress(source: string, index: number, count: number): string {
  return count === 1 ? source : `${source} (number ${index + 1})`;
}

function parseEgress({ text, source }: SettingValue): EgressOptions {
  const parts = new Map<PartName, string>();
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([^=]*)=(.*?)\s*$/.exec(part) ?? [];
    if (!isPartName(name) || parts.has(name)) throw badEgress(source, 'Each part is set once, as helo=NAME.');
    parts.set(name, value);
  }
  const [helo, mailFrom] = [parts.get('helo'), parts.get('mail-from')];
  if (helo === undefined || mailFrom === undefined) throw badEgress(source, 'It needs helo and mail-from.');
  const options = [...parts].map(([name, value]) => [partNames[name], value]);
  return { helo, mailFrom, ...Object.fromEntries(options) };
}

function isPartName(name: string): name is PartName {
  return Object.hasOwn(partNames, name);
}

function badEgress(source: string, advice: string): InvalidArgument {
  return new InvalidArgument(
    source,
    `${source} is not helo=NAME,mail-from=ADDRESS[,local=IP][,socks5=URL][,name=TEXT]. ${advice} ` +
      'Write a comma in the URL of a proxy as %2C, and a semicolon as %3B.',
  );
}

function missingIdentity(missing: readonly ('helo' | 'mailFrom')[]): InvalidArgument {
  const advice = {
    helo: 'a host name that resolves to the address you connect from',
    mailFrom: 'a mailbox of yours that accepts mail',
  };
  const lines = missing.map((name) => {
    const { flag, variable } = egressSettings[name];
    return `Set ${flag} or ${variable} to ${advice[name]}.`;
  });
  const [first = 'helo'] = missing;
  return new InvalidArgument(
    egressSettings[first].flag,
    `${lines.join(' ')} Mail servers refuse callers that do not say who they are, so there is no default. ` +
      'To try without the internet, add --sandbox; of mcp, leave out --real.',
  );
}
