import { stat } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { startStores } from './temporary-file.ts';

const entries = 2_000;
const value = 'x'.repeat(4_000);

async function sizeAfterCheckpoint(file: string): Promise<number> {
  const database = new Libsql(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return (await stat(file)).size;
}

it('a file gets smaller once its rows are deleted, without blocking the event loop', async () => {
  const clock = new ManualClock();
  const { stores, file, stop } = await startStores({ clock });
  const expiresAt = clock.now() + 1_000;
  const names = Array.from({ length: entries }, (_, number) => `entry ${number}`);
  await Promise.all(names.map((name) => stores.cache.set(name, { value, expiresAt })));
  const full = await sizeAfterCheckpoint(file);
  clock.leap(1_000);
  let iterations = 0;
  let done = false;
  const counting = (async () => {
    for (; !done; iterations += 1) await yieldToEventLoop();
  })();
  while ((await stores.cache.removeExpired({ limit: 500 })) === 500);
  done = true;
  await counting;
  expect(full).toBeGreaterThan(entries * value.length);
  expect(await sizeAfterCheckpoint(file)).toBeLessThan(2 ** 21);
  expect(iterations).toBeGreaterThan(20);
  await stop();
});
