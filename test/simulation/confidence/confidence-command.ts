import { type ParseArgsConfig, parseArgs } from 'node:util';
import { RandomStream } from '../randomness/random-stream.ts';
import { binned, calibrationError, logLoss } from './calibration.ts';
import { type ConfidenceRun, runConfidence } from './confidence-run.ts';
import { asStated, type StatedParameters, wrongByTwo } from './stated-parameters.ts';

const help = `npm run simulate -- --confidence [--addresses N] [--seed N]

Verifies addresses of a world whose parameters are known, and says how well the confidence of verdicts fits what becomes of
mail: by the model, by the table that it replaced, and by an observer who knows the parameters. In worlds with other
parameters than the model has, also once 5,000 outcomes were recorded.

  --addresses N  how many in a world (default 100,000); a quarter of them in each of the wrong ones
  --seed N       of the worlds (default 1)
`;

const options = {
  confidence: { type: 'boolean' },
  addresses: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

const wrongWorlds = 32;
/** Beyond this calibration error, a world is counted: the model is not to be trusted there before it has learned. */
const bearable = 0.06;
/** Outcomes that are recorded in each of them. */
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
  print(`\nEach parameter wrong by a factor of two, up or down, ${wrongWorlds} worlds`);
  const errors: number[] = [];
  const learnedErrors: number[] = [];
  for (let world = 1; world <= wrongWorlds; world += 1) {
    const parameters = wrongByTwo(new RandomStream(seed, `wrong world ${world}`));
    const wrong = await runConfidence(parameters, {
      addresses: Math.ceil(addresses / 4) + recorded,
      seed,
      recorded,
    });
    print(`  ${describe(parameters)}`);
    errors.push(calibrationError(wrong.verdicts));
    learnedErrors.push(calibrationError(wrong.learnedVerdicts));
    print(`${tableOf(wrong)}\n${lineOf('learned', wrong.learnedVerdicts)}`);
  }
  const worse = errors.filter((error) => error > bearable).length;
  print(`  calibration error of the model: ${summaryOf(errors)}, above ${bearable} in ${worse}`);
  print(`  after ${recorded} outcomes: ${summaryOf(learnedErrors)}`);
  const isKept =
    calibrationError(stated.verdicts) <= 0.02 &&
    logLoss(stated.verdicts) <= 1.02 * logLoss(stated.observerVerdicts) &&
    closing.denied <= 0.005 * closing.catchAlls &&
    meanOf(errors) <= bearable &&
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

function summaryOf(errors: readonly number[]): string {
  return `mean ${meanOf(errors).toFixed(4)}, worst ${Math.max(...errors).toFixed(4)}`;
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
