import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DisposableDomains } from '../../src/address/disposable-domains.ts';
import { parseDomain } from '../../src/address/domain.ts';
import { isFree } from '../../src/address/domain-facts.ts';
import { foldCase } from '../../src/address/fold-case.ts';
import { type Mailbox, parseMailbox } from '../../src/address/mailbox.ts';
import { isRoleAccount } from '../../src/address/role.ts';
import { isSpecialUse } from '../../src/address/special-use.ts';
import { syntaxExplanations } from '../../src/address/syntax-problem.ts';
import { providerOf } from '../../src/exchange/provider.ts';
import { providers } from '../../src/exchange/providers.ts';
import { times } from '../support/values/for-all.ts';

/** Parts of valid and invalid addresses. */
const fragment = fc.constantFrom(
  ...[
    '@',
    '.',
    '..',
    '"',
    '\\',
    '"@',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    ' ',
    '\t',
    '\0',
    ',',
    '+',
    '-',
    '--',
    '_',
  ],
  ...['a', 'Z', '9', 'xn--', 'xn--a', 'example.com', 'example', '.com', 'localhost', '@example.com', '"a b"'],
  ...[
    '\u0301',
    'ü',
    'ß',
    'İ',
    'ı',
    'ς',
    'Σ',
    'ſ',
    '\u212A',
    '用',
    'ב',
    'م',
    '\u200C',
    '\u200D',
    '\u202E',
    '\uFEFF',
  ],
  ...['\u3002', '\uFF0E', '\uFF20', '\u00AD', '\u037E', '😀', '\uD800', '\uDC00', '\uFFFF', '⒈', '㏂', '�'],
);

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
    .map((units) => String.fromCharCode(...units)),
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.array(fragment, { maxLength: 12 }).map((parts) => `${parts.join('')}@example.com`),
  fc.array(fragment, { maxLength: 12 }).map((parts) => `ann@${parts.join('')}.example.com`),
);

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9]|[a-z0-9]-[a-z0-9]){0,8}$/);
const domain = fc.array(label, { maxLength: 3 }).map((labels) => [...labels, 'example', 'com'].join('.'));
const atom = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/);
const dotAtom = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.'));
const quotable = fc.stringMatching(/^[ -~ä-öа-я]{0,20}$/);

const wellFormed = fc.oneof(
  fc.tuple(dotAtom, domain).map(([local, at]) => `${local}@${at}`),
  fc.tuple(quotable, domain).map(([text, at]) => `"${text.replace(/["\\]/g, '\\$&')}"@${at}`),
  fc.tuple(fc.stringMatching(/^[ä-öа-яא-ת一-三]{1,12}$/u), domain).map(([local, at]) => `${local}@${at}`),
);

function mailboxOf(input: string): Mailbox | undefined {
  const parsed = parseMailbox(input);
  return parsed.kind === 'mailbox' ? parsed.mailbox : undefined;
}

function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

describe('any text', () => {
  it('is a mailbox or has a known problem', () => {
    times(3_000).forAll(anything, (input) => {
      const parsed = parseMailbox(input);
      if (parsed.kind === 'invalid') {
        expect(Object.keys(syntaxExplanations)).toContain(parsed.problem);
        expect(parsed.input).toBe(input.trim());
      } else {
        expect(input).toContain(parsed.mailbox.original);
      }
    });
  });

  it('may be a megabyte long', () => {
    const megabyte = fc.constantFrom(
      'a',
      '@',
      '.',
      '"',
      '"\\',
      'ü',
      '\u0301',
      ' ',
      'a@',
      'a.',
      '"a',
      'xn--',
      '\uD800',
    );
    times(60).forAll(
      megabyte,
      fc.constantFrom('', 'a@', '"'),
      fc.constantFrom('', '@example.com'),
      (unit, head, tail) => {
        expect(parseMailbox(head + unit.repeat(1_000_000 / unit.length) + tail).kind).toBe('invalid');
      },
    );
  });

  it('may be passed as a domain or a local part', () => {
    const domains = new DisposableDomains();
    times(1_000).forAll(anything, (text) => {
      for (const answer of [
        domains.isDisposable(text),
        domains.isDisposable('example.org', text),
        isFree(text),
        isSpecialUse(text),
        isRoleAccount(text),
      ]) {
        expect(typeof answer).toBe('boolean');
      }
      expect(['domain', 'invalid']).toContain(parseDomain(text).kind);
      providerOf(text);
    });
  });
});

describe('a mailbox', () => {
  it('is parsed from every well-formed address', () => {
    times(1_000).forAll(wellFormed, (input) => {
      expect(mailboxOf(input)?.original).toBe(input);
    });
  });

  it('is parsed to the same from its own address', () => {
    times(5_000).forAll(fc.oneof(wellFormed, anything), (input) => {
      const first = mailboxOf(input);
      if (first === undefined) return;
      expect(mailboxOf(first.address)).toEqual({ ...first, original: first.address });
    });
  });

  it('has at most the octets that RFC 5321 allows', () => {
    times(3_000).forAll(fc.oneof(wellFormed, anything), (input) => {
      const mailbox = mailboxOf(input);
      if (mailbox === undefined) return;
      expect(Buffer.byteLength(mailbox.localPart)).toBeLessThanOrEqual(64);
      expect(Buffer.byteLength(mailbox.address)).toBeLessThanOrEqual(254);
      expect(mailbox.address).toBe(`${mailbox.localPart}@${mailbox.domain}`);
      expect(mailbox.domain).toMatch(/^((?!-)[a-z0-9_-]{1,63}(?<!-)\.)+([a-z]{2,63}|xn--[a-z0-9-]+)$/);
    });
  });

  it('can be written into a command line', () => {
    times(3_000).forAll(fc.oneof(wellFormed, anything), (input) => {
      expect(mailboxOf(input)?.address ?? '').not.toMatch(/\p{Cc}|\p{Surrogate}/u);
    });
  });

  it('has the same key regardless of case', () => {
    times(1_000).forAll(wellFormed, (input) => {
      expect(mailboxOf(swapCase(input))?.key).toBe(mailboxOf(input)?.key);
    });
  });

  it('needs SMTPUTF8 exactly if its local part is not ASCII', () => {
    times(3_000).forAll(fc.oneof(wellFormed, anything), (input) => {
      const mailbox = mailboxOf(input);
      if (mailbox === undefined) return;
      expect(mailbox.needsSmtpUtf8).toBe(Array.from(mailbox.localPart).some((letter) => letter > '\x7F'));
    });
  });
});

describe('case folding', () => {
  it('is idempotent', () => {
    times(2_000).forAll(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(foldCase(foldCase(text))).toBe(foldCase(text));
    });
  });
});

describe('a provider', () => {
  const suffixes = providers.flatMap((provider) => provider.suffixes.map((suffix) => ({ provider, suffix })));
  const known = fc
    .tuple(fc.constantFrom(...suffixes), label)
    .map(([{ provider, suffix }, filler]) => ({ provider, end: suffix.replace('*', filler) }));

  it('is found by each of its suffixes and by their subdomains', () => {
    for (const { provider, suffix } of suffixes) expect(providerOf(suffix.replace('*', 'x'))).toBe(provider);
    times(1_000).forAll(known, fc.array(label, { maxLength: 3 }), ({ provider, end }, labels) => {
      const host = [...labels, end].join('.');
      const longer = suffixes.some(({ suffix }) => suffix.endsWith(`.${end}`) && host.endsWith(suffix));
      if (!longer) expect(providerOf(host)).toBe(provider);
    });
  });

  it('is not found within a label, or before the end', () => {
    times(1_000).forAll(known, label, ({ provider, end }, filler) => {
      expect(providerOf(`${filler}${end}`)).not.toBe(provider);
      expect(providerOf(`${end}.${filler}.example.com`)).toBeUndefined();
    });
  });
});
