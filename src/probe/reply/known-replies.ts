import { boundedMap } from '../../bounded-map.ts';
import type { SmtpReply } from '../../ports.ts';
import { classify, type ReplyContext } from './classification.ts';
import type { Classification } from './meanings.ts';

const repliesKept = 2_000;
/** Longer replies are rare, and not worth keeping. */
const longestKept = 1_000;

/** Stands for the recipient's address. No reply that is kept has it of its own: those are ASCII. */
const recipientMark = '\uE000';

/**
 * Classifications of refusals met before. A server says the same of every recipient of a domain but for the address that it
 * repeats; with that taken out, the classification is found again without looking for words. For one engine: our HELO name
 * and sender are taken to be always the same.
 */
export class KnownReplies {
  readonly #classifications = boundedMap<string, Classification>(repliesKept);

  classify(reply: SmtpReply, context: ReplyContext): Classification {
    const key = reply.code < 400 ? undefined : keyOf(reply, context);
    if (key === undefined) return classify(reply, context);
    const known = this.#classifications.get(key);
    if (known !== undefined) return known;
    const classification = classify(reply, context);
    this.#classifications.set(key, classification);
    return classification;
  }
}

/**
 * Undefined where the classification could depend on who the recipient is: where the local part has signs that codes, tags
 * and spellings are made of, or occurs in the reply once more, perhaps encoded.
 */
function keyOf(reply: SmtpReply, context: ReplyContext): string | undefined {
  const { stage, provider = '', recipient = '' } = context;
  const [, localPart, domain] = /^([a-z][a-z._-]*)@([a-z].*)$/.exec(recipient) ?? [];
  const text = reply.lines.join('\n');
  if (localPart === undefined || text.length > longestKept || !/^[\n\r\t -$'-~]*$/.test(text))
    return undefined;
  const rest = text.replaceAll(recipient, recipientMark);
  if (rest.toLowerCase().includes(localPart)) return undefined;
  return `${provider} ${stage} ${reply.code} ${domain} ${rest}`;
}
