import type { HoldResult } from '../../../src/ports/index.ts';
import type { Story } from '../story/story.ts';
import type { Invariant } from './invariant.ts';

/** When a process says that it is closed, it has left nothing behind; nor has it, once all of them are closed. */
export const nothingLeftAfterClose: Invariant = {
  name: 'nothing is left after close()',
  promise:
    'When engine.close() has resolved, whatever was under way, no timer, call of the store, connection or hold is left, and no lease but one that a store was just granting: its adapter gives that back.',
  watch({ time, story, internet, service, fail }) {
    const heldBy = watchWhatIsHeld(story);
    const closed = new Set<string>();
    story.on('process-closed', ({ process, left }) => {
      closed.add(process);
      const all = [...left, ...heldBy(process).filter((what) => !mayArriveLater(what))];
      if (all.length > 0) fail(`${process} says that it is closed, and leaves ${all.join(', ')}`, [process]);
    });
    return {
      atEnd() {
        for (const process of closed) {
          const all = heldBy(process);
          if (all.length > 0)
            fail(`${process} is closed, and has not given back ${all.join(', ')}`, [process]);
        }
        for (const { name, isRunning } of service.processes)
          if (isRunning) fail(`${name} is still not closed`, [name]);
        const open = internet.openConnections;
        if (open > 0) fail(`${open} connections are still open`);
        if (time.pending > 0) fail(`${time.pending} timers are still running`);
      },
    };
  },
};

/** What a call of the store gives to a process, and what takes it back: by its first argument. */
const takenBy: Readonly<Record<string, string>> = {
  'leases.acquire': 'lease of',
  'flights.join': 'flight of',
  'jobs.lease': 'lease of job',
  'ledger.hold': 'hold',
};
const givenBackBy: Readonly<Record<string, string>> = {
  'lease.release': 'lease of',
  'flight.release': 'flight of',
  'jobs.releaseLease': 'lease of job',
  'ledger.capture': 'hold',
  'ledger.release': 'hold',
};

/** Returns a function that tells which leases and holds a process has got since the storm, and not given back. */
function watchWhatIsHeld(story: Story): (process: string) => readonly string[] {
  const held = new Map<string, string[]>();
  // Before that, calls and answers are lost.
  story.on('calm', () => held.clear());
  story.onCall(
    [...Object.keys(takenBy), ...Object.keys(givenBackBy)],
    ({ process, method, args, outcome }) => {
      if (!('value' in outcome)) return;
      const own = held.get(process) ?? [];
      held.set(process, own);
      const taken = takenBy[method];
      const [first] = args;
      if (taken !== undefined && isGranted(method, outcome.value)) {
        const what = `the ${taken} ${method === 'ledger.hold' ? (first as { id: string }).id : first}`;
        // A job is leased again and again.
        if (method !== 'jobs.lease' || !own.includes(what)) own.push(what);
        return;
      }
      // Nobody holds a job that has ended: to lease it fails.
      const givenBack = method === 'jobs.lease' ? taken : givenBackBy[method];
      const index = own.indexOf(`the ${givenBack} ${first}`);
      if (index >= 0) own.splice(index, 1);
    },
  );
  return (process) => held.get(process) ?? [];
}

/** A lease may be granted when its caller has left. The store's adapter then gives it back. */
function mayArriveLater(what: string): boolean {
  return !what.startsWith('the hold ');
}

function isGranted(method: string, value: unknown): boolean {
  if (method === 'jobs.lease') return value === true;
  if (method === 'ledger.hold') return (value as HoldResult).kind === 'held';
  return (value as { kind: string }).kind === 'lease';
}
