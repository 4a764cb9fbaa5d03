import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { type Sandbox, type SandboxWorld, startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine, type Engine, type EngineOptions } from '../../src/index.ts';

export interface SandboxedEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
}

/** An engine in front of a simulated internet, over real sockets. */
export async function sandboxedEngine(
  world: SandboxWorld,
  options: EngineOptions = {},
): Promise<SandboxedEngine> {
  const sandbox = await startSandbox(world);
  const engine = createEngine({ ...memoryStores(), ...netPorts(sandbox.network) }, options);
  return {
    engine,
    sandbox,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await sandbox.close();
    },
  };
}
