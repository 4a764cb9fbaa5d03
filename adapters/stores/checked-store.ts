/** A function for each method of a port, with the arguments of that method. */
export type MethodChecks<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => unknown
    ? (...args: Args) => void
    : never;
};

/**
 * Returns the store as its callers have it: a call with wrong arguments rejects with InvalidArgument, without
 * calling the store. `checks`: `cacheChecks`, `ledgerChecks` or `jobChecks`. It has the methods of the port
 * only.
 */
export function checkedStore<Port extends object>(store: Port, checks: MethodChecks<Port>): Port {
  const methods = Object.entries<(...args: unknown[]) => void>(checks).map(([name, check]) => {
    const method: (...args: unknown[]) => Promise<unknown> = Reflect.get(store as object, name);
    // No async function: its callers would wait for several more turns of the microtask queue.
    const checked = (...args: unknown[]) => {
      try {
        check(...args);
      } catch (error) {
        return Promise.reject(error);
      }
      return method.apply(store, args);
    };
    return [name, checked];
  });
  return Object.fromEntries(methods);
}
