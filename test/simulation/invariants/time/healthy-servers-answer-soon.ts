import type { Invariant } from '../invariant.ts';
import { isSound } from '../results/sound-exchange.ts';

/** For a single request to a sound, fast server: greeting, a session in front of it, its own recipient and the probe. */
const soonMs = 15_000;
const aftermathMs = 900_000;

/** Single requests do not wait behind jobs: not for a connection, not for a session, not for a server that hangs. */
export const healthyServersAnswerSoon: Invariant = {
  name: 'healthy servers answer soon',
  promise:
    'A single request about a domain with a sound server is answered within seconds, however many lists are worked on.',
  watch({ story, world, faults, fail }) {
    story.on('single-answered', ({ request, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'verdict' || tookMs <= soonMs) return;
      const exchanges = world.exchangesOf(email);
      if (exchanges.length === 0 || !exchanges.every(isSound)) return;
      if (faults.during(at - tookMs - aftermathMs, at).length > 0) return;
      fail(`request ${request} for ${email} took ${tookMs} ms although nothing is wrong with its servers`, [
        `request ${request} `,
        email,
      ]);
    });
    return {};
  },
};
