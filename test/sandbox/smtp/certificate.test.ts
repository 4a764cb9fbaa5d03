import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../adapters/sandbox/smtp/certificate.ts';

describe('selfSignedCertificate', () => {
  it('names the host, is self-signed and matches its key', () => {
    const { key, cert } = selfSignedCertificate('mx.example.com');
    const certificate = new X509Certificate(cert);
    expect(certificate.subject).toBe('CN=mx.example.com');
    expect(certificate.checkHost('mx.example.com')).toBe('mx.example.com');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('is valid now and for years', () => {
    const { validFrom, validTo } = new X509Certificate(selfSignedCertificate('mx.example.com').cert);
    expect(Date.parse(validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 5 * 365 * 86_400_000);
  });

  it('makes a new key and a new serial number each time', () => {
    const [one, two] = [selfSignedCertificate('mx.example.com'), selfSignedCertificate('mx.example.com')];
    expect(one.key).not.toBe(two.key);
    expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(two.cert).serialNumber);
  });

  it('accepts names of any length', () => {
    const name = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`;
    expect(new X509Certificate(selfSignedCertificate(name).cert).checkHost(name)).toBe(name);
  });
});
