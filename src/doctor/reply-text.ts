import type { SmtpReply } from '../ports/smtp-transport.ts';

/** Replies can be long, and a finding must stay readable. */
const maxLength = 300;

/** Returns a reply on one line, for messages: its code and its text, shortened. */
export function replyText({ code, lines }: SmtpReply): string {
  const text = [code, ...lines].join(' ');
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
