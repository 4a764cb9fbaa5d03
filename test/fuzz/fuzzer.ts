import { bytesOf, type FuzzKind, type RunningKind } from './fuzz-kind.ts';
import { mutate, SeededNumbers } from './input-mutation.ts';
import { assertNoStall, isSlow, MemoryWatch, measured } from './resource-watch.ts';

/** An input that broke a rule. */
export interface Find {
  readonly kind: string;
  readonly input: Uint8Array;
  readonly error: unknown;
}

export interface FuzzResult {
  readonly inputs: number;
  readonly outcomes: number;
  readonly find: Find | undefined;
}

export interface FuzzOptions {
  readonly seed: number;
  /** True once enough inputs have run. */
  readonly isDone: (inputs: number) => boolean;
}

/** Inputs with new outcomes are kept up to this many, and of this many bytes in all. */
const maxCorpusInputs = 4_000;
const maxCorpusBytes = 16 * 1024 * 1024;
const memoryCheckInterval = 1_000;
const maxShrinkRuns = 400;

/** Runs a kind on mutated inputs until it is done, or one of them breaks a rule. */
export async function fuzz(kind: FuzzKind, { seed, isDone }: FuzzOptions): Promise<FuzzResult> {
  await using running = await kind.start();
  const numbers = new SeededNumbers(seed);
  const given = kind.corpus.map((input) => input.slice(0, kind.maxBytes));
  const corpus: Uint8Array[] = [...given];
  let corpusBytes = corpus.reduce((sum, { length }) => sum + length, 0);
  const dictionary = kind.dictionary.map(bytesOf);
  const outcomes = new Set<string>();
  let memory: MemoryWatch | undefined;
  let inputs = 0;
  while (!isDone(inputs)) {
    const batch = Array.from({ length: kind.concurrency }, (_, index) => {
      // Each input of the corpus also runs unchanged, once.
      const untouched = given[inputs + index];
      const { maxBytes } = kind;
      return untouched ?? mutate(numbers.pick(corpus), numbers, { others: corpus, dictionary, maxBytes });
    });
    const { find, reached } = await runBatch(kind, running, batch);
    inputs += batch.length;
    if (find !== undefined) return { inputs, outcomes: outcomes.size, find: await shrunk(running, find) };
    for (const [index, outcome] of reached.entries()) {
      const input = batch[index];
      const isFull = corpus.length >= maxCorpusInputs || corpusBytes >= maxCorpusBytes;
      if (input === undefined || isFull || outcomes.has(outcome)) continue;
      outcomes.add(outcome);
      corpus.push(input);
      corpusBytes += input.length;
    }
    if (inputs % memoryCheckInterval >= kind.concurrency) continue;
    // The first inputs fill caches.
    if (memory === undefined && inputs >= 20 * memoryCheckInterval) memory = new MemoryWatch();
    const error = caught(() => memory?.check());
    if (error !== undefined)
      return {
        inputs,
        outcomes: outcomes.size,
        find: { kind: kind.name, input: batch[0] ?? new Uint8Array(), error },
      };
  }
  return { inputs, outcomes: outcomes.size, find: undefined };
}

async function runBatch(
  kind: FuzzKind,
  running: RunningKind,
  batch: readonly Uint8Array[],
): Promise<{ find: Find | undefined; reached: readonly string[] }> {
  let find: Find | undefined;
  const runOne = async (input: Uint8Array): Promise<string> => {
    try {
      return await running.run(input);
    } catch (error) {
      find ??= { kind: kind.name, input, error };
      return '';
    }
  };
  const [only] = batch;
  const isAlone = batch.length === 1 && only !== undefined;
  try {
    const { outcome: reached, tookMs } = await measured<readonly string[] | string>(() => {
      if (!isAlone) return Promise.all(batch.map(runOne));
      return running.run(only);
    });
    if (find === undefined && isSlow(tookMs)) find = await findStall(kind, running, batch);
    return { find, reached: typeof reached === 'string' ? [reached] : reached };
  } catch (error) {
    return { find: find ?? { kind: kind.name, input: only ?? new Uint8Array(), error }, reached: [] };
  }
}

/** Runs the inputs of a slow batch again, one by one. */
async function findStall(
  kind: FuzzKind,
  running: RunningKind,
  batch: readonly Uint8Array[],
): Promise<Find | undefined> {
  for (const input of batch) {
    try {
      await assertNoStall(() => running.run(input));
    } catch (error) {
      return { kind: kind.name, input, error };
    }
  }
  return undefined;
}

/** Cuts pieces off the input as long as it breaks the same rule. */
async function shrunk(running: RunningKind, find: Find): Promise<Find> {
  const reason = reasonOf(find.error);
  if (/^(hang|stall|memory):/.test(reason)) return find;
  let { input } = find;
  let runs = 0;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < input.length && runs < maxShrinkRuns; ) {
      runs += 1;
      const shorter = Uint8Array.from([...input.subarray(0, from), ...input.subarray(from + size)]);
      const error = await Promise.resolve(shorter)
        .then((bytes) => running.run(bytes))
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      if (error !== undefined && reasonOf(error) === reason) input = shorter;
      else from += size;
    }
  }
  return { ...find, input };
}

/** What broke, without the details of the input. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(/[:\n]/)[0] ?? '') : String(error);
}

function caught(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
