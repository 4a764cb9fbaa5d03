import type { Story } from '../story/story.ts';
import { addressKey } from '../world/address-keys.ts';

/** Work of one process, from one time to another. */
interface TimedWork {
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

/** What the answer to a request comes from. */
interface VerdictWork {
  /** Of the process that was asked. */
  readonly answer: TimedWork;
  /** Of the process that has found the verdict: perhaps another one, and long ago. */
  readonly source: TimedWork;
  /** Of the processes that led the flights which the request has joined, one after another. */
  readonly flights: readonly TimedWork[];
  /** Of the processes that have found what was replaced a short while ago: other processes may have it in mind. */
  readonly replaced: readonly TimedWork[];
}

/** Who waits for a flight hears of its end, over a slow link, at most this long afterwards. */
const newsMs = 10_000;
/** So long does a process keep in mind what was in the cache. */
const inMindMs = 60_000;
/** Longer than a request may take. */
const longestWorkMs = 120_000;

/** Watches who finds verdicts. Returns a function that tells which work the answer to a request comes from. */
export function watchSources(story: Story): (request: TimedWork & { readonly email: string }) => VerdictWork {
  const found = new Map<
    string,
    { readonly process: string; readonly at: number; readonly expiresAt: number }
  >();
  const replaced = new Map<
    string,
    { readonly process: string; readonly at: number; readonly replacedAt: number }[]
  >();
  const leaders = new Map<string, string>();
  const lastLeaders = new Map<string, { readonly leader: string; readonly endedAt: number }>();
  /** Whose flights each process has followed, by process and key. */
  const followed = new Map<string, { readonly leader: string; readonly at: number }[]>();
  story.onCall(['cache.set', 'flights.join', 'flight.release'], ({ method, args, process, outcome }, at) => {
    const key = args[0] as string;
    if (method === 'cache.set') {
      const { expiresAt } = args[1] as { expiresAt: number };
      const before = found.get(key);
      // What was found stays, with a note of whose egresses have asked since.
      if (before?.expiresAt === expiresAt) return;
      const others = (replaced.get(key) ?? []).filter(({ replacedAt }) => at - replacedAt <= inMindMs);
      if (before !== undefined) replaced.set(key, [...others, { ...before, replacedAt: at }]);
      found.set(key, { process, at, expiresAt });
    }
    if (method === 'flight.release' && leaders.get(key) === process) {
      leaders.delete(key);
      lastLeaders.set(key, { leader: process, endedAt: at });
    }
    if (method !== 'flights.join' || !('value' in outcome)) return;
    const last = lastLeaders.get(key);
    const leader = last !== undefined && at - last.endedAt <= newsMs ? last.leader : leaders.get(key);
    leaders.set(key, process);
    if (leader !== undefined && leader !== process) {
      const name = `${process} ${key}`;
      followed.set(name, [...(followed.get(name) ?? []), { leader, at }]);
    }
  });
  return ({ email, process, from, until }) => {
    const key = `verification:${addressKey(email)}`;
    const source = found.get(key) ?? { process, at: until };
    const joined = (followed.get(`${process} ${key}`) ?? []).filter(({ at }) => at >= from);
    // A flight that it still waited for when its time was up.
    const leader = leaders.get(key);
    if (leader !== undefined && leader !== process) joined.push({ leader, at: until });
    return {
      answer: { process, from, until },
      source: { process: source.process, from: Math.min(from, source.at - longestWorkMs), until },
      flights: joined.map(({ leader }) => ({ process: leader, from, until })),
      replaced: (replaced.get(key) ?? [])
        .filter(({ replacedAt }) => from - replacedAt <= inMindMs)
        .map((work) => ({ process: work.process, from: Math.min(from, work.at - longestWorkMs), until })),
    };
  };
}
