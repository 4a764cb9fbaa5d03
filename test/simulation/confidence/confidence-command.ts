import { Command, Option } from 'commander';
import { readOptions, wholeNumber } from '../command/options.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import { binned, calibrationError, type JudgedVerdict, logLoss } from './calibration.ts';
import { type ConfidenceRun, runConfidence } from './confidence-run.ts';
import type { LearningPlan } from './learning-rounds.ts';
import { markdownTable, percentText, roundedTo } from './report-text.ts';
import { asStated, type StatedParameters, twiceTheCatchAlls, wrongByTwo } from './stated-parameters.ts';

const description = `Verifies addresses of a world whose parameters are known, and says how well the confidence of verdicts fits what becomes
of mail: by the model, and by an observer who knows the parameters. In worlds with other parameters than the model has, also
once 500 and 5,000 outcomes were recorded, and once another 5,000 were: half of verdicts that the first had moved, half of
verdicts from before. Prints the tables of docs/confidence.md.`;

function confidenceProgram(): Command {
  return new Command('npm run simulate -- --confidence')
    .description(description)
    .addOption(new Option('--confidence').hideHelp())
    .option(
      '--addresses <n>',
      'how many in a world; a quarter of them in each of the wrong ones, a twentieth to see what the first outcomes teach',
      wholeNumber({ least: 1 }),
      100_000,
    )
    .option('--seed <n>', 'of the worlds', wholeNumber({ least: 0 }), 1);
}

const wrongWorlds = 32;
/** Outcomes that are recorded in each of them: of a first small list, and of many. */
const firstRecorded = 500;
const recorded = 5_000;
/** As many again are recorded in a second round: of verdicts that the first one had moved, and of older ones. */
const learning = { late: recorded / 2, first: recorded, second: recorded / 2 };

/** Beyond this calibration error, a world is counted. No numbers are below it in all of them: see `limitsOf`. */
const bearable = 0.06;
/** What is promised. The first is of the world as stated, the next of worlds that are wrong by two. */
const promised = {
  error: 0.02,
  wrong: bearable,
  firstLearned: 0.04,
  learned: 0.03,
  aboveLimit: 0.01,
  unseen: 0.01,
};

/** A statement that the command checks. */
interface Promised {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
}

/** Runs the command. Returns the exit code: 1 if the model is worse than promised. Rejects with WrongCommandLine. */
export async function confidenceCommand(
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const list = readOptions<ListOfAddresses>(confidenceProgram(), args);
  if ('help' in list) {
    print(list.help);
    return 0;
  }
  const parts = [reportStated, reportCost, reportLimit, reportWrong];
  const checks: Promised[] = [];
  for (const report of parts) checks.push(...(await report(list, print)));
  print('\n## Promised\n');
  for (const { what, measured, atMost } of checks)
    print(`${measured <= atMost ? 'kept' : 'BROKEN'}: ${what} ${roundedTo(measured, 4)}, at most ${atMost}`);
  return checks.every(({ measured, atMost }) => measured <= atMost) ? 0 : 1;
}

interface ListOfAddresses {
  readonly addresses: number;
  readonly seed: number;
}

type Report = (list: ListOfAddresses, print: (text: string) => void) => Promise<readonly Promised[]>;

const reportStated: Report = async (list, print) => {
  const stated = await runConfidence(asStated, list);
  const { verdicts, observerVerdicts } = stated;
  print(`## The world as the model has it, ${numberText(verdicts.length)} verdicts\n`);
  const line = (name: string, judged: readonly JudgedVerdict[]) => [
    name,
    roundedTo(calibrationError(judged), 4),
    roundedTo(logLoss(judged), 4),
  ];
  print(
    markdownTable(
      ['world as the model has it', 'calibration error', 'log loss'],
      [line('model', verdicts), line('observer', observerVerdicts)],
    ),
  );
  const bins = binned(verdicts).map(({ count, mean, held }) => [
    percentText(mean, 0),
    percentText(held, 0),
    numberText(count),
  ]);
  print(`\n${markdownTable(['said', 'came true', 'verdicts'], bins)}\n`);
  const closing = await runConfidence({ ...asStated, closedShare: 0.05 }, list);
  print(
    markdownTable(
      ['', 'model'],
      [
        [
          'catch-alls of which a verdict says that they are none',
          percentText(stated.denied / stated.catchAlls, 2),
        ],
        [
          'the same, if each closes 5 % of its names as unknown',
          percentText(closing.denied / closing.catchAlls, 2),
        ],
        [
          'catch-alls that greylist and are called catch-alls in the end',
          percentText(stated.seenThrough / stated.greylisting, 1),
        ],
        [
          'catch-alls that greylist, all of whose accepted addresses end `catch_all`',
          percentText(stated.endedCatchAll / stated.greylisting, 1),
        ],
      ],
    ),
  );
  return [
    { what: 'calibration error', measured: calibrationError(verdicts), atMost: promised.error },
    { what: 'log loss beside the observer', measured: lossBeside(verdicts, observerVerdicts), atMost: 1.02 },
    { what: 'share of catch-alls called none', measured: closing.denied / closing.catchAlls, atMost: 0.005 },
    {
      what: 'share of greylisting catch-alls with accepted addresses that do not end catch_all',
      measured: 1 - stated.endedCatchAll / stated.greylisting,
      atMost: promised.unseen,
    },
  ];
};

/** Lists by how many addresses they have at each domain, and how many RCPTs an address they may cost. */
const costs = [
  { list: 'half of the domains with one address', perDomain: undefined, atMost: 1.26 },
  { list: 'one address a domain', perDomain: 1, atMost: 2 },
  { list: '50 addresses a domain, as in the benchmark of throughput', perDomain: 50, atMost: 1.11 },
] as const;

const reportCost: Report = async (list, print) => {
  const addresses = Math.ceil(list.addresses / 4);
  const measured = [];
  for (const { list: name, perDomain, atMost } of costs) {
    const size = { addresses, seed: list.seed, ...(perDomain === undefined ? {} : { perDomain }) };
    const { recipients } = await runConfidence(asStated, size);
    measured.push({ name, atMost, recipients, each: recipients / addresses });
  }
  const rows = measured.map(({ name, recipients, each }) => [
    name,
    numberText(recipients),
    roundedTo(each, 3),
  ]);
  print(
    `\n${markdownTable(['RCPTs of a list', 'all', 'an address'], rows)}\n\nEach list has ${numberText(addresses)} addresses.`,
  );
  return measured.map(({ name, each, atMost }) => ({ what: `RCPTs, ${name}:`, measured: each, atMost }));
};

/**
 * Says how near the model comes to what is possible in two worlds with the same replies. Whoever sees replies alone says the same
 * in both, and a calibration error is at least the distance between the mean of what was said and the share that came true.
 * So the two errors add up to at least the distance between the two shares.
 */
const reportLimit: Report = async (list, print) => {
  const failing = await runConfidence(twiceTheCatchAlls(2), list);
  const lasting = await runConfidence(twiceTheCatchAlls(0.5), list);
  const heldIn = ({ verdicts }: ConfidenceRun) =>
    verdicts.filter(({ held }) => held).length / verdicts.length;
  const [less, more] = [failing, lasting].map(({ verdicts }) => calibrationError(verdicts));
  const together = (less ?? 0) + (more ?? 0);
  const least = heldIn(lasting) - heldIn(failing);
  print('\n## Twice as many catch-alls, and what becomes known only once mail is sent\n');
  print(
    markdownTable(
      ['', 'mail fails twice as often', 'half as often', 'together'],
      [
        ['least possible', '', '', roundedTo(least, 3)],
        ['model', roundedTo(less ?? 0, 3), roundedTo(more ?? 0, 3), roundedTo(together, 3)],
      ],
    ),
  );
  print(`\nEven the fairest numbers have ${roundedTo(least / 2, 3)} in one of the two.`);
  return [
    {
      what: 'calibration error beyond the least possible',
      measured: together - least,
      atMost: promised.aboveLimit,
    },
  ];
};

/** What was found in a world in which every parameter is wrong. */
interface WrongWorld {
  readonly parameters: StatedParameters;
  readonly errors: Readonly<Record<'model' | 'first' | 'learned' | 'relearned' | 'observer', number>>;
  readonly learnedLoss: number;
}

const reportWrong: Report = async ({ addresses, seed }, print) => {
  const worlds: WrongWorld[] = [];
  const [many, few] = [Math.ceil(addresses / 4), Math.ceil(addresses / 20)];
  for (let world = 1; world <= wrongWorlds; world += 1) {
    const parameters = wrongByTwo(new RandomStream(seed, `wrong world ${world}`));
    const runAfter = (plan: LearningPlan, others: number) => {
      const taken = plan.late + plan.first + plan.second;
      return runConfidence(parameters, { addresses: others + taken, seed, learning: plan });
    };
    const run = await runAfter(learning, many);
    const first = await runAfter({ late: 0, first: firstRecorded, second: 0 }, few);
    worlds.push({
      parameters,
      errors: {
        model: calibrationError(run.verdicts),
        first: calibrationError(first.learnedVerdicts),
        learned: calibrationError(run.learnedVerdicts),
        relearned: calibrationError(run.relearnedVerdicts),
        observer: calibrationError(run.observerVerdicts),
      },
      learnedLoss: lossBeside(run.learnedVerdicts, run.observerVerdicts),
    });
  }
  const errorsOf = (kind: keyof WrongWorld['errors']) => worlds.map(({ errors }) => errors[kind]);
  const line = (name: string, kind: keyof WrongWorld['errors']) => {
    const errors = errorsOf(kind);
    return [name, meanOf(errors), Math.min(...errors), Math.max(...errors)].map((cell) =>
      typeof cell === 'number' ? roundedTo(cell, 3) : cell,
    );
  };
  print(`\n## Each parameter wrong by a factor of two, up or down, ${wrongWorlds} worlds\n`);
  print(
    markdownTable(
      ['', 'calibration error, mean', 'best', 'worst'],
      [
        line('model', 'model'),
        line(`model, after ${firstRecorded} outcomes`, 'first'),
        line(`model, after ${numberText(recorded)} outcomes`, 'learned'),
        line('model, after a second round of as many', 'relearned'),
        line('observer', 'observer'),
      ],
    ),
  );
  print(
    `\n${numberText(many)} verdicts in each, after ${numberText(recorded)} whose outcomes are recorded, and as many in a second round; ${numberText(few)} after the first ${firstRecorded}.`,
  );
  const beyond = worlds.filter(({ errors }) => errors.model > bearable);
  const unlucky = worlds.filter(({ parameters }) => isWorseInAll(parameters));
  const both = beyond.filter((world) => unlucky.includes(world));
  print(
    `Within ${bearable} before anything is learned: ${wrongWorlds - beyond.length}. Of the ${beyond.length} others, ${both.length} are among the ${unlucky.length} in which mail bounces twice as ` +
      'often after acceptance and at catch-alls, and there are twice as many of those.',
  );
  const lossAbove = Math.max(...worlds.map(({ learnedLoss }) => learnedLoss));
  print(
    `After ${numberText(recorded)} outcomes the log loss is at most ${percentText(lossAbove - 1, 1)} above that of the observer.`,
  );
  return [
    {
      what: 'mean calibration error where all is wrong',
      measured: meanOf(errorsOf('model')),
      atMost: promised.wrong,
    },
    {
      what: `worst after ${firstRecorded} outcomes`,
      measured: Math.max(...errorsOf('first')),
      atMost: promised.firstLearned,
    },
    {
      what: `worst after ${recorded} outcomes`,
      measured: Math.max(...errorsOf('learned')),
      atMost: promised.learned,
    },
    {
      what: 'worst after the second round',
      measured: Math.max(...errorsOf('relearned')),
      atMost: promised.learned,
    },
  ];
};

function isWorseInAll({ failures, catchAll }: StatedParameters): boolean {
  return (
    failures.accepted > asStated.failures.accepted &&
    failures.anyRecipient > asStated.failures.anyRecipient &&
    catchAll.usual > asStated.catchAll.usual
  );
}

function lossBeside(judged: readonly JudgedVerdict[], observed: readonly JudgedVerdict[]): number {
  return logLoss(judged) / logLoss(observed);
}

function meanOf(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

function numberText(count: number): string {
  return count.toLocaleString('en');
}
