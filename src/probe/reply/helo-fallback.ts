import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { classify } from './classification.ts';
import { parseEnhancedCode } from './enhanced-status-code.ts';

/** The server does not know EHLO (RFC 5321 §4.1.1.1, §4.2.4), or not as it was sent. */
const unknownCommand: readonly number[] = [500, 501, 502, 504];

/**
 * Returns whether HELO may follow a refused EHLO: the server does not know the command, or answers 550 without saying
 * anything else. Servers that block clients at EHLO (Exim's ACLs, some appliances) say so beside the 550: they would
 * only repeat it. `helo`: our name in EHLO.
 */
export function allowsHelo(reply: SmtpReply, helo: string): boolean {
  if (unknownCommand.includes(reply.code)) return true;
  if (reply.code !== 550) return false;
  const { meaning, wordless } = classify(reply, { stage: 'hello', helo });
  return wordless === true || meaning === 'unexpected' || parseEnhancedCode(reply)?.subject === 5;
}
