import { boundedMap } from '../../bounded-map.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { classify, type ReplyContext } from './classification.ts';
import type { Classification } from './meanings.ts';

const maxEntries = 2_000;
/** Longer replies are rare and not cached. */
const maxTextLength = 1_000;

/** Replaces the recipient's address in keys. It cannot occur in a cached reply, because those are ASCII. */
const addressMark = '\uE000';

/**
 * Caches the classification of refusals. A server's refusals of different recipients of a domain differ only in the
 * address that they repeat, so the reply without that address is the key. Our HELO name and sender are not part of the
 * key: an instance serves one engine, where they never change.
 */
export class CachingClassifier {
  readonly #classifications = boundedMap<string, Classification>(maxEntries);

  classify(reply: SmtpReply, context: ReplyContext): Classification {
    const key = reply.code < 400 ? undefined : keyOf(reply, context);
    if (key === undefined) return classify(reply, context);
    const cached = this.#classifications.get(key);
    if (cached !== undefined) return cached;
    const classification = classify(reply, context);
    this.#classifications.set(key, classification);
    return classification;
  }
}

/**
 * Returns undefined if the classification could depend on the local part: if it contains characters of codes, tags or
 * encodings, or occurs in the reply outside the address.
 */
function keyOf(reply: SmtpReply, context: ReplyContext): string | undefined {
  const { stage, provider = '', recipient = '' } = context;
  const [, localPart, domain] = /^([a-z][a-z._-]*)@([a-z].*)$/.exec(recipient) ?? [];
  const text = reply.lines.join('\n');
  if (localPart === undefined || text.length > maxTextLength || !/^[\n\r\t -$'-~]*$/.test(text))
    return undefined;
  const rest = text.replaceAll(recipient, addressMark);
  if (rest.toLowerCase().includes(localPart)) return undefined;
  return `${provider} ${stage} ${reply.code} ${domain} ${rest}`;
}
