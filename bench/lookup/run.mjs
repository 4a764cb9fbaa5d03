import { Child } from '../child.mjs';
import { peopleWorld } from './people.mjs';

/** Latencies of nearby servers: greeting, reply, DNS answer. */
const latency = { greetingDelayMs: 50, replyDelayMs: 20, dnsReplyDelayMs: 20 };

/** Has a contender look up the people of a world, in separate processes, and counts the outcomes. */
export async function run(contender, options) {
  const { world, people } = peopleWorld(options);
  const { emails, ...traffic } = await lookUp(contender, world, people);
  return { ...judge(people, emails), ...traffic };
}

/** Has a contender look up people, and returns what it found, in order, how long it took, and what was asked. */
export async function lookUp(contender, world, people) {
  const sandbox = new Child(new URL('../given-world-process.mjs', import.meta.url));
  const searcher = new Child(new URL('./contender-process.mjs', import.meta.url), [contender]);
  try {
    const { network } = await sandbox.ask({ kind: 'start', world, latency });
    const { emails, durationMs } = await searcher.ask({ network, rows: people.map(({ row }) => row) });
    const { connections, recipients } = await sandbox.ask({ kind: 'traffic' });
    return { emails, durationMs, connections, recipients };
  } finally {
    await searcher.end();
    await sandbox.end();
  }
}

/** At a catch-all, nobody can be found. */
function judge(people, emails) {
  const judged = people.map((person, index) => ({ ...person, given: emails[index] }));
  const findable = judged.filter(({ email, catchAll }) => email !== null && !catchAll);
  const falseFinds = judged.filter(({ email, given }) => given !== null && given !== email);
  return {
    findable: findable.length,
    found: findable.filter(({ email, given }) => given === email).length,
    wrong: falseFinds.map(({ row, email, given }) => ({
      truth: { ...row, email },
      answer: given ?? 'nothing',
    })),
  };
}
