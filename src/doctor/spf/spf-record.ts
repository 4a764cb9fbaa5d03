import { ipVersionOf } from '../../ip-address.ts';
import { type MacroText, parseMacroText } from './macro-text.ts';
import { SpfError } from './spf-error.ts';

/** What a mechanism means for the sender if it matches (RFC 7208 §4.6.2). */
export type Qualifier = 'pass' | 'fail' | 'softfail' | 'neutral';

/** Lengths of the network that an address must be in. */
export interface PrefixLengths {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** `target` undefined: the domain of the record. */
export type Mechanism =
  | { readonly kind: 'all' }
  | { readonly kind: 'include' | 'exists'; readonly target: MacroText }
  | { readonly kind: 'a' | 'mx'; readonly target: MacroText | undefined; readonly lengths: PrefixLengths }
  | { readonly kind: 'ptr'; readonly target: MacroText | undefined }
  | { readonly kind: 'ip'; readonly network: string; readonly length: number };

interface Directive {
  readonly qualifier: Qualifier;
  readonly mechanism: Mechanism;
  /** As it is written in the record. */
  readonly text: string;
}

/** A parsed record. Explanations are left out: we fetch none. */
export interface SpfRecord {
  readonly directives: readonly Directive[];
  readonly redirect: { readonly target: MacroText; readonly text: string } | undefined;
}

/** Returns whether a TXT record is one of SPF, version 1 (RFC 7208 §4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Parses a record, all of it. Throws SpfError `permerror` where the grammar of RFC 7208 §12 is broken. */
export function parseSpfRecord(text: string): SpfRecord {
  const directives: Directive[] = [];
  const modifiers = new Map<string, { target: MacroText; text: string }>();
  for (const term of text.slice('v=spf1'.length).split(' ').filter(Boolean)) {
    const [, name, value] = /^([a-z][\w.-]*)=(.*)$/is.exec(term) ?? [];
    if (name === undefined || value === undefined) directives.push(parseDirective(term));
    else addModifier(modifiers, { name: name.toLowerCase(), value, text: term });
  }
  return { directives, redirect: modifiers.get('redirect') };
}

function addModifier(
  modifiers: Map<string, { target: MacroText; text: string }>,
  { name, value, text }: { name: string; value: string; text: string },
): void {
  if (name !== 'redirect' && name !== 'exp') {
    parseMacroText(value);
    return;
  }
  if (modifiers.has(name)) throw new SpfError('permerror', `"${name}=" stands there twice`);
  modifiers.set(name, { target: parseDomainSpec(value, text), text });
}

const qualifiers: Readonly<Record<string, Qualifier>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

function parseDirective(text: string): Directive {
  const [, sign = '+', mechanism = ''] = /^([+\-~?]?)(.*)$/s.exec(text) ?? [];
  const [, name = '', rest = ''] = /^([a-z\d]*)(.*)$/is.exec(mechanism) ?? [];
  return {
    qualifier: qualifiers[sign] ?? 'pass',
    mechanism: parseMechanism(name.toLowerCase(), rest, text),
    text,
  };
}

function parseMechanism(name: string, rest: string, text: string): Mechanism {
  switch (name) {
    case 'all':
      if (rest !== '') throw malformed(text);
      return { kind: 'all' };
    case 'include':
    case 'exists':
      if (!rest.startsWith(':')) throw malformed(text);
      return { kind: name, target: parseDomainSpec(rest.slice(1), text) };
    case 'a':
    case 'mx': {
      const [, spec = '', ipv4, ipv6] = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/s.exec(rest) ?? [];
      const lengths = { ipv4: parseLength(ipv4, 32, text), ipv6: parseLength(ipv6, 128, text) };
      return { kind: name, target: parseOptionalTarget(spec, text), lengths };
    }
    case 'ptr':
      return { kind: 'ptr', target: parseOptionalTarget(rest, text) };
    case 'ip4':
    case 'ip6':
      return parseNetwork(rest, name === 'ip4' ? 4 : 6, text);
    default:
      throw malformed(text);
  }
}

function parseNetwork(rest: string, version: 4 | 6, text: string): Mechanism {
  const [, network = '', length] = /^:([^/]+)(?:\/(\d+))?$/.exec(rest) ?? [];
  if (ipVersionOf(network) !== version) throw malformed(text);
  return { kind: 'ip', network, length: parseLength(length, version === 4 ? 32 : 128, text) };
}

/** Leading zeros are not allowed. */
function parseLength(digits: string | undefined, max: number, text: string): number {
  if (digits === undefined) return max;
  const length = Number(digits);
  if (String(length) !== digits || length > max) throw malformed(text);
  return length;
}

function parseOptionalTarget(spec: string, text: string): MacroText | undefined {
  if (spec === '') return undefined;
  if (!spec.startsWith(':')) throw malformed(text);
  return parseDomainSpec(spec.slice(1), text);
}

/** A top label has a letter or a hyphen inside, so that no IP address can be taken for a domain. */
const topLabelAtEnd = /\.(?=[^.]*[a-z-])[a-z\d](?:[a-z\d-]*[a-z\d])?\.?$/i;
const macroAtEnd = /%(?:\{[^{}]*\}|[%_-])$/;

function parseDomainSpec(spec: string, text: string): MacroText {
  if (!topLabelAtEnd.test(spec) && !macroAtEnd.test(spec)) throw malformed(text);
  return parseMacroText(spec);
}

function malformed(text: string): SpfError {
  return new SpfError('permerror', `"${text}" is malformed or unknown`);
}
