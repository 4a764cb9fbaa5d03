import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timerPromises from 'node:timers/promises';

/** Thrown where simulated code asks for anything that does not come from the seed. */
class NotFromSeed extends Error {
  constructor(name: string) {
    super(`${name} was used during a simulation. Take time and randomness from the ports.`);
    this.name = 'NotFromSeed';
  }
}

/** What stands in for time and randomness where the stores do not take them from a port. */
interface VirtualSources {
  readonly now: () => number;
  readonly soon: (task: () => void) => void;
  readonly uuid: () => string;
}

type Replacement = readonly [holder: object, name: string, value: unknown];

/**
 * Makes real timers and real randomness an error while `work` runs. `Date.now` returns the virtual time, because
 * p-queue notes it for statistics that nobody reads, and `setImmediate` calls `soon`: the SQLite stores commit what was
 * written in one turn of the event loop together, and stores let other work go first between the parts of a long list.
 * They name their leases by `randomUUID` of node:crypto, which is `uuid` meanwhile.
 */
export async function withoutRealTime<Result>(
  { now, soon, uuid }: VirtualSources,
  work: () => Promise<Result>,
): Promise<Result> {
  const refuse = (name: string) => () => {
    throw new NotFromSeed(name);
  };
  const replacements: Replacement[] = [
    [Date, 'now', now],
    [Math, 'random', refuse('Math.random')],
    [performance, 'now', refuse('performance.now')],
    [crypto, 'randomUUID', refuse('crypto.randomUUID')],
    [crypto, 'getRandomValues', refuse('crypto.getRandomValues')],
    [AbortSignal, 'timeout', refuse('AbortSignal.timeout')],
    [globalThis, 'setTimeout', refuse('setTimeout')],
    [globalThis, 'setInterval', refuse('setInterval')],
    [globalThis, 'setImmediate', soon],
    [globalThis, 'Date', dateWithoutNow(refuse('new Date()'))],
    [process, 'hrtime', Object.assign(refuse('process.hrtime'), { bigint: refuse('process.hrtime.bigint') })],
    ...['setTimeout', 'setInterval'].map(
      (name): Replacement => [timers, name, refuse(`${name} of node:timers`)],
    ),
    [timers, 'setImmediate', soon],
    ...['setTimeout', 'setInterval'].map(
      (name): Replacement => [timerPromises, name, refuse(`${name} of node:timers/promises`)],
    ),
    [timerPromises, 'setImmediate', () => new Promise<void>((resolve) => soon(resolve))],
    [nodeCrypto, 'randomUUID', uuid],
    ...['randomBytes', 'randomInt', 'randomFill', 'randomFillSync'].map(
      (name): Replacement => [nodeCrypto, name, refuse(`${name} of node:crypto`)],
    ),
  ];
  const restore = replacements.map(([holder, name, value]) => {
    const original = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
    return () => {
      if (original === undefined) Reflect.deleteProperty(holder, name);
      else Object.defineProperty(holder, name, original);
    };
  });
  // Named imports of Node's modules see the replacements, too.
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    for (const undo of restore) undo();
    syncBuiltinESMExports();
  }
}

/** Returns the class of dates without the present: dates are made of a given time only. */
function dateWithoutNow(refuse: () => never): DateConstructor {
  return new Proxy(Date, {
    apply: refuse,
    construct: (target, args, newTarget) =>
      args.length === 0 ? refuse() : Reflect.construct(target, args, newTarget),
  });
}
