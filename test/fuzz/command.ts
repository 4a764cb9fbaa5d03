import { parseArgs } from 'node:util';
import { allKinds } from './all-kinds.ts';
import { storeFound } from './found-inputs.ts';
import { type Find, fuzz } from './fuzzer.ts';

const help = `npm run fuzz -- [--minutes N] [--inputs N] [--seed S] [--only KIND]

Sends mutated inputs through everything that reads what strangers send. Stops at the first that breaks a rule, and
stores its bytes under test/fuzz/found, where the tests run it from then on.

  --minutes N   how long, all kinds together (default 10)
  --inputs N    how many inputs of each kind at most
  --seed S      a number; the same seed gives the same inputs (default: the time)
  --only KIND   one of ${allKinds.map(({ kind }) => kind.name).join(', ')}
`;

/** Runs the command. Returns the exit code. */
export async function fuzzCommand(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      inputs: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [minutes, most, seed] = [values.minutes, values.inputs, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const kinds = allKinds.filter(({ kind }) => values.only === undefined || kind.name === values.only);
  if (values.help || kinds.length === 0 || !(minutes > 0) || !(most > 0) || !Number.isInteger(seed)) {
    print(help);
    return values.help ? 0 : 2;
  }
  print(`seed ${seed}`);
  for (const { kind } of kinds) {
    const until = Date.now() + (minutes * 60_000) / kinds.length;
    const startedAt = Date.now();
    const isDone = (inputs: number) => inputs >= most || Date.now() >= until;
    const { inputs, outcomes, find } = await fuzz(kind, { seed, isDone });
    const perSecond = Math.round((inputs * 1_000) / Math.max(1, Date.now() - startedAt));
    print(`${kind.name}: ${inputs} inputs, ${outcomes} different outcomes, ${perSecond} a second`);
    if (find !== undefined) {
      print(report(find));
      return 1;
    }
  }
  return 0;
}

function report({ kind, input, error }: Find): string {
  const path = storeFound(kind, input);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `FOUND in ${kind}: ${stack}`,
    `The input (${input.length} bytes) is stored as ${path}`,
    `${JSON.stringify(Buffer.from(input.subarray(0, 400)).toString('latin1'))}`,
    `To reproduce: npx vitest run test/fuzz/found.test.ts -t ${kind}`,
  ].join('\n');
}
