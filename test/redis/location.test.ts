import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from '../../adapters/redis/location.ts';

describe('the URL of a single Redis', () => {
  it.each([
    ['redis://user:p%40ss@db.example.net', 'user', 'p@ss'],
    ['redis://:50%25@db.example.net', undefined, '50%'],
    ['redis://:50%off@db.example.net', undefined, '50%off'],
    ['redis://db.example.net', undefined, undefined],
  ])('%s has the credentials %s and %s', (url, username, password) => {
    expect(parseRedisUrl(url)).toMatchObject({ kind: 'single', username, password });
  });

  it('is passed to the client without credentials, and with the rest as it is', () => {
    expect(parseRedisUrl('rediss://user:secret@db.example.net:6380/2?family=6')).toMatchObject({
      url: 'rediss://db.example.net:6380/2?family=6',
      address: 'db.example.net:6380',
    });
  });
});

describe('the URL of a cluster', () => {
  it('has IPv6 addresses in brackets, which the client gets without', () => {
    expect(parseRedisUrl('redis+cluster://[2001:db8::1]:7000,db.example.net')).toMatchObject({
      nodes: [
        { host: '2001:db8::1', port: 7000 },
        { host: 'db.example.net', port: 6379 },
      ],
      address: '[2001:db8::1]:7000,db.example.net:6379',
    });
  });

  it('has one pair of credentials for all nodes', () => {
    expect(parseRedisUrl('rediss+cluster://user:50%off@a.example.net,b.example.net')).toMatchObject({
      username: 'user',
      password: '50%off',
      tls: true,
    });
  });
});
