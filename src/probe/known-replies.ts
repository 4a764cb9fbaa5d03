import { boundedMap } from '../bounded-map.ts';
import type { SmtpReply } from '../ports.ts';
import { classify, type ReplyContext } from './classification.ts';
import type { Reading } from './reading.ts';

/** Longer replies are rare, and not worth keeping. */
const longestKept = 1_000;

/**
 * Readings of replies met before. A server says the same of every recipient but for the address that it repeats;
 * with that taken out, the reading is found again without looking for words. For one engine: our HELO name and
 * sender are taken to be always the same.
 */
export class KnownReplies {
  readonly #readings = boundedMap<string, Reading>(2_000);

  classify(reply: SmtpReply, context: ReplyContext): Reading {
    const template = templateOf(reply, context.recipient);
    if (template === undefined) return classify(reply, context);
    const key = `${context.operator ?? ''} ${context.stage} ${reply.code} ${template}`;
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    const reading = classify(reply, context);
    this.#readings.set(key, reading);
    return reading;
  }
}

/** The text without the recipient; undefined where parts of the recipient may stand in it, or mean something. */
function templateOf(reply: SmtpReply, recipient: string | undefined): string | undefined {
  const text = reply.lines.join('\n');
  if (text.length > longestKept) return undefined;
  if (recipient === undefined) return text;
  const template = text.replaceAll(recipient, '\0');
  const folded = template.toLowerCase();
  const at = recipient.lastIndexOf('@');
  const parts = [recipient.slice(0, at), recipient.slice(at + 1)];
  return parts.some((part) => folded.includes(part.toLowerCase())) ? undefined : template;
}
