import { describe, expect, it } from 'vitest';
import { type Mailbox, parseMailbox } from '../../src/address/mailbox.ts';
import { syntaxExplanations } from '../../src/address/syntax-problem.ts';
import { invalidAddresses, validAddresses } from './mailbox-cases.ts';

function mailboxOf(input: string): Mailbox {
  const parsed = parseMailbox(input);
  if (parsed.kind === 'invalid') throw new Error(`${JSON.stringify(input)}: ${parsed.problem}`);
  return parsed.mailbox;
}

const shown = (input: string) => JSON.stringify(input.length > 60 ? `${input.slice(0, 60)}…` : input);

describe('a mailbox is parsed', () => {
  it.each(validAddresses.map(([input, address]) => [shown(input), input, address] as const))(
    'from %s',
    (_, input, address) => {
      expect(mailboxOf(input).address).toBe(address);
    },
  );

  it('into its parts', () => {
    expect(mailboxOf(' Jörg.Lee@Bücher.Example.com ')).toEqual({
      original: 'Jörg.Lee@Bücher.Example.com',
      localPart: 'Jörg.Lee',
      domain: 'xn--bcher-kva.example.com',
      address: 'Jörg.Lee@xn--bcher-kva.example.com',
      key: 'jörg.lee@xn--bcher-kva.example.com',
      needsSmtpUtf8: true,
    });
  });
});

describe('a text that is not a mailbox is refused', () => {
  it.each(invalidAddresses.map(([input, problem]) => [problem, shown(input), input] as const))(
    'as %s: %s',
    (problem, _, input) => {
      expect(parseMailbox(input)).toEqual({ kind: 'invalid', problem, input: input.trim() });
    },
  );

  it('with each of the problems at least once', () => {
    const seen = new Set(invalidAddresses.map(([, problem]) => problem));
    expect([...seen].sort()).toEqual(Object.keys(syntaxExplanations).sort());
  });

  it('with a sentence for the person who must correct it', () => {
    for (const sentence of Object.values(syntaxExplanations)) expect(sentence).toMatch(/^[A-Z].{20,120}\.$/);
  });
});

describe('the key', () => {
  it.each([
    ['Ann@example.com', 'ANN@EXAMPLE.COM'],
    // The same bytes on the wire: both are composed.
    ['Jörg@example.com', 'jo\u0308RG@example.com'],
    // The kelvin sign composes to K.
    ['\u212Aim@example.com', 'kim@example.com'],
    ['ann@bücher.example.com', 'ann@XN--BCHER-KVA.example.com'],
    ['"ann"@example.com', 'ANN@example.com'],
    ['"Ann\\ Lee"@example.com', '"ann lee"@example.com'],
  ])('is the same for %s and %s', (one, other) => {
    expect(mailboxOf(one).key).toBe(mailboxOf(other).key);
  });

  it.each([
    ['ſmith@example.com', 'smith@example.com'],
    ['É@example.com', 'é@example.com'],
    ['\u00B5@example.com', '\u03BC@example.com'],
    ['οδοσ@example.com', 'οδος@example.com'],
    ['ИВАН@example.com', 'иван@example.com'],
    ['straße@example.com', 'strasse@example.com'],
    ['ılgaz@example.com', 'ilgaz@example.com'],
    ['İlgaz@example.com', 'i\u0307lgaz@example.com'],
    ['\uFF41nn@example.com', 'ann@example.com'],
    ['jorg@example.com', 'jörg@example.com'],
    ['ann.lee@example.com', 'annlee@example.com'],
    ['"ann "@example.com', 'ann@example.com'],
    ['ann+x@example.com', 'ann@example.com'],
    ['ann@faß.example.com', 'ann@fass.example.com'],
    // Latin and Cyrillic a
    ['ann@example.com', '\u0430nn@example.com'],
  ])('differs for %s and %s', (one, other) => {
    expect(mailboxOf(one).key).not.toBe(mailboxOf(other).key);
  });
});
