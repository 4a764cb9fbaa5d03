import { type ParseArgsConfig, parseArgs } from 'node:util';
import { RandomStream } from '../randomness/random-stream.ts';
import { binned, calibrationError, logLoss } from './calibration.ts';
import { type ConfidenceRun, runConfidence } from './confidence-run.ts';
import { asStated, type StatedParameters, twiceTheCatchAlls, wrongByTwo } from './stated-parameters.ts';

const help = `npm run simulate -- --confidence [--addresses N] [--seed N]

Verifies addresses of a world whose parameters are known, and says how well the confidence of verdicts fits what becomes of
mail: by the model, by the table that it replaced, and by an observer who knows the parameters. In worlds with other
parameters than the model has, also once 500 and 5,000 outcomes were recorded.

  --addresses N  how many in a world (default 100,000); a quarter of them in each of the wrong ones,
                 a twentieth to see what the first outcomes teach
  --seed N       of the worlds (default 1)
`;

const options = {
  confidence: { type: 'boolean' },
  addresses: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

const wrongWorlds = 32;
/** Beyond this calibration error, a world is counted: no model is below it in all worlds before it has learned. */
const bearable = 0.06;
/** Outcomes that are recorded in each of them: of a first small list, and of many. */
const firstRecorded = 500;
const recorded = 5_000;

/** Runs the command. Returns the exit code: 1 if the model is worse than promised. */
export async function confidenceCommand(
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options });
  const [addresses, seed] = [Number(values.addresses), Number(values.seed)];
  if (values.help || !(addresses >= 1) || !Number.isInteger(addresses) || !Number.isInteger(seed)) {
    print(help);
    return values.help ? 0 : 2;
  }
  const run = (parameters: StatedParameters) => runConfidence(parameters, { addresses, seed });
  const stated = await run(asStated);
  print(`As stated, ${stated.verdicts.length} verdicts`);
  print(tableOf(stated));
  for (const { count, mean, held } of binned(stated.verdicts))
    print(`  ${percent(mean)} said, ${percent(held)} came true, ${count} verdicts`);
  print(costOf(stated));
  const closing = await run({ ...asStated, closedShare: 0.05 });
  print(`\nEach catch-all closes 5 % of its names, as unknown`);
  print(catchAllsOf(closing));
  print('\nTwice as many catch-alls, and what becomes known only once mail is sent twice, or half as often');
  const failing = await run(twiceTheCatchAlls(2));
  const lasting = await run(twiceTheCatchAlls(0.5));
  print(limitsOf(failing, lasting));
  print(`\nEach parameter wrong by a factor of two, up or down, ${wrongWorlds} worlds`);
  const errors: number[] = [];
  const firstErrors: number[] = [];
  const learnedErrors: number[] = [];
  for (let world = 1; world <= wrongWorlds; world += 1) {
    const parameters = wrongByTwo(new RandomStream(seed, `wrong world ${world}`));
    const runAfter = (outcomes: number, others: number) =>
      runConfidence(parameters, { addresses: Math.ceil(others) + outcomes, seed, recorded: outcomes });
    const wrong = await runAfter(recorded, addresses / 4);
    const first = await runAfter(firstRecorded, addresses / 20);
    print(`  ${describe(parameters)}`);
    errors.push(calibrationError(wrong.verdicts));
    firstErrors.push(calibrationError(first.learnedVerdicts));
    learnedErrors.push(calibrationError(wrong.learnedVerdicts));
    print(`${tableOf(wrong)}\n${lineOf('learned', wrong.learnedVerdicts)}`);
  }
  const worse = errors.filter((error) => error > bearable).length;
  print(`  calibration error of the model: ${summaryOf(errors)}, above ${bearable} in ${worse}`);
  print(`  after ${firstRecorded} outcomes: ${summaryOf(firstErrors)}`);
  print(`  after ${recorded} outcomes: ${summaryOf(learnedErrors)}`);
  const isKept =
    calibrationError(stated.verdicts) <= 0.02 &&
    logLoss(stated.verdicts) <= 1.02 * logLoss(stated.observerVerdicts) &&
    closing.denied <= 0.005 * closing.catchAlls &&
    meanOf(errors) <= bearable &&
    Math.max(...firstErrors) <= bearable &&
    Math.max(...learnedErrors) <= 0.03 &&
    stated.recipients <= 1.05 * stated.formerRecipients;
  print(isKept ? '\nAs good as promised.' : '\nWorse than promised.');
  return isKept ? 0 : 1;
}

function tableOf({ verdicts, formerVerdicts, observerVerdicts }: ConfidenceRun): string {
  return [
    lineOf('model', verdicts),
    lineOf('table', formerVerdicts),
    lineOf('observer', observerVerdicts),
  ].join('\n');
}

function lineOf(name: string, judged: ConfidenceRun['verdicts']): string {
  return `  ${name.padEnd(9)} calibration error ${calibrationError(judged).toFixed(4)}, log loss ${logLoss(judged).toFixed(4)}`;
}

/** Returns the parameters of a world that weigh most. */
function describe({ failures, catchAll }: StatedParameters): string {
  const { accepted, anyRecipient } = failures;
  return `Mail bounces in ${percent(accepted)} after acceptance, ${percent(anyRecipient)} at catch-alls, which ${percent(catchAll.usual)} are`;
}

/**
 * Says how near the model comes to what is possible in two worlds with the same replies. Whoever sees replies alone says the same
 * in both, and a calibration error is at least the distance between the mean of what was said and the share that came true.
 * So the two errors add up to at least the distance between the two shares.
 */
function limitsOf(...worlds: readonly [ConfidenceRun, ConfidenceRun]): string {
  const errors = worlds.map(({ verdicts }) => calibrationError(verdicts));
  const [failing, lasting] = worlds.map(({ verdicts }) => verdicts.filter(({ held }) => held).length);
  const distance = ((lasting ?? 0) - (failing ?? 0)) / worlds[0].verdicts.length;
  return [
    `  calibration errors of the model ${errors.map((error) => error.toFixed(4)).join(' and ')}, together ${errors.reduce((sum, error) => sum + error, 0).toFixed(4)}`,
    `  by replies alone, together at least ${distance.toFixed(4)}: in one of the two at least ${(distance / 2).toFixed(4)}`,
  ].join('\n');
}

function summaryOf(errors: readonly number[]): string {
  return `mean ${meanOf(errors).toFixed(4)}, best ${Math.min(...errors).toFixed(4)}, worst ${Math.max(...errors).toFixed(4)}`;
}

function meanOf(errors: readonly number[]): number {
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

function costOf(run: ConfidenceRun): string {
  const { recipients, formerRecipients } = run;
  return `${catchAllsOf(run)}\n  RCPTs ${recipients}, with the table ${formerRecipients}: ${(recipients / formerRecipients).toFixed(4)}`;
}

function catchAllsOf(run: ConfidenceRun): string {
  const { catchAlls, denied, formerlyDenied, greylisting, seenThrough, formerlySeenThrough } = run;
  return [
    `  catch-alls called none: ${denied} of ${catchAlls}, ${percent(denied / catchAlls)}; with the table ${percent(formerlyDenied / catchAlls)}`,
    `  catch-alls that greylist, seen through: ${percent(seenThrough / greylisting)}; with the table ${percent(formerlySeenThrough / greylisting)}`,
  ].join('\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
