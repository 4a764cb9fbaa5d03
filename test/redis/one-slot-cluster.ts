import { Cluster } from 'ioredis';

/**
 * A script whose first line is a shebang may not touch keys of two slots, not even keys that it makes up itself;
 * without that line Redis lets it, where one node has both.
 */
export class OneSlotCluster extends Cluster {
  override defineCommand(name: string, definition: { lua: string; numberOfKeys?: number }): void {
    super.defineCommand(name, { ...definition, lua: `#!lua\n${definition.lua}` });
  }
}
