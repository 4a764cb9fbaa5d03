import { octetsOf } from '../../ip-address.ts';
import { SpfError } from './spf-error.ts';

/** A text with macros (RFC 7208 §7), parsed: literals, and what is replaced. */
export type MacroText = readonly (string | Macro)[];

interface Macro {
  readonly letter: 's' | 'l' | 'o' | 'd' | 'i' | 'p' | 'h' | 'v';
  /** How many parts are kept, counted from the right. Undefined: all. */
  readonly keep: number | undefined;
  readonly reversed: boolean;
  /** The characters at which the value is split. */
  readonly delimiters: string;
  /** Whether characters that are not allowed in a URL are escaped. */
  readonly escaped: boolean;
}

/** The values of macros. `validatedName` asks DNS, so it is called only for `%{p}`. */
export interface MacroValues {
  readonly sender: string;
  readonly helo: string;
  readonly domain: string;
  /** The address that is asked about; not in IPv4-mapped form. */
  readonly ip: string;
  validatedName(): Promise<string>;
}

const macroPattern = /%(?:\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}|[%_-])/iy;
const literalPattern = /[!-$&-~]+/y;

/** Parses a macro-string of a record. Throws SpfError `permerror` where the grammar of RFC 7208 §7.1 is broken. */
export function parseMacroText(text: string): MacroText {
  const parts: (string | Macro)[] = [];
  for (let at = 0; at < text.length; ) {
    literalPattern.lastIndex = at;
    macroPattern.lastIndex = at;
    const [literal] = literalPattern.exec(text) ?? [];
    const found = literal === undefined ? macroPattern.exec(text) : null;
    const whole = literal ?? found?.[0];
    if (whole === undefined) throw new SpfError('permerror', `"${text}" has a malformed macro`);
    parts.push(literal ?? macroOf(found ?? [whole], text));
    at += whole.length;
  }
  return parts;
}

const escapes: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };

function macroOf([whole = '', letter, digits, reversed, delimiters]: readonly string[], text: string) {
  if (letter === undefined) return escapes[whole] ?? '';
  const lower = letter.toLowerCase();
  if (!isMacroLetter(lower)) throw new SpfError('permerror', `"${text}" has the unknown macro ${whole}`);
  if (digits !== undefined && digits !== '' && Number(digits) === 0)
    throw new SpfError('permerror', `"${text}" keeps no part in ${whole}`);
  return {
    letter: lower,
    keep: digits ? Number(digits) : undefined,
    reversed: reversed !== '',
    delimiters: delimiters || '.',
    escaped: letter !== lower,
  };
}

/** Of the letters of RFC 7208 §7.2, `c`, `r` and `t` are for explanations only, which we do not fetch. */
function isMacroLetter(letter: string): letter is Macro['letter'] {
  return /^[slodiphv]$/.test(letter);
}

/** Replaces the macros. Rejects only as `validatedName` does. */
export async function expandMacros(text: MacroText, values: MacroValues): Promise<string> {
  const parts: string[] = [];
  for (const part of text) parts.push(typeof part === 'string' ? part : await expandMacro(part, values));
  return parts.join('');
}

async function expandMacro(macro: Macro, values: MacroValues): Promise<string> {
  const parts = splitAtAny(await rawValueOf(macro.letter, values), macro.delimiters);
  const ordered = macro.reversed ? parts.reverse() : parts;
  const kept = macro.keep === undefined ? ordered : ordered.slice(-macro.keep);
  const value = kept.join('.');
  return macro.escaped ? encodeURIComponent(value).replace(/[!'()*]/g, percentEncode) : value;
}

function percentEncode(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}

function splitAtAny(text: string, delimiters: string): string[] {
  const parts = [''];
  for (const character of text) {
    if (delimiters.includes(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function rawValueOf(letter: Macro['letter'], values: MacroValues): string | Promise<string> {
  const { sender, helo, domain, ip } = values;
  const at = sender.lastIndexOf('@');
  switch (letter) {
    case 's':
      return sender;
    case 'l':
      return sender.slice(0, at);
    case 'o':
      return sender.slice(at + 1);
    case 'd':
      return domain;
    case 'h':
      return helo;
    case 'i':
      return ip.includes(':') ? nibblesOf(ip) : ip;
    case 'v':
      return ip.includes(':') ? 'ip6' : 'in-addr';
    case 'p':
      return values.validatedName();
  }
}

function nibblesOf(ipv6: string): string {
  return octetsOf(ipv6)
    .flatMap((octet) => [octet >> 4, octet & 0xf])
    .map((nibble) => nibble.toString(16))
    .join('.');
}
