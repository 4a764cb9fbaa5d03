import type { ReplyText } from './reply-texts.ts';

/** What the placeholders of a reply stand for. */
export interface ReplyContext {
  readonly host: string;
  readonly client: string;
  readonly sender: string;
  readonly address: string;
  readonly domain: string;
  readonly echo: boolean;
}

/** A reply with its placeholders filled in, and without enhanced status codes where the server knows none. */
export function fillIn(text: ReplyText, context: ReplyContext, enhancedCodes: boolean): ReplyText {
  const filled = text.replace(/\{(host|client|sender|address|domain|echo)\}/g, (_, name: string) =>
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
    default:
      return context.address;
  }
}

function withoutEnhancedCodes(text: ReplyText): ReplyText {
  return text.replace(/^(\d{3} )?#?[245]\.\d{1,3}\.\d{1,3} /gm, '$1');
}

/** Wire form (RFC 5321 §4.2.1): every line with the code, a hyphen on all but the last. */
export function wireForm(text: ReplyText): string {
  if (text === '' || isRaw(text)) return text;
  const code = text.slice(0, 3);
  const lines = text.slice(4).split('\n');
  return lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('');
}

/** The code of a reply; 0 for one that sends nothing, or has none. */
export function codeOf(text: ReplyText): number {
  return /^\d{3}/.test(text) ? Number(text.slice(0, 3)) : 0;
}

function isRaw(text: ReplyText): boolean {
  return text.includes('\r\n');
}
