import { describe, expect, it } from 'vitest';
import { readStoreLocation, redactedLocation, storeArgument } from '../../../adapters/cli/settings/stores.ts';
import { words } from '../../support/values/words.ts';

describe('the store', () => {
  it('is a file in the working directory unless set', () => {
    expect(readStoreLocation({}, {})).toMatchObject({ kind: 'sqlite', file: 'mailproof.db' });
  });

  it.each([
    ['memory:', { kind: 'memory' }],
    ['sqlite:/var/lib/mailproof/accounts.db', { kind: 'sqlite', file: '/var/lib/mailproof/accounts.db' }],
    ['sqlite:my accounts.db', { kind: 'sqlite', file: 'my accounts.db' }],
    ['redis://127.0.0.1:6379', { kind: 'redis', url: 'redis://127.0.0.1:6379' }],
    ['postgres://user:secret@db.example.net:5432/app?sslmode=require', { kind: 'postgres' }],
    ['postgresql:///app?host=/run/postgresql', { kind: 'postgres' }],
    ['rediss://user:secret@redis.example.net/2', { kind: 'redis' }],
    ['redis+cluster://user:secret@a.example.net,b.example.net:7000', { kind: 'redis' }],
  ])('is read from the variable: %s', (text, location) => {
    expect(readStoreLocation({}, { MAILPROOF_STORE: text })).toMatchObject(location);
  });

  it('is taken from the flag if both are set', () => {
    const location = readStoreLocation({ store: 'sqlite:a.db' }, { MAILPROOF_STORE: 'memory:' });
    expect(location).toMatchObject({ kind: 'sqlite', file: 'a.db' });
  });

  it.each(
    words(`
    mailproof.db sqlite: sqlite::memory: sqlite:file:a.db memory redis: redis:// redis+cluster://
    mysql://x
  `),
  )('cannot be "%s"', (text) => {
    expect(() => readStoreLocation({}, { MAILPROOF_STORE: text })).toThrow(
      `MAILPROOF_STORE is "${text}". Set it to memory:, sqlite:<file>, postgres://<host>/<database>, redis://<host>:<port> or redis+cluster://<host>:<port>.`,
    );
  });

  it('never shows a password, in an error or in output', () => {
    const wrong = () => readStoreLocation({ store: 'mysql://user:secret@db.example.net' }, {});
    expect(wrong).toThrow(/^--store is not a store\. (?!.*secret)/);
    const location = readStoreLocation({ store: 'redis://user:secret@redis.example.net/2' }, {});
    expect(redactedLocation(location)).toBe('redis://user:***@redis.example.net/2');
    const database = readStoreLocation({ store: 'postgres://user:secret@db.example.net/app' }, {});
    expect(redactedLocation(database)).toBe('postgres://user:***@db.example.net/app');
    const cluster = readStoreLocation({ store: 'redis+cluster://:secret@a.example.net,b.example.net' }, {});
    expect(redactedLocation(cluster)).toBe('redis+cluster://:***@a.example.net,b.example.net');
  });

  it.each(['half@secret', '12/34', '12#34', '12?34@56'])('hides the whole of the password %s', (password) => {
    const flags = { store: `redis://user:${password}@redis.example.net/2` };
    expect(redactedLocation(readStoreLocation(flags, {}))).toBe('redis://user:***@redis.example.net/2');
  });

  it('hides a password among the parameters, where the client of Redis accepts it too', () => {
    const flags = { store: 'redis://redis.example.net/2?password=secret&family=6' };
    expect(redactedLocation(readStoreLocation(flags, {}))).toBe(
      'redis://redis.example.net/2?password=***&family=6',
    );
  });
});

describe('the argument that another command needs', () => {
  it('is empty if the variable or the default is in use', () => {
    expect(storeArgument(readStoreLocation({}, {}))).toBe('');
    expect(storeArgument(readStoreLocation({}, { MAILPROOF_STORE: 'sqlite:a.db' }))).toBe('');
  });

  it('is the flag, quoted for a shell', () => {
    expect(storeArgument(readStoreLocation({ store: 'sqlite:a.db' }, {}))).toBe(' --store sqlite:a.db');
    expect(storeArgument(readStoreLocation({ store: "sqlite:ann's $HOME.db" }, {}))).toBe(
      " --store 'sqlite:ann'\\''s $HOME.db'",
    );
  });
});
