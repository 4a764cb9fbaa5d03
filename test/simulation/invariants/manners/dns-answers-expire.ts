import { isChosen } from '../../network/simulated-dns.ts';
import { isWithoutMail } from '../../world/world.ts';
import { watchFirstQuestions } from '../first-questions.ts';
import type { Invariant } from '../invariant.ts';
import { onVerdicts } from '../results/verdicts.ts';

/** From a question to DNS to the question to the mail server. */
const longestAttemptMs = 200_000;

/** What DNS says changes in the course of a day. */
export const dnsAnswersExpire: Invariant = {
  name: 'DNS answers expire',
  promise:
    'What DNS says of a domain is used for its TTL at most: then mail servers that it no longer names are not asked, and a domain that takes mail by now is not called one that takes none.',
  watch({ story, world, faults, fail }) {
    story.on('recipient-answered', ({ connection: { number, host, process }, address }, at) => {
      const from = at - longestAttemptMs - world.ttlMsOf(address);
      const routes = world.routesOf(address, from, at);
      if (routes.some((route) => world.preferredTo(host, route) !== undefined)) return;
      if (faults.during(from, at).some((fault) => fault.kind === 'paused' && fault.process === process))
        return;
      fail(`${process} asks ${host} about ${address}, and DNS does not name it, and has not for its TTL`, [
        `connection ${number} `,
        address,
      ]);
    });
    const workedOutSince = watchFirstQuestions(story);
    onVerdicts(story, ({ email, level, substatus, since, process }, at) => {
      if (substatus !== 'no_mx_records' || level !== 'smtp') return;
      const from = workedOutSince(email, since) - world.ttlMsOf(email);
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      const isLie = faults
        .during(from, at)
        .some((fault) => fault.kind === 'resolvers-lie' && isChosen(domain, fault.id, fault.share));
      const routes = world.routesOf(email, from, at);
      if (isLie || routes.length === 0 || routes.some(isWithoutMail)) return;
      fail(`${process} says that nothing takes mail for ${email}, and DNS has named a server for its TTL`, [
        email,
        domain,
      ]);
    });
  },
};
