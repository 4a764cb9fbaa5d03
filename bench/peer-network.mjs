/**
 * Connects unchanged packages to the sandbox: they keep calling `node:dns` and `node:net`, but what these would ask the
 * system is answered from the sandbox.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * `net.connect(port, name)` waits for getaddrinfo, which blocks a thread for as long as DNS takes. libuv has four
 * threads and gives slow calls such as this one half of them: two names are resolved at a time.
 */
export const realLookupsAtOnce = 2;

export function redirectNetwork({ dns: servers, dialTable }, { lookupsAtOnce }) {
  dns.setServers(servers);
  dns.lookup = lookupLike(servers, lookupsAtOnce);
  syncBuiltinESMExports();
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    const socket = connect.apply(this, args);
    redirectHandle(this._handle, dialTable);
    return socket;
  };
}

/** The last step before the system: the socket has resolved the name and connects to an address of the sandbox. */
function redirectHandle(handle, dialTable) {
  const { connect } = handle;
  handle.connect = function (request, address, port) {
    const target = dialTable[address] ?? { address, port };
    return connect.call(this, request, target.address, target.port);
  };
}

/** Like getaddrinfo: asks for A and AAAA together, caches nothing, and occupies a thread meanwhile. */
function lookupLike(servers, lookupsAtOnce) {
  const resolver = new dns.promises.Resolver();
  resolver.setServers(servers);
  const threads = new Threads(lookupsAtOnce);
  return (hostname, options, callback = options) => {
    const { all = false, family = 0 } = typeof options === 'object' ? options : {};
    const find = async () => {
      const [four, six] = await Promise.all([
        family === 6 ? [] : resolver.resolve4(hostname).catch(() => []),
        family === 4 ? [] : resolver.resolve6(hostname).catch(() => []),
      ]);
      return [
        ...four.map((address) => ({ address, family: 4 })),
        ...six.map((address) => ({ address, family: 6 })),
      ];
    };
    threads.run(find).then((found) => {
      const [first] = found;
      if (first === undefined)
        callback(Object.assign(new Error(`getaddrinfo ${hostname}`), { code: 'ENOTFOUND' }));
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

class Threads {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  async run(task) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
