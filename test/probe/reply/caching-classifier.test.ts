import { describe, expect, it } from 'vitest';
import { CachingClassifier } from '../../../src/probe/reply/caching-classifier.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import { labelledReplies, parseReply, sessionNames } from './labelled-replies.ts';

/** Local parts that look like words, tags, codes and encodings in replies. */
const localParts = [
  'ann',
  'bob.smith',
  'user',
  'mailbox',
  'unknown',
  'unknown+x',
  'blocked+news',
  'spam+1',
  'reply',
  'said',
  'blocked',
  'abuse',
  'host',
  'full',
  'a',
  'no',
  'such',
  '550',
  '5.1.1',
  'greylisted',
  'quota=full',
  'Émile',
  'emile',
  '%61nn',
];
const domains = ['example.org', '550.example.com', 'unknown.example.net', 'blocked.example.com'];

function echoed(template: string, named: string, address: string): readonly string[] {
  const replaced = template.replaceAll(named, address);
  return [
    replaced,
    template.replace(/^(\d{3}[ -](?:\S+ )?)/, `$1<${address}>: `),
    `${replaced} (${address})`,
    `${replaced} ${address.replace('@', '%40')}`,
  ];
}

describe('a cached reply', () => {
  it('is classified like a new one, for any recipients in any order', () => {
    const differing: unknown[] = [];
    let compared = 0;
    for (const [index, labelled] of labelledReplies.entries()) {
      const domain = domains[index % domains.length]!;
      const { stage, provider } = labelled;
      const ordered = index % 2 === 0 ? localParts : [...localParts].reverse();
      const known = new CachingClassifier();
      for (const localPart of [...ordered, ...ordered]) {
        const recipient = `${localPart}@${domain}`;
        for (const wire of echoed(labelled.reply, labelled.recipient, recipient)) {
          const context = {
            stage,
            recipient,
            ...sessionNames,
            ...(provider === undefined ? {} : { provider }),
          };
          const reply = parseReply(wire);
          const [fresh, cached] = [classify(reply, context), known.classify(reply, context)];
          compared += 1;
          if (JSON.stringify(fresh) !== JSON.stringify(cached)) {
            differing.push({ wire, recipient, fresh, cached });
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(100_000);
  });

  it('is not taken for a quoted refusal if the address contains a number that looks like a code', () => {
    const recipient = 'reply@550.example.com';
    const reply = parseReply(`450 4.2.0 <${recipient}>: Recipient address rejected: Greylisted`);
    expect(classify(reply, { stage: 'rcpt', recipient }).meaning).toBe('greylisted');
  });
});
