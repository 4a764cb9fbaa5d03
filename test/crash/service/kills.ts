import { setTimeout as delay } from 'node:timers/promises';
import { onAnswers } from '../../simulation/invariants/answers.ts';
import type { RandomStream } from '../../simulation/randomness/random-stream.ts';
import type { Story } from '../../simulation/story/story.ts';
import type { RedisServer } from '../../support/redis-server.ts';
import type { HttpFront } from './http-front.ts';
import { ServiceProcess, type ServiceProcessOptions } from './service-process.ts';

/** Of each process. */
const processKills = 4;
const serverKills = 4;

/** A kill comes after so many answers at most, and then within this time. */
const mostAnswers = { process: 20, server: 40 } as const;
const maxDelayMs = 200;
/** How long a process, or the server, is down at most, besides the time that it takes to start. */
const maxDownMs = { process: 1_000, server: 1_500 } as const;

const pollEveryMs = 10;

export interface KillOptions {
  readonly story: Story;
  readonly random: RandomStream;
  /** Nothing is killed any more. */
  readonly over: () => boolean;
}

/** A front end with one process after another. Each is killed after a few answers, but for the last. */
export class KilledProcess {
  readonly front: HttpFront;
  readonly #process: ServiceProcessOptions;
  readonly #options: KillOptions;
  #running: ServiceProcess | undefined;

  constructor(front: HttpFront, process: ServiceProcessOptions, options: KillOptions) {
    this.front = front;
    this.#process = process;
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#running !== undefined;
  }

  async start(): Promise<void> {
    const process = await ServiceProcess.start(this.#process);
    this.front.moveTo(process.url);
    this.#running = process;
    this.#options.story.add({ kind: 'process-started', process: this.front.name });
  }

  async liveThroughKills(): Promise<void> {
    const { random, story } = this.#options;
    const { name } = this.front;
    const answers = countAnswers(story, name);
    for (let kill = 0; kill < processKills; kill += 1) {
      if (!(await reaches(answers, random.integer(1, mostAnswers.process), this.#options))) return;
      const process = this.#running;
      this.#running = undefined;
      story.add({ kind: 'process-killed', process: name, how: 'reset' });
      await process?.kill();
      await delay(random.skewed(0, maxDownMs.process));
      await this.start();
    }
  }

  /** Closes the process that runs. */
  async stop(): Promise<void> {
    const process = this.#running;
    this.#running = undefined;
    await process?.stop();
  }
}

/** How the story calls the server of the storage. */
export const serverName = 'storage';

/** Kills the server of the storage after a few answers, and starts it again, several times. */
export async function killServer(
  server: Pick<RedisServer, 'kill' | 'restart'>,
  options: KillOptions,
): Promise<void> {
  const { story, random } = options;
  const answers = countAnswers(story);
  for (let kill = 0; kill < serverKills; kill += 1) {
    if (!(await reaches(answers, random.integer(1, mostAnswers.server), options))) return;
    story.add({ kind: 'process-killed', process: serverName, how: 'reset' });
    await server.kill();
    await delay(random.skewed(0, maxDownMs.server));
    await server.restart();
    story.add({ kind: 'process-started', process: serverName });
  }
}

interface Count {
  count: number;
}

/** Counts the answers of a process, or of all. */
function countAnswers(story: Story, name?: string): Count {
  const answers = { count: 0 };
  onAnswers(story, ({ process, outcome }) => {
    const isAnswer = outcome.kind !== 'connection-lost' && outcome.kind !== 'client-left';
    if (isAnswer && (name ?? process) === process) answers.count += 1;
  });
  return answers;
}

/** Resolves some time after so many more answers. Resolves to false if it is over before. */
async function reaches(answers: Count, more: number, { random, over }: KillOptions): Promise<boolean> {
  const wanted = answers.count + more;
  while (answers.count < wanted && !over()) await delay(pollEveryMs);
  if (over()) return false;
  await delay(random.integer(0, maxDelayMs));
  return true;
}
