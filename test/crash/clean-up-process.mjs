import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from 'mailproof';
import { netPorts, systemClock } from 'mailproof/net';
import { postgresStores } from 'mailproof/postgres';
import { redisStores } from 'mailproof/redis';
import { networkOf } from 'mailproof/sandbox';
import { sqliteStores } from 'mailproof/sqlite';

/**
 * A process that forgets an address, or cleans up as its retention says. Tells its parent before each change of a store,
 * and when it is done (`clean-up-kills.ts`). Ends with its parent.
 */
const { storage, network, forget, lastChange } = JSON.parse(process.argv[2]);
const { kind, location } = storage;
const open = { sqlite: sqliteStores, redis: redisStores, postgres: postgresStores }[kind];
const opened = open(location);
/** Before each change, so that a kill is likely to come between two of them. */
const pauseMs = 5;
const changes = new Set(['removeExpired', 'deleteFinished', 'foldJournal', 'removeGroup', 'redact']);
const stores = {
  ...opened,
  cache: announced(opened.cache),
  jobs: announced(opened.jobs),
  ledger: announced(opened.ledger),
};
let told = 0;
let skippedMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + skippedMs };
const engine = createEngine({ ...stores, ...netPorts({ ...networkOf(network), clock }) });

process.once('disconnect', () => process.exit());

if (forget !== undefined) {
  await engine.forget(forget);
  process.send('done');
} else {
  // Clean-ups are this far apart.
  skippedMs = 600_000;
  await engine.verify('no address');
}

/**
 * The same store, which tells the parent of its changes. A clean-up folds the journal last: it is done when less is left
 * than one call folds.
 */
function announced(store) {
  return new Proxy(store, {
    get(target, name) {
      const method = target[name];
      if (!changes.has(name)) return typeof method === 'function' ? method.bind(target) : method;
      return async (...args) => {
        // Its parent may be slow to kill it.
        if (told === lastChange) return new Promise(() => {});
        told += 1;
        process.send('change');
        await delay(pauseMs);
        const count = await method.apply(target, args);
        if (name === 'foldJournal' && count < args[0].limit) process.send('done');
        return count;
      };
    },
  });
}
