import type { SmtpReply } from '../../ports/smtp-transport.ts';

/** An enhanced mail system status code, `class.subject.detail` (RFC 3463 §2). */
export interface EnhancedStatusCode {
  readonly class: 2 | 4 | 5;
  readonly subject: number;
  readonly detail: number;
}

const lineLimit = 1_000;

const digits = String.raw`([245])\.(\d{1,3})\.(\d{1,3})`;
/** At the head of a line (RFC 2034 §3), plain or decorated: `5.1.1 …`, `#5.1.0 …`, `(5.1.1) …`. */
const atHead = new RegExp(String.raw`^\s*[#([]{0,2}${digits}(?=$|[\s:;,)\]-])`);
/** Marked within a line, as qmail and servers derived from it write it: `… (#5.1.1)`. */
const marked = new RegExp(String.raw`(?:[([]#?|#)${digits}(?=$|[\s:;,.)\]])(?!\.\d)`);

/**
 * Returns the enhanced status code of a reply (RFC 2034), found at the head of a line or marked by `#` or brackets. If
 * there are several, the first whose class agrees with the reply code counts, as RFC 2034 §4 requires. If none agrees,
 * only a code at the head of a line counts: elsewhere it may be a quotation.
 */
export function parseEnhancedCode(reply: SmtpReply): EnhancedStatusCode | undefined {
  const replyClass = Math.floor(reply.code / 100);
  let firstAtHead: EnhancedStatusCode | undefined;
  for (const line of reply.lines) {
    const code = read(atHead.exec(line.slice(0, lineLimit)));
    if (code?.class === replyClass) return code;
    firstAtHead ??= code;
  }
  for (const line of reply.lines) {
    const code = read(marked.exec(line.slice(0, lineLimit)));
    if (code?.class === replyClass) return code;
  }
  return firstAtHead;
}

function read(match: RegExpExecArray | null): EnhancedStatusCode | undefined {
  if (match === null) return undefined;
  const [, leading, subject, detail] = match;
  const codeClass = leading === '2' ? 2 : leading === '4' ? 4 : 5;
  return { class: codeClass, subject: Number(subject), detail: Number(detail) };
}
