import type { ConnectionView } from '../story/happening.ts';
import type { Story } from '../story/story.ts';

/** As the service document states: so many providers in a row raise the doubt whether we can reach any. */
export const providersBeforeDoubt = 3;

/**
 * Counts the attempts of an egress of a process to speak with a mail server that ended without a greeting, since one has
 * last greeted it. Returns what tells how many they are now. Attempts rather than providers: a host that serves many
 * domains has many names, and nobody outside can know that they are one.
 */
export function countSilentAttempts(story: Story): (process: string, egress: string) => number {
  const silent = new Map<string, number>();
  const ungreeted = new Set<number>();
  const add = ({ process, egress }: Pick<ConnectionView, 'process' | 'egress'>) => {
    const key = `${process} ${egress}`;
    silent.set(key, (silent.get(key) ?? 0) + 1);
  };
  const end = (connection: ConnectionView) => {
    if (ungreeted.delete(connection.number)) add(connection);
  };
  story.on('process-started', ({ process }) => {
    for (const key of silent.keys()) if (key.startsWith(`${process} `)) silent.delete(key);
  });
  story.on('connect-failed', add);
  story.on('connection-opened', ({ connection: { number } }) => {
    ungreeted.add(number);
  });
  // We speak once the greeting has come.
  story.on('commands', ({ connection: { number, process, egress } }) => {
    if (ungreeted.delete(number)) silent.delete(`${process} ${egress}`);
  });
  story.on('hung-up', ({ connection }) => end(connection));
  story.on('connection-closed', ({ connection }) => end(connection));
  return (process, egress) => silent.get(`${process} ${egress}`) ?? 0;
}
