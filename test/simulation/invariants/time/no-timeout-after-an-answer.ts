import type { JobItem, NewJob } from '../../../../src/ports/index.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { World } from '../../world/world.ts';
import { onAnsweredSingles } from '../answers.ts';
import type { Invariant } from '../invariant.ts';
import { watchOwnWork } from '../own-work.ts';
import { isSound } from '../results/sound-exchange.ts';

/** What has been answered on one connection, and is not certain before the reply to the next RSET. */
interface OpenTransaction {
  answered: string[];
  /** The last group of commands ended with RSET. */
  ends: boolean;
  /** A reply to the group was late, lost, or worse. */
  isTroubled: boolean;
}

interface KnownAnswer {
  readonly connection: number;
  readonly at: number;
}

/** From the last byte of an answer to the verdict. */
const graceMs = 500;
/** An attempt of a job that has ended may still be under way. */
const attemptMs = 200_000;

/** Single requests whose own connection has brought an answer: whatever is still asked, it is not lost. */
export const noTimeoutAfterAnAnswer: Invariant = {
  name: 'no timeout after an answer',
  promise:
    'If a mail server has answered about an address half a second before your timeout or earlier, the verdict is not timeout.',
  watch({ story, world, faults, fail }) {
    const open = new Map<number, OpenTransaction>();
    /** When an answer about an address has arrived at a process. */
    const known = new Map<string, KnownAnswer>();
    story.on('commands', ({ connection: { number }, lines }) => {
      const transaction = open.get(number) ?? { answered: [], ends: false, isTroubled: false };
      open.set(number, transaction);
      if (transaction.ends) {
        transaction.answered = [];
        transaction.isTroubled = false;
      }
      transaction.ends = lines.includes('RSET');
    });
    story.on('recipient-answered', ({ connection: { number, host }, address, code }, at) => {
      // What a server says of an egress that it blocks, another egress is asked about.
      const isBlocked = faults
        .during(at, at)
        .some((fault) => fault.kind === 'exchange-blocks' && fault.host === host);
      if (isBlocked && code !== 250) return;
      // What asks us to slow down is no answer yet.
      if (world.hasOwnPolicy(address)) return;
      if (isAnswer({ host, address, code }, world)) open.get(number)?.answered.push(addressKey(address));
    });
    story.on('replies', ({ connection: { number, process }, trouble, arrivesAt }) => {
      const transaction = open.get(number);
      if (transaction === undefined) return;
      // A group of commands is read as a whole: what came of it before the trouble does not count either.
      if (trouble !== '') {
        for (const key of transaction.answered) known.delete(`${process} ${key}`);
        transaction.isTroubled = true;
      } else if (transaction.ends && !transaction.isTroubled)
        for (const key of transaction.answered)
          known.set(`${process} ${key}`, { connection: number, at: arrivesAt });
    });
    story.on('connection-closed', ({ connection: { number } }, at) => {
      open.delete(number);
      for (const [key, { connection, at: arrivedAt }] of known)
        if (connection === number && arrivedAt > at - graceMs) known.delete(key);
    });
    /** Jobs ask about their addresses on their own, and share the connections. */
    const jobsOf = new Map<string, string[]>();
    const endedAt = new Map<string, number>();
    story.onCall(['jobs.create', 'jobs.record', 'jobs.fail'], ({ method, args, outcome }, at) => {
      if (method === 'jobs.create') {
        const [{ id }, items] = args as readonly [NewJob, readonly JobItem[]];
        for (const item of items) {
          const key = 'email' in item ? addressKey(item.email) : `@${item.domain}`;
          jobsOf.set(key, [...(jobsOf.get(key) ?? []), id]);
        }
      } else if ('value' in outcome) {
        const { job } = outcome.value as { job: { completedAt: number | null; failedAt: number | null } };
        const id = args[0] as string;
        if ((job.completedAt !== null || job.failedAt !== null) && !endedAt.has(id)) endedAt.set(id, at);
      }
    });
    const ownWork = watchOwnWork(story);
    onAnsweredSingles(story, ({ request, process, email, outcome, tookMs, timeoutMs }, at) => {
      if (outcome.kind !== 'verdict' || outcome.substatus !== 'timeout') return;
      const key = addressKey(email);
      const askedAt = at - tookMs;
      const answer = known.get(`${process} ${key}`);
      const own = ownWork({ process, email, from: askedAt });
      // Otherwise it is what another request with another timeout has found.
      if (own?.substatus !== 'timeout' || own.since !== askedAt) return;
      if (answer === undefined || !world.isHonest(email)) return;
      if (answer.at <= own.startedAt || answer.at > askedAt + timeoutMs - graceMs) return;
      const jobs = [key, key.slice(key.lastIndexOf('@'))].flatMap((about) => jobsOf.get(about) ?? []);
      const isInJob = jobs.some((id) => (endedAt.get(id) ?? at) + attemptMs > askedAt);
      const stoodStill = faults.during(askedAt, at).some(({ kind }) => kind === 'paused');
      if (isInJob || stoodStill) return;
      const arrived =
        answer.at <= at
          ? `had answered ${at - answer.at} ms before`
          : `answered ${answer.at - at} ms later, ${askedAt + timeoutMs - answer.at} ms before its time was up`;
      fail(`request ${request} for ${email} timed out after ${tookMs} ms, but its server ${arrived}`, [
        `request ${request} `,
        email,
      ]);
    });
  },
};

/**
 * True for a reply that says something of the recipient, whatever it says. A refusal by a server that is impatient, or not
 * responsible, is checked in another session or at another server, and a recipient too many is asked about again.
 */
function isAnswer(
  { host, address, code }: { readonly host: string; readonly address: string; readonly code: number },
  world: World,
): boolean {
  if (code === 250) return true;
  const exchange = world.exchanges.get(host);
  if (code === 452 || exchange === undefined) return false;
  return isSound(exchange) && !exchange.isRetired && world.exchangesOf(address).includes(exchange);
}
