import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** After this many iterations of the event loop, every closed socket is gone. */
const iterations = 20;

/** Returns the kinds of the open sockets and servers, in alphabetical order. Waits for those being closed. */
export async function openSockets(): Promise<string[]> {
  for (let iteration = 0; iteration < iterations; iteration++) await yieldToEventLoop();
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /UDP|TCP/.test(kind))
    .sort();
}
