import { SingleBar } from 'cli-progress';
import type { Output } from '../terminal.ts';

export interface Progress {
  update(done: number): void;
  /** Must be called, whatever happened. */
  stop(): void;
}

const addressesPerLine = 20;

/** How far the work is: a bar on a terminal, a line now and then elsewhere. */
export function showProgress(output: Output, total: number): Progress {
  return output.isTTY ? bar(output, total) : lines(output, total);
}

function bar(output: Output, total: number): Progress {
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

function lines(output: Output, total: number): Progress {
  output.write(`verifying ${total} addresses\n`);
  return {
    update(done) {
      if (done % addressesPerLine === 0 || done === total) output.write(`${done} of ${total} verified\n`);
    },
    stop() {},
  };
}
