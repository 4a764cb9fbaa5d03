import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packJson, unpackJson } from '../../../adapters/redis/jobs/job-items.ts';
import { forAll } from '../../support/values/for-all.ts';

/** Any sequence of UTF-16 code units: line breaks, NUL, halves of surrogate pairs. */
const text = fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 12 }).map((units) => {
  return String.fromCharCode(...units);
});
const textOrNull = fc.option(text);
const flag = fc.option(fc.boolean());

const verification = fc.record({
  email: text,
  status: text,
  explanation: text,
  email_provider: text,
  substatus: text,
  mx_record: textOrNull,
  is_domain_catch_all: flag,
  is_secure_email_gateway: fc.boolean(),
  is_disposable: flag,
  is_role_account: flag,
  is_free: flag,
  confidence: fc.option(fc.integer({ min: 0, max: 100 })),
});
const address = fc.record({ email: text });
const row = fc.record({ first_name: text, last_name: text, domain: text });
/** Objects with unknown fields, or with known fields in another order. */
const other = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
  text,
);
const values = fc.oneof(verification, address, row, other);

describe('packed JSON', () => {
  it('restores every value after encoding in UTF-8, and is a single line', () => {
    forAll(values, (value) => {
      const packed = packJson(value);
      expect(packed).not.toMatch(/[\r\n]/);
      const read = unpackJson(Buffer.from(packed).toString());
      expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    });
  });

  it('keeps an unusual order of fields', () => {
    const turned = { domain: 'example.com', last_name: 'Lovelace', first_name: 'Ada' };
    expect(Object.keys(unpackJson(packJson(turned)) as object)).toEqual([
      'domain',
      'last_name',
      'first_name',
    ]);
  });

  it('omits the field names of the most frequent shapes', () => {
    expect(packJson({ email: 'user@example.com' })).toBe('["user@example.com"]');
    expect(packJson({ first_name: 'Ada', last_name: 'Lovelace', domain: 'example.com' })).toBe(
      '["Ada","Lovelace","example.com"]',
    );
  });
});
