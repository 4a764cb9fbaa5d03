/** `npm run simulate`: see `command/command.ts`, or `npm run simulate -- --help`. */
import { pathToFileURL } from 'node:url';
import { bundleSimulator } from './bundle/bundle.mjs';

const { command, worker, remove } = await bundleSimulator();
try {
  const { simulateCommand } = await import(pathToFileURL(command).href);
  process.exitCode = await simulateCommand(process.argv.slice(2), {
    worker,
    bundle: bundleSimulator,
    print: (text) => console.log(text),
    environment: process.env,
    progress: { everyDays: process.stderr.isTTY ? 20 : 500, print: (text) => console.error(text) },
  });
} finally {
  await remove();
}
