import { ConnectionError } from '../../../src/errors.ts';
import type { SmtpReply } from '../../../src/ports/smtp-transport.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import { type Classification, type Stage, subjectByMeaning } from '../../../src/probe/reply/meanings.ts';
import { ReplyParser, replyLimits } from '../../../src/smtp/reply-parser.ts';
import { labelledReplies, sessionNames } from '../../probe/reply/labelled-replies.ts';
import { bytesOf, type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';

const stages: readonly Stage[] = ['greeting', 'hello', 'starttls', 'mail', 'rcpt', 'reset'];
const providers = [undefined, 'gmail', 'microsoft-365', 'qq', 'mimecast', 'gmx'] as const;

/** What a server sends, in chunks of sizes that the first byte chooses. The second byte chooses the provider. */
export const smtpReplies: FuzzKind = {
  name: 'smtp-replies',
  corpus: labelledReplies.map(({ reply }, index) =>
    withChoices([index & 0xff, index >> 3], bytesOf(`${reply.replaceAll('\n', '\r\n')}\r\n`)),
  ),
  dictionary: [
    ...[
      '\r\n',
      '\n',
      '\r',
      '250 ',
      '550 ',
      '550-',
      '5.1.1 ',
      '4.2.0 ',
      '5.7.1 ',
      '421 ',
      '452 4.2.2 ',
      '<ann@example.org>',
    ],
    ...[
      'user unknown',
      'no such user',
      'greylisted',
      'blocked using',
      'mailbox full',
      sessionNames.sender,
      sessionNames.helo,
    ],
  ],
  maxBytes: 80_000,
  concurrency: 16,
  async start() {
    return { run, [Symbol.asyncDispose]: async () => {} };
  },
};

function run(input: Uint8Array): string {
  const [chunking = 0, provider = 0] = input.subarray(0, 2);
  const bytes = input.subarray(2);
  const whole = parse(bytes, bytes.length);
  const pieces = parse(bytes, 1 + (chunking % 61));
  mustHold(JSON.stringify(whole) === JSON.stringify(pieces), () => 'other chunks give other replies');
  const outcomes = whole.replies
    .slice(0, 8)
    .map((reply) => classifyAtAllStages(reply, providers[provider % providers.length]));
  return `${whole.ending} ${outcomes[0] ?? ''}`;
}

function parse(bytes: Uint8Array, chunkBytes: number): { replies: readonly SmtpReply[]; ending: string } {
  const parser = new ReplyParser();
  for (let from = 0; from < bytes.length; from += Math.max(1, chunkBytes)) {
    parser.push(bytes.slice(from, from + chunkBytes));
  }
  const replies: SmtpReply[] = [];
  try {
    for (let next = parser.next(); next !== undefined; next = parser.next()) replies.push(next);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return { replies, ending: error.code };
  }
  mustHold(replies.length <= replyLimits.unreadReplies, () => 'more replies than the limit are kept');
  return { replies, ending: parser.pending ? 'pending' : 'idle' };
}

function classifyAtAllStages(reply: SmtpReply, provider: string | undefined): string {
  const outcomes = stages.map((stage) => {
    const classification = classifyAt(stage, reply, provider);
    mustHold(Object.hasOwn(subjectByMeaning, classification.meaning), () => 'a meaning that is none');
    if (isInvalid(classification)) {
      mustHold(stage === 'rcpt', () => `invalid: by a reply to another command than RCPT, ${stage}`);
      mustHold(reply.code >= 500 && reply.code <= 599, () => `invalid: by ${reply.code}`);
      assertOutweighed(reply, provider);
    }
    return `${classification.meaning} ${classification.certainty}`;
  });
  return outcomes.join(' ');
}

/** Nobody is called invalid by a reply that also says that we are blocked. */
function assertOutweighed(reply: SmtpReply, provider: string | undefined): void {
  const lines = ['blocked using zen.spamhaus.org', ...reply.lines];
  const blocked = classifyAt('rcpt', { code: reply.code, lines }, provider);
  mustHold(!isInvalid(blocked), () => 'invalid: by a reply that says that we are blocked');
}

function classifyAt(stage: Stage, reply: SmtpReply, provider: string | undefined): Classification {
  const names = { recipient: 'ann@example.org', ...sessionNames };
  return classify(reply, provider === undefined ? { stage, ...names } : { stage, ...names, provider });
}

function isInvalid({ meaning }: Classification): boolean {
  return meaning === 'mailbox-not-found' || meaning === 'mailbox-disabled';
}
