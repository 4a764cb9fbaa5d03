import { SingleBar } from 'cli-progress';
import type { Output } from '../terminal.ts';

export interface DemoProgress {
  update(done: number): void;
  /** Must be called at the end, also after an error. */
  stop(): void;
}

const addressesPerLine = 20;

/** Shows a bar on a terminal, and a line after every 20 addresses elsewhere. */
export function showDemoProgress(output: Output, total: number): DemoProgress {
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
