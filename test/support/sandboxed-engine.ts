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

/** Returns the status of each address of a list. */
export async function statusesOfList(engine: Engine, emails: readonly string[]): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for await (const { email, status } of engine.runBulk(emails)) found.set(email, status);
  return emails.map((email) => found.get(email) ?? 'none');
}
