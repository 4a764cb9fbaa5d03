import type { ReplyText } from './reply-texts.ts';

/** The values of a reply's placeholders. */
export interface ReplyContext {
  readonly host: string;
  readonly client: string;
  readonly sender: string;
  readonly address: string;
  readonly domain: string;
  readonly echo: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Fills in the placeholders of a reply, and removes enhanced status codes if the server does not send them. */
export function fillIn(text: ReplyText, context: ReplyContext, enhancedCodes: boolean): ReplyText {
  const filled = text.replace(/\{(host|client|sender|address|domain|echo|date)\}/g, (_, name: string) =>
    value(name, context),
  );
  return enhancedCodes || isRaw(filled) ? filled : withoutEnhancedCodes(filled);
}

function value(name: string, context: ReplyContext): string {
  switch (name) {
    case 'host':
      return context.host;
    case 'client':
      return context.client;
    case 'sender':
      return context.sender;
    case 'domain':
      return context.domain;
    case 'echo':
      return context.echo && context.address !== '' ? `<${context.address}>: ` : '';
    case 'date':
      return new Date(context.now).toUTCString().replace('GMT', '+0000');
    default:
      return context.address;
  }
}

function withoutEnhancedCodes(text: ReplyText): ReplyText {
  return text.replace(/^(\d{3} )?#?[245]\.\d{1,3}\.\d{1,3} /gm, '$1');
}

/** Returns the wire form (RFC 5321 §4.2.1): the code on every line, and a hyphen on all but the last. */
export function wireForm(text: ReplyText): string {
  if (text === '' || isRaw(text)) return text;
  const code = text.slice(0, 3);
  const lines = text.slice(4).split('\n');
  return lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('');
}

/** Returns the code of a reply; 0 if it is empty or has none. */
export function codeOf(text: ReplyText): number {
  return /^\d{3}/.test(text) ? Number(text.slice(0, 3)) : 0;
}

function isRaw(text: ReplyText): boolean {
  return text.includes('\r\n');
}
