import { Child } from '../child.mjs';
import { peopleWorld } from './people.mjs';

/** Servers not far away: what one waits for a greeting, a reply, an answer of DNS. */
const latency = { greetingDelayMs: 50, replyDelayMs: 20, dnsReplyDelayMs: 20 };

/** Lets a contender look up the people of a world, in processes of their own, and counts what came of it. */
export async function run(contender, options) {
  const { world, people } = peopleWorld(options);
  const sandbox = new Child(new URL('./sandbox-process.mjs', import.meta.url));
  const searcher = new Child(new URL('./contender-process.mjs', import.meta.url), [contender]);
  try {
    const { network } = await sandbox.ask({ kind: 'start', world, latency });
    const { emails, durationMs } = await searcher.ask({ network, rows: people.map(({ row }) => row) });
    const { connections, recipients } = await sandbox.ask({ kind: 'stop' });
    return { ...judge(people, emails), durationMs, connections, recipients };
  } finally {
    await searcher.end();
    await sandbox.end();
  }
}

/** Nobody can be found, or told from others, where everybody is accepted. */
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
