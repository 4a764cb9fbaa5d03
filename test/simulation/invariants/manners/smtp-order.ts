import type { Invariant } from '../invariant.ts';

/** What the servers say of our manners. */
export const smtpOrder: Invariant = {
  name: 'SMTP order',
  promise:
    'Every command follows the order of RFC 5321 and the rules of pipelining; DATA and VRFY are never said.',
  watch({ story, fail }) {
    /**
     * Connections with a copy of a reply that came later than the reply itself: it looks like the reply to the next
     * command. A copy that comes with it can be seen before the next command is sent.
     */
    const copiedLater = new Set<number>();
    story.on('replies', ({ connection, trouble, isSplit }) => {
      if (/comes again/.test(trouble) || (/comes twice/.test(trouble) && isSplit))
        copiedLater.add(connection.number);
    });
    story.on('rule-broken', ({ connection, rule, line }) => {
      if (rule.startsWith('does not wait') && copiedLater.has(connection.number)) return;
      fail(`our side ${rule}: ${line}`, [`connection ${connection.number} `]);
    });
    return {};
  },
};
