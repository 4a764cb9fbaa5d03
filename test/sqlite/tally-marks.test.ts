import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { startStores } from './temporary-file.ts';

it('expired marks of tallies leave the file when they are removed, at most so many at once', async () => {
  const clock = new ManualClock();
  const { stores, file, stop } = await startStores({ clock });
  const expiresAt = clock.now() + 1_000;
  const mark = (key: string) => ({ key, expected: undefined, value: 'x', expiresAt });
  for (let index = 0; index < 150; index += 1)
    await stores.tallies!.addMarked('outcomes', [{ name: 'counted', by: 1 }], {
      maxBytes: 1_000,
      mark: mark(`address ${index}`),
    });
  const marks = () => {
    const database = new Libsql(file);
    const { count } = database.prepare('SELECT count(*) AS count FROM tally_marks').get() as {
      count: number;
    };
    database.close();
    return count;
  };
  expect(marks()).toBe(150);
  clock.leap(1_000);
  for (const left of [50, 0]) {
    expect(await stores.tallies!.removeExpired({ limit: 100 })).toBe(left === 50 ? 100 : 50);
    expect(marks()).toBe(left);
  }
  await stop();
});
