import type { Invariant } from './invariant.ts';

/** What the servers say of our manners. */
export const smtpOrder: Invariant = {
  name: 'SMTP order',
  promise:
    'Every command follows the order of RFC 5321 and the rules of pipelining; DATA and VRFY are never said.',
  watch({ story, fail }) {
    story.on('rule-broken', ({ connection, rule, line }) => {
      fail(`our side ${rule}: ${line}`, [`connection ${connection.number} `]);
    });
    return {};
  },
};
