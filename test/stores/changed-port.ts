/** Returns a port, or what is like one, some of whose methods are others. */
export function changedPort<Port extends object>(port: Port, methods: Partial<Port>): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const owner = name in methods ? methods : target;
      const member: unknown = Reflect.get(owner, name);
      return typeof member === 'function' ? member.bind(owner) : member;
    },
  });
}

/** Returns a port each of whose calls is left to `call`, which carries it out or does not. */
export function interceptedPort<Port extends object>(
  port: Port,
  call: (method: string, args: readonly unknown[], carryOut: () => unknown) => unknown,
): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => call(String(name), args, () => member.apply(target, args));
    },
  });
}
