import type { SmtpReply } from '../../ports.ts';

/** An enhanced mail system status code, `class.subject.detail` (RFC 3463 §2). */
export interface EnhancedStatusCode {
  readonly class: 2 | 4 | 5;
  /** 0 to 999. */
  readonly subject: number;
  /** 0 to 999. */
  readonly detail: number;
}

/** Longer lines hold no more than what their beginning tells. */
const lineLimit = 1_000;

const digits = String.raw`([245])\.(\d{1,3})\.(\d{1,3})`;
/** Where it belongs (RFC 2034 §3), with the decorations in use: `5.1.1 …`, `#5.1.0 …`, `(5.1.1) …`. */
const atHead = new RegExp(String.raw`^\s*[#([]{0,2}${digits}(?=$|[\s:;,)\]-])`);
/** As qmail and its kin write it, at the end of the text: `… (#5.1.1)`. */
const marked = new RegExp(String.raw`(?:[([]#?|#)${digits}(?=$|[\s:;,.)\]])(?!\.\d)`);

/**
 * The enhanced status code of a reply (RFC 2034): at the head of the text of a line, or marked by `#` or brackets
 * within it. Of several the first wins whose class agrees with the reply code, as RFC 2034 §4 demands. A code
 * that contradicts the reply code is given only from the head of a line, where it is the server's own word.
 */
export function parseEnhancedCode(reply: SmtpReply): EnhancedStatusCode | undefined {
  const lines = reply.lines.map((line) => line.slice(0, lineLimit));
  const atHeads = lines.flatMap((line) => read(atHead.exec(line)));
  const within = lines.flatMap((line) => read(marked.exec(line)));
  const ofReply = Math.floor(reply.code / 100);
  return [...atHeads, ...within].find((code) => code.class === ofReply) ?? atHeads[0];
}

function read(match: RegExpExecArray | null): EnhancedStatusCode[] {
  if (match === null) return [];
  const [, leading, subject, detail] = match;
  const codeClass = leading === '2' ? 2 : leading === '4' ? 4 : 5;
  return [{ class: codeClass, subject: Number(subject), detail: Number(detail) }];
}
