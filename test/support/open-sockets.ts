import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many turns of the event loop see every closed socket gone. */
const turns = 20;

/** The sockets and servers that are open once those being closed are gone, in alphabetical order. */
export async function openSockets(): Promise<string[]> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /UDP|TCP/.test(kind))
    .sort();
}
