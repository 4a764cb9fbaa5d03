import type { Command } from 'commander';
import type { DemoWorld } from '../../sandbox/index.ts';
import { showDemoProgress } from '../demo/demo-progress.ts';
import { demoJson, demoReport, isAllCorrect } from '../demo/demo-report.ts';
import { exitCode } from '../exit-code.ts';
import { showsColour, type Terminal } from '../terminal.ts';

interface DemoFlags {
  readonly json?: boolean;
}

const exitCodesHelp = `
Exit codes:
  0    every verdict is true
  1    a verdict differs from the truth, which is listed
  130  interrupted`;

/** Adds `mailproof demo`. `finish` gets the exit code. */
export function addDemoCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
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
}

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
