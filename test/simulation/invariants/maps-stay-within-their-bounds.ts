import type { JobRecord, NewJob } from '../../../src/ports/index.ts';
import { statedBounds, type WorkUnderWay } from '../maps/stated-bounds.ts';
import type { ProcessMaps } from '../maps/watched-maps.ts';
import type { Story } from '../story/story.ts';
import { onAnswers, onRequests } from './answers.ts';
import type { Invariant } from './invariant.ts';

/** Work that has ended for its caller, or by a fault, is soon over in its process, too. */
const aftermathMs = 900_000;
/** Of a job that has ended, a process may still have a batch to retry, and finds that there is nothing to do. */
const jobAftermathMs = 3_600_000;
/** Jobs belong to all processes. */
const everywhere = '';

/** Maps and sets in fields of the classes of `src`: `maps/stated-bounds.ts` has the bound of each. */
export const mapsStayWithinTheirBounds: Invariant = {
  name: 'maps stay within their bounds',
  promise:
    'No process remembers more than is stated, or than its work under way takes; without work, nothing of it is left.',
  watch({ time, story, maps, faults, fail }) {
    const workOf = watchWork(story);
    maps.onGrowth = ({ place, size }, { process }) => {
      const bound = statedBounds.get(place);
      if (bound === undefined) return fail(`${place} has no stated bound`);
      const most = bound.most(workOf(process, time.now));
      if (size > most) fail(`${place} of ${process} has ${size} entries, and ${most} at most`, [process]);
    };
    const checkBounded = ({ process, bounded }: ProcessMaps) => {
      for (const { map, most } of bounded)
        if (map.calculatedSize > most)
          fail(`a bounded map of ${process} has a size of ${map.calculatedSize}, and ${most} at most`, [
            process,
          ]);
    };
    const checkIdle = ({ process, filled }: ProcessMaps) => {
      for (const { place, size } of filled)
        if (statedBounds.get(place)?.holdsWork !== false)
          fail(`${place} of ${process} still has ${size} entries, although it has nothing to do`, [process]);
    };
    return {
      regularly() {
        const isStormy = faults.during(time.now - aftermathMs, time.now).length > 0;
        for (const processMaps of maps.processes) {
          checkBounded(processMaps);
          const { requests, jobs } = workOf(processMaps.process, time.now);
          if (!isStormy && requests + jobs === 0) checkIdle(processMaps);
        }
      },
      afterCalm: () => maps.processes.forEach(checkIdle),
      atEnd: () => maps.processes.forEach(checkIdle),
    };
  },
};

/** Watches what is under way, or was until a while ago. */
function watchWork(story: Story): (process: string, now: number) => WorkUnderWay {
  const requests = new LastingCounts(aftermathMs);
  const connections = new LastingCounts(aftermathMs);
  const jobs = new LastingCounts(jobAftermathMs);
  const items = new LastingCounts(jobAftermathMs);
  const unfinished = new Map<string, number>();
  onRequests(story, ({ process }) => requests.add(process));
  onAnswers(story, ({ process }, at) => requests.remove(process, at));
  story.on('check-asked', ({ process }) => requests.add(process));
  story.on('check-answered', ({ process }, at) => requests.remove(process, at));
  story.on('forget-asked', ({ process }) => requests.add(process));
  story.on('forget-answered', ({ process }, at) => requests.remove(process, at));
  story.on('connection-opened', ({ connection: { process } }) => connections.add(process));
  story.on('connection-closed', ({ connection: { process } }, at) => connections.remove(process, at));
  story.onCall(['jobs.create', 'jobs.record', 'jobs.fail'], ({ method, args, outcome }, at) => {
    if (!('value' in outcome)) return;
    if (method === 'jobs.create') {
      const [{ id }, { length }] = args as readonly [NewJob, readonly unknown[]];
      if (!(outcome.value as { created: boolean }).created) return;
      unfinished.set(id, length);
      jobs.add(everywhere);
      items.add(everywhere, length);
    } else {
      const { job } = outcome.value as { job: JobRecord };
      const length = unfinished.get(job.id);
      if (length === undefined || (job.completedAt === null && job.failedAt === null)) return;
      unfinished.delete(job.id);
      jobs.remove(everywhere, at);
      items.remove(everywhere, at, length);
    }
  });
  const counts = { requests, connections, jobs, items };
  return (process, now) => new CountedWork(counts, process, now);
}

/** Counts when it is asked: most bounds need one or two of the counts only. */
class CountedWork implements WorkUnderWay {
  readonly #counts: Readonly<Record<keyof WorkUnderWay, LastingCounts>>;
  readonly #process: string;
  readonly #now: number;

  constructor(counts: Readonly<Record<keyof WorkUnderWay, LastingCounts>>, process: string, now: number) {
    this.#counts = counts;
    this.#process = process;
    this.#now = now;
  }

  get requests(): number {
    return this.#counts.requests.of(this.#process, this.#now);
  }

  get connections(): number {
    return this.#counts.connections.of(this.#process, this.#now);
  }

  get jobs(): number {
    return this.#counts.jobs.of(everywhere, this.#now);
  }

  get items(): number {
    return this.#counts.items.of(everywhere, this.#now);
  }
}

/** Counts by name. What is removed counts for a while. */
class LastingCounts {
  readonly #lastsMs: number;
  readonly #counts = new Map<string, number>();
  readonly #removed: { readonly name: string; readonly count: number; readonly until: number }[] = [];

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  remove(name: string, at: number, count = 1): void {
    this.#removed.push({ name, count, until: at + this.#lastsMs });
  }

  of(name: string, now: number): number {
    while (this.#removed[0] !== undefined && this.#removed[0].until < now) {
      const { name: removed, count } = this.#removed[0];
      this.add(removed, -count);
      this.#removed.shift();
    }
    return this.#counts.get(name) ?? 0;
  }
}
