import { describe, expect, it } from 'vitest';
import { checkNewKey, hashOfKey, newApiKey, newKeyId } from '../../adapters/stores/api-keys.ts';

describe('API keys', () => {
  it('consist of mp_ and 32 random bytes in base64url', () => {
    const key = newApiKey({ test: false });
    expect(key).toMatch(/^mp_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(key.slice(3), 'base64url')).toHaveLength(32);
    expect(newApiKey({ test: false })).not.toBe(key);
    expect(newApiKey({ test: true })).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
  });

  it('have ids that cannot be mistaken for keys', () => {
    expect(newKeyId()).toMatch(/^key_[0-9a-f]{24}$/);
  });

  it('are hashed with SHA-256, unmodified', () => {
    // FIPS 180-4, the example "abc".
    expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashOfKey(' abc')).not.toBe(hashOfKey('abc'));
  });

  it('may have any label that can be stored unchanged, including an empty one', () => {
    expect(() => checkNewKey({ account: 'acme', label: '' })).not.toThrow();
    expect(() => checkNewKey({ account: 'acme', label: 'a\0b' })).toThrow(/label/);
    expect(() => checkNewKey({ account: '' })).toThrow(/account/);
  });
});
