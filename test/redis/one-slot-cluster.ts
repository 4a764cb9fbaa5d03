import { Cluster } from 'ioredis';

/**
 * Adds a shebang to every script, so that Redis rejects scripts that use keys of two slots, including keys that the
 * script builds itself. Without a shebang, Redis allows that if one node has both slots.
 */
export class OneSlotCluster extends Cluster {
  override defineCommand(name: string, definition: { lua: string; numberOfKeys?: number }): void {
    super.defineCommand(name, { ...definition, lua: `#!lua\n${definition.lua}` });
  }
}
