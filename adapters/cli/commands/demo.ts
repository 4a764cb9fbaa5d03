import { SingleBar } from 'cli-progress';
import type { DemoWorld } from '../../sandbox/index.ts';
import { demoJson, demoReport, isAllCorrect } from '../demo/demo-report.ts';
import { exitCode } from '../exit-code.ts';
import { type AddCommand, type Output, showsColour, type Terminal } from '../terminal.ts';

interface DemoFlags {
  readonly json?: boolean;
}

const exitCodesHelp = `
Exit codes:
  0    every verdict is true
  1    a verdict differs from the truth, which is listed
  130  interrupted`;

/** Adds `mailproof demo`. `finish` gets the exit code. */
export const addDemoCommand: AddCommand = (program, terminal, finish) => {
  program
    .command('demo')
    .description('verify addresses of a simulated internet on this machine, and compare with the truth')
    .option('--json', 'print one JSON object per line: each address, then the summary')
    .addHelpText('after', exitCodesHelp)
    .action(async (flags: DemoFlags) => {
      // Only here, so that other commands start without loading the simulated internet.
      const { demoWorld } = await import('../../sandbox/index.ts');
      finish(await demo(flags, terminal, demoWorld()));
    });
};

/** Runs the demo on a world whose truth is known. Rejects with the reason of the terminal's signal. */
export async function demo(flags: DemoFlags, terminal: Terminal, world: DemoWorld): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const { runDemo } = await import('../demo/demo-run.ts');
  const progress = showDemoProgress(stderr, world.addresses.length);
  const result = await runDemo(world, { signal, onProgress: (done) => progress.update(done) }).finally(() =>
    progress.stop(),
  );
  stdout.write(flags.json ? demoJson(result) : demoReport(result, { colour: showsColour(stdout, env) }));
  return isAllCorrect(result) ? exitCode.done : exitCode.failure;
}

interface DemoProgress {
  update(done: number): void;
  /** Must be called at the end, also after an error. */
  stop(): void;
}

const addressesPerLine = 20;

/** Shows a bar on a terminal, and a line after every 20 addresses elsewhere. */
function showDemoProgress(output: Output, total: number): DemoProgress {
  return output.isTTY ? bar(output, total) : lines(output, total);
}

function bar(output: Output, total: number): DemoProgress {
  const single = new SingleBar({
    stream: output,
    format: 'verifying [{bar}] {value} of {total}',
    barsize: 40,
    clearOnComplete: true,
    gracefulExit: false,
  });
  single.start(total, 0);
  return {
    update: (done) => single.update(done),
    stop: () => single.stop(),
  };
}

function lines(output: Output, total: number): DemoProgress {
  output.write(`verifying ${total} addresses\n`);
  return {
    update(done) {
      if (done % addressesPerLine === 0 || done === total) output.write(`${done} of ${total} verified\n`);
    },
    stop() {},
  };
}
