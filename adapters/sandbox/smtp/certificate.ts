import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { checkString } from '../../../src/argument-checks.ts';

/** Object identifiers in their DER form, tag and length included. */
const oid = {
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
  commonName: Buffer.from('0603550403', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
} as const;

const dayMs = 86_400_000;

/**
 * Creates an EC P-256 key and a self-signed certificate (X.509 version 3, RFC 5280), both as PEM, for servers on the
 * simulated internet and in tests. Valid from yesterday for ten years. Takes about a millisecond.
 */
export function selfSignedCertificate(commonName: string): { key: string; cert: string } {
  checkString('commonName', commonName, "Pass the name of a host: 'mx.example.org'.");
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid.ecdsaWithSha256);
  const name = sequence(tagged(0x31, sequence(oid.commonName, tagged(0x0c, Buffer.from(commonName)))));
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))), // version 3
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(time(now - dayMs), time(now + 3_653 * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(sequence(oid.subjectAltName, tagged(0x04, sequence(tagged(0x82, Buffer.from(commonName)))))),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', certificate),
  };
}

/** Tag, length, content (X.690 §8.1). */
function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const octets = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length, ...octets]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** A positive integer: the top bit is cleared, and the next one set so that the encoding is the shortest. */
function integer(octets: Uint8Array): Buffer {
  const [first = 0, ...rest] = octets;
  return tagged(0x02, Buffer.from(rest.length === 0 ? [first & 0x7f] : [(first & 0x7f) | 0x40, ...rest]));
}

/** UTCTime through 2049, GeneralizedTime after (RFC 5280 §4.1.2.5). */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}
