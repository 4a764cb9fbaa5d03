import { Cluster } from 'ioredis';

/**
 * Adds a shebang to every script that a client of a cluster sends from now on, so that Redis rejects scripts that use
 * keys of two slots, including keys that the script builds itself. Without a shebang, Redis allows that if one node has
 * both slots.
 */
export function refuseScriptsWithTwoSlots(): void {
  const { defineCommand } = Cluster.prototype;
  Cluster.prototype.defineCommand = function (this: Cluster, name, definition) {
    defineCommand.call(this, name, { ...definition, lua: `#!lua\n${definition.lua}` });
  };
}
