import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { Meaning } from '../../../src/probe/reply/meanings.ts';
import { sessionNames } from './labelled-replies.ts';

/** A refusal that others collected, and what their label says. See `collected/NOTICE.md`. */
interface CollectedReply {
  readonly id: string;
  readonly reply: string;
  readonly truth: 'missing' | 'disabled' | 'full' | 'domain' | 'other' | 'ambiguous';
  readonly recipient?: string;
}

/** Labels that are shown to be wrong, and why. */
const corrections: Readonly<Record<string, readonly [truth: CollectedReply['truth'], reason: string]>> =
  JSON.parse(readFileSync(new URL('collected/corrections.json', import.meta.url), 'utf8'));

const replies = readFileSync(new URL('collected/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): CollectedReply => JSON.parse(line))
  .map((row) => ({ ...row, truth: corrections[row.id]?.[0] ?? row.truth }));

function meaningOf({ reply, recipient }: CollectedReply): Meaning {
  const [, code = '550', text = reply] = /^(\d{3})[ -]?(.*)$/s.exec(reply) ?? [];
  const known = {
    stage: 'rcpt',
    ...sessionNames,
    ...(recipient === undefined ? {} : { recipient }),
  } as const;
  return classify({ code: Number(code), lines: text.split('\n') }, known).meaning;
}

function shareOf(truth: CollectedReply['truth'], meanings: readonly Meaning[]): number {
  const rows = replies.filter((row) => row.truth === truth);
  return rows.filter((row) => meanings.includes(meaningOf(row))).length / rows.length;
}

const invalid: readonly Meaning[] = ['mailbox-not-found', 'mailbox-disabled'];

describe('of the replies that others collected', () => {
  it('none calls a mailbox missing, disabled or full that is about something else', () => {
    const others = replies.filter(({ truth }) => truth === 'other' || truth === 'domain');
    const wrong = others.filter((row) => [...invalid, 'mailbox-full'].includes(meaningOf(row)));
    expect(others).toHaveLength(178);
    expect(wrong).toEqual([]);
  });

  it('at least 95 % of those about a missing, a disabled or a full mailbox are found', () => {
    expect(shareOf('missing', invalid)).toBeGreaterThanOrEqual(0.95);
    expect(shareOf('disabled', invalid)).toBeGreaterThanOrEqual(0.95);
    expect(shareOf('full', ['mailbox-full'])).toBeGreaterThanOrEqual(0.95);
  });
});
