import { readFileSync } from 'node:fs';
import type { SmtpReply } from '../../../src/ports/smtp-transport.ts';
import type { Classification, Meaning, Stage, Subject } from '../../../src/probe/reply/meanings.ts';

/** A reply as a server sends it, and how a person who knows the server classifies it. */
export interface LabelledReply {
  /** As on the wire, CRLF written as \n. */
  readonly reply: string;
  readonly stage: Stage;
  readonly recipient: string;
  readonly provider?: string;
  readonly meaning: Meaning;
  readonly certainty?: Classification['certainty'];
  readonly reach?: Classification['reach'];
  readonly wordless?: boolean;
  /** Who or what the reply is about. `temporary`: a passing condition (greylisting, verification, a busy mailbox). */
  readonly subject: Subject | 'temporary';
  readonly note?: string;
}

/** Our names in all of them. */
export const sessionNames = {
  sender: 'probe@verify.example.net',
  helo: 'mx1.verify.example.net',
} as const;

/** The note of replies whose code alone has the meaning. */
export const codeAlone = 'the code alone';

/** Parses the wire form into the reply that a transport returns. */
export function parseReply(wire: string): SmtpReply {
  const lines = wire.split('\n');
  return { code: Number(lines[0]?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
}

/**
 * Rows of labelled-replies.txt say what is not usual: another stage than RCPT, another recipient than Ann. A reach of `null`
 * says that there is none.
 */
const usual = { stage: 'rcpt', recipient: 'ann@example.org' } as const;

export const labelledReplies: readonly LabelledReply[] = readFileSync(
  new URL('labelled-replies.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => {
    const row = JSON.parse(line);
    return { ...usual, ...row, ...(row.reach === null ? { reach: undefined } : {}) };
  });
