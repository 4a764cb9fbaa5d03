import type { SandboxWorld } from '../world.ts';
import { demoWorld } from './demo-world.ts';

/** Longer than any process runs. */
const alwaysMs = 100 * 365 * 86_400_000;

/**
 * Returns the internet that test keys see: that of `demoWorld`, in which no answer depends on what was asked before, so that
 * greylisting never ends.
 */
export function testWorld(): SandboxWorld {
  const { world } = demoWorld();
  const exchanges = Object.entries(world.exchanges ?? {}).map(([host, exchange]) => [
    host,
    exchange.greylistMs === undefined ? exchange : { ...exchange, greylistMs: alwaysMs },
  ]);
  return { ...world, exchanges: Object.fromEntries(exchanges) };
}
