import { expect, it } from 'vitest';
import { SqliteConnection } from '../../adapters/sqlite/connection.ts';
import { libsqlDriver } from '../../adapters/sqlite/driver.ts';
import { temporaryFile } from './temporary-file.ts';

it('a connection goes on reading and writing after another one had locked the file', async () => {
  const file = await temporaryFile();
  const Driver = libsqlDriver();
  const [holder, connection] = [1, 2].map(() => new SqliteConnection(new Driver(file, { timeout: 1 }))) as [
    SqliteConnection,
    SqliteConnection,
  ];
  holder.script('PRAGMA journal_mode = WAL; CREATE TABLE numbers (number INTEGER)');
  const add = (number: number) =>
    connection.transaction(() => connection.run('INSERT INTO numbers VALUES (?)', number));
  const read = () => connection.snapshot(() => connection.all('SELECT number FROM numbers'));
  add(1);
  expect(read()).toEqual([{ number: 1 }]);
  holder.transaction(() => {
    expect(() => add(2)).toThrow(/locked/);
  });
  expect(read()).toEqual([{ number: 1 }]);
  add(3);
  expect(read()).toEqual([{ number: 1 }, { number: 3 }]);
  for (const each of [holder, connection]) each.close();
});
