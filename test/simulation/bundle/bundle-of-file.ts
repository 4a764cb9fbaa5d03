import { afterAll, beforeAll } from 'vitest';
import { bundleSimulator } from './bundle.mjs';

/** Bundles the simulator for the tests of a file. Returns what runs its command, with the lines that it prints. */
export function bundleOfFile() {
  let bundle: Awaited<ReturnType<typeof bundleSimulator>>;
  beforeAll(async () => {
    bundle = await bundleSimulator();
  });
  afterAll(() => bundle.remove());
  return async (...args: string[]) => {
    const lines: string[] = [];
    const { simulateCommand } = await import(bundle.command);
    const print = (text: string) => lines.push(text);
    const parts = { worker: bundle.worker, bundle: bundleSimulator, print };
    const exitCode: number = await simulateCommand(args, parts);
    return { lines, exitCode };
  };
}
