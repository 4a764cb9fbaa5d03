/** mailproof through its public surface, every option at its default. */
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';

export async function start(description, { timeoutMs = 10_000 }) {
  const engine = createEngine({ ...memoryStores(), ...netPorts(networkOf(description)) });
  return {
    verify: (email) => engine.verify(email, { timeoutMs }).catch((error) => ({ error: String(error) })),
    close: () => engine.close(),
  };
}
