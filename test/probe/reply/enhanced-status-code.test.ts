import { describe, expect, test } from 'vitest';
import { parseEnhancedCode } from '../../../src/probe/reply/enhanced-status-code.ts';

function parse(code: number, ...lines: string[]): string | undefined {
  const parsed = parseEnhancedCode({ code, lines });
  return parsed && `${parsed.class}.${parsed.subject}.${parsed.detail}`;
}

describe('an enhanced status code is found', () => {
  test.each([
    [550, '5.1.1 User unknown', '5.1.1'],
    [550, '5.1.1', '5.1.1'],
    [550, '  5.1.1 User unknown', '5.1.1'],
    [550, '#5.1.0 Address rejected.', '5.1.0'],
    [550, '(5.1.1) User unknown', '5.1.1'],
    [550, '[5.1.1] User unknown', '5.1.1'],
    [550, '5.7.1: refused', '5.7.1'],
    [550, 'sorry, no mailbox here by that name (#5.1.1)', '5.1.1'],
    [511, 'sorry, no mailbox here by that name (#5.1.1 - chkuser)', '5.1.1'],
    [550, 'User unknown (5.1.1)', '5.1.1'],
    [550, 'User unknown #5.1.1', '5.1.1'],
    [250, '2.1.5 Ok', '2.1.5'],
    [451, '4.7.500 Server busy', '4.7.500'],
    [550, '5.7.606 Access denied', '5.7.606'],
  ])('%i %s', (code, line, expected) => {
    expect(parse(code, line)).toBe(expected);
  });

  test('on a later line', () => {
    expect(parse(550, 'Sorry', '5.1.1 User unknown')).toBe('5.1.1');
  });

  test('that agrees with the reply code, rather than one that does not', () => {
    expect(parse(550, '4.2.1 first', '5.1.1 second')).toBe('5.1.1');
    expect(parse(450, '4.2.0 said: 550 (#5.1.1)')).toBe('4.2.0');
  });

  test('that contradicts the reply code, at the head of a line', () => {
    expect(parse(550, '4.7.1 try later')).toBe('4.7.1');
    expect(parse(450, '5.1.1 User unknown')).toBe('5.1.1');
  });
});

describe('an enhanced status code is not', () => {
  test.each([
    [550, 'User unknown'],
    [550, ''],
    [550, '5.1.1.2 is an address'],
    [550, '[5.1.1.2] is an address'],
    [550, '5.1.1@example.org unknown'],
    [550, '5.1 too short'],
    [550, '5.1.1234 too long'],
    [550, '3.1.1 no such class'],
    [550, 'Postfix 2.5.1 here'],
    [550, 'host said: 550 5.1.1 User unknown'],
    [450, 'callout failed: no mailbox here by that name (#5.1.1)'],
  ])('in %i %s', (code, line) => {
    expect(parse(code, line)).toBeUndefined();
  });

  test('in a reply without lines', () => {
    expect(parse(550)).toBeUndefined();
  });
});
