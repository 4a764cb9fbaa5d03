/** Thrown where simulated code asks for anything that does not come from the seed. */
class NotFromSeed extends Error {
  constructor(name: string) {
    super(`${name} was used during a simulation. Take time and randomness from the ports.`);
    this.name = 'NotFromSeed';
  }
}

type Replacement = readonly [holder: object, name: string, value: unknown];

/**
 * Makes real timers and real randomness an error while `work` runs. `Date.now` returns the virtual time, because
 * p-queue notes it for statistics that nobody reads.
 */
export async function withoutRealTime<Result>(
  now: () => number,
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
    ...['setTimeout', 'setInterval', 'setImmediate'].map(
      (name): Replacement => [globalThis, name, refuse(name)],
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
  try {
    return await work();
  } finally {
    for (const undo of restore) undo();
  }
}
