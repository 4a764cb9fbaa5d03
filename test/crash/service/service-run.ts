import { setTimeout as delay } from 'node:timers/promises';
import type { Sandbox } from '../../../adapters/sandbox/index.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import type { ClientAction } from '../../simulation/clients/client-action.ts';
import { planClients } from '../../simulation/clients/client-plan.ts';
import { Clients } from '../../simulation/clients/clients.ts';
import { VirtualTime } from '../../simulation/clock/virtual-time.ts';
import { onAnswers, onRequests } from '../../simulation/invariants/answers.ts';
import { everyItemOneFinalResult } from '../../simulation/invariants/results/every-item-one-final-result.ts';
import { RandomStream } from '../../simulation/randomness/random-stream.ts';
import { Story } from '../../simulation/story/story.ts';
import type { BulkStorage } from '../bulk-storage.ts';
import { createAccountKeys, houseAccount } from './account-keys.ts';
import { HttpFront } from './http-front.ts';
import { KilledProcess, killServer } from './kills.ts';
import { passTime } from './passing-time.ts';
import { type Receipt, readReceipts } from './receipts.ts';
import type { ServiceWorld } from './service-world.ts';
import { ToldToClients } from './told-to-clients.ts';

const processNames = ['first', 'second'] as const;

/** The clients of twenty minutes come within six seconds, or more on a machine that is slow. */
const speed = 200;
const work = {
  jobAddresses: 1_500,
  singles: 160,
  lookups: 30,
  // HTTP has no endpoint for any of these.
  forgets: 0,
  hasOwners: false,
  subtractions: 0,
  checks: 0,
  // The audit reads lists of addresses.
  listedPeople: 0,
  untilMs: 1_200_000,
};
/** In the time of the clients: half a second. */
const looksWithinMs = 100_000;
/** While so many requests wait for their answers, no others come. */
const mostWaiting = 20;

/** Greylists of the world end before the first one. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000];
const pollEveryMs = 10;

export interface ServiceRunOptions {
  readonly seed: number;
  readonly world: ServiceWorld;
  readonly storage: BulkStorage;
  readonly sandbox: Sandbox;
  /** On the same storage, in a process that is not killed. */
  readonly operator: Engine;
  /** The file in which processes note which hold pays for which result. */
  readonly receipts: string;
}

/** What happened, and what was noted. */
export interface ServiceRun {
  readonly story: Story;
  readonly told: ToldToClients;
  readonly actions: readonly ClientAction[];
  readonly receipts: readonly Receipt[];
  /** What is wrong with the items of accepted jobs. */
  readonly wrongItems: readonly string[];
}

/**
 * Lets the clients of the simulator use two processes over HTTP, which are killed at random moments, as is the server of
 * the storage if there is one. Resolves when every client knows what it wants to know, every job has ended, and the
 * processes are closed. Rejects if a process does not start, or with an error that no client should get.
 */
export async function runServiceThroughKills(options: ServiceRunOptions): Promise<ServiceRun> {
  const { seed, world, storage, sandbox, operator, receipts } = options;
  const { stores, location, server } = storage;
  const time = new VirtualTime(0);
  const story = new Story(() => time.now);
  const told = new ToldToClients(story);
  const wrongItems: string[] = [];
  const items = everyItemOneFinalResult.watch({ story, stores, fail: (message) => wrongItems.push(message) });
  const actions = planClients(seed, { ...work, addresses: world.addresses });
  await fundHouse(operator, story);

  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const over = () => errors.length > 0 || (time.pending === 0 && clients.busy === 0);
  const killsOf = (name: string) => ({ story, over, random: new RandomStream(seed, `kills of ${name}`) });
  const keys = await createAccountKeys(operator.keys, actions);
  const keyOfJob = new Map<string, string>();
  const process = { storage: location, network: sandbox.describe(), retryDelaysMs, receipts };
  const processes = processNames.map(
    (name) =>
      new KilledProcess(new HttpFront({ name, time, keys, operator, keyOfJob }), process, killsOf(name)),
  );
  const service = {
    get fronts() {
      return processes.filter(({ isUp }) => isUp).map(({ front }) => front);
    },
  };
  const clients = new Clients({ seed, time, service, story, looksWithinMs, onError });
  const waiting = countWaiting(story);
  const mayPass = () => service.fronts.length > 0 && waiting.count < mostWaiting;
  clients.schedule(actions, 0);

  try {
    await Promise.all(processes.map((each) => each.start()));
    const parts = [
      passTime(time, { speed, mayPass, over }),
      ...processes.map((each) => each.liveThroughKills()),
      ...(server === undefined ? [] : [killServer(server, killsOf('server'))]),
    ];
    await Promise.all(parts.map((part) => part.catch(onError)));
    if (errors.length > 0) throw new AggregateError(errors, 'A client or a process failed.');
    while (!(await haveAllJobsEnded(stores))) await delay(pollEveryMs);
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
  }
  await items.afterCalm();
  return { story, told, actions, receipts: await readReceipts(receipts), wrongItems };
}

/** False while the storage is out of reach: its server may just have started again. */
async function haveAllJobsEnded({ jobs }: Stores): Promise<boolean> {
  try {
    return (await jobs.unfinished({ limit: 1 })).length === 0;
  } catch (error) {
    if (error instanceof StorageUnavailable) return false;
    throw error;
  }
}

async function fundHouse({ accounts }: Engine, story: Story): Promise<void> {
  const milliCredits = 10_000_000;
  await accounts.grant(houseAccount, { id: 'house', milliCredits });
  story.add({ kind: 'granted', account: houseAccount, milliCredits });
}

/** Counts the requests that wait for an answer. */
function countWaiting(story: Story): { readonly count: number } {
  const waiting = { count: 0 };
  onRequests(story, () => {
    waiting.count += 1;
  });
  onAnswers(story, () => {
    waiting.count -= 1;
  });
  return waiting;
}
