import { InvalidArgument } from '../../../src/errors.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import { parseEnhancedCode } from '../../../src/probe/reply/enhanced-status-code.ts';
import { type Stage, subjectByMeaning } from '../../../src/probe/reply/meanings.ts';
import { unknownContext } from '../../../src/verdict/evidence.ts';
import { judge } from '../../../src/verdict/judgement.ts';

export const stages = [
  'greeting',
  'hello',
  'starttls',
  'mail',
  'rcpt',
  'reset',
] as const satisfies readonly Stage[];

/** Says what a reply means, whom it is about, and why. Throws InvalidArgument (`reply`) for what is no reply. */
export function explainReply(given: { reply: string; stage: Stage; recipient?: string | undefined }) {
  const { stage, recipient } = given;
  const reply = parseReply(given.reply);
  const classification = classify(reply, { stage, ...(recipient !== undefined && { recipient }) });
  const { meaning, certainty, reach, wordless = false } = classification;
  const enhanced = parseEnhancedCode(reply);
  const code = enhanced === undefined ? null : `${enhanced.class}.${enhanced.subject}.${enhanced.detail}`;
  const { status, substatus, explanation } = judge(
    { kind: 'answer', answer: { kind: 'reply', stage, reply, classification } },
    unknownContext,
  );
  const reasons = [
    `${reply.code} is ${natureOf(reply.code)}.`,
    ...(code === null ? [] : [`The enhanced status code is ${code} (RFC 3463).`]),
    certainty === 'explicit'
      ? 'The codes or the words of the reply state this meaning.'
      : 'Neither the enhanced status code nor the words state a meaning: it follows from the reply code alone.',
    ...(wordless ? ['The reply has no words that say anything.'] : []),
    ...(reach === undefined ? [] : [`The cause reaches no further than this ${reach}.`]),
    ...(stage === 'rcpt' ? [] : ['The server does not know the recipient yet at this stage.']),
  ];
  return {
    ...{ meaning, certainty, enhanced_code: code, about: subjectByMeaning[meaning], reasons },
    verdict: { status, substatus, explanation },
  };
}

function parseReply(text: string): { readonly code: number; readonly lines: readonly string[] } {
  const parsed = text
    .trim()
    .split(/\r?\n/)
    .map((line) => /^(\d{3})(?:[ -](.*))?$/.exec(line.trim()));
  const [first] = parsed;
  const lines = parsed.flatMap((line) => (line === null || line[1] !== first?.[1] ? [] : [line[2] ?? '']));
  if (first != null && lines.length === parsed.length) return { code: Number(first[1]), lines };
  throw new InvalidArgument(
    'reply',
    'Give the reply as the server sent it: each line begins with the same code, as in "550 5.1.1 User unknown".',
  );
}

function natureOf(code: number): string {
  if (code >= 500) return 'a permanent refusal';
  if (code >= 400) return 'a temporary refusal';
  return code >= 200 && code < 300 ? 'an acceptance' : 'no final reply';
}
