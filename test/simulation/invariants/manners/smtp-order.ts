import type { Invariant } from '../invariant.ts';

/** What the servers say of our manners. */
export const smtpOrder: Invariant = {
  name: 'SMTP order',
  promise:
    'Every command follows the order of RFC 5321 and the rules of pipelining; DATA and VRFY are never said.',
  watch({ story, fail }) {
    /** Connections with a reply that came twice: the second one looks like the reply to the next command. */
    const doubled = new Set<number>();
    story.on('replies', ({ connection, trouble }) => {
      if (/comes (twice|again)/.test(trouble)) doubled.add(connection.number);
    });
    story.on('rule-broken', ({ connection, rule, line }) => {
      if (rule.startsWith('does not wait') && doubled.has(connection.number)) return;
      fail(`our side ${rule}: ${line}`, [`connection ${connection.number} `]);
    });
    return {};
  },
};
