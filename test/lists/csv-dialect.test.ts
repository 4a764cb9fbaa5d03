import { describe, expect, it } from 'vitest';
import { findOtherSeparator } from '../../adapters/lists/csv-dialect.ts';

describe('findOtherSeparator', () => {
  const separators = ['~', '^', '#', '$', '/', '¦', '§', ':', '=', '!', '*', '%', '&', '\u001f'];

  it.each(separators)('finds %j between a name and an address', (separator) => {
    const rows = ['ann', 'bob'].map((name) => `${name}${separator}${name}@example.com`);
    expect(findOtherSeparator([`name${separator}email`, ...rows])).toBe(separator);
  });

  it.each<[string, string[]]>([
    ['a footer', ['name~email', 'Ann~ann@example.com', 'Bob~bob@example.com', '(2 rows)']],
    ['a footer below one row', ['name~email', 'Ann~ann@example.com', '(1 row)']],
    ['lines of white space', ['name~email', ' ', 'Ann~ann@example.com', '', '\t', ' ']],
    ['white space before the names', ['', ' ', 'name~email', 'Ann~ann@example.com']],
    ['white space around the cells', ['name ~ email', 'Ann ~ ann@example.com']],
    ['a footer and a note', ['a~b', '1~a@example.com', '2~b@example.com', 'Total: 2', 'Printed today']],
    ['empty cells', ['name~email~city', '~ann@example.com~', '~~']],
    ['names with hyphens and dots', ['first-name~e.mail', 'Ann~ann@example.com']],
    ['addresses in every line', ['a~a@example.com', 'b~b@example.com']],
  ])('finds it beside %s', (_, lines) => {
    expect(findOtherSeparator(lines)).toBe('~');
  });

  const odd = [
    'ann~a@example.com',
    'b^ob@example.com',
    'c#c@example.com',
    'd$d@example.com',
    'e/e@example.com',
  ];
  const tagged = ['ann+news@example.com', 'bob+shop@example.com'];
  it.each<[string, string[]]>([
    ...[
      'email',
      'E-mail',
      'email_address',
      'e.mail',
      'E-Mail-Adresse',
      'Email Address',
      '#email',
      'Email*',
      'Email:',
    ].flatMap((header): [string, string[]][] => [
      [`${header}, addresses with punctuation`, [header, ...odd]],
      [`${header}, the same punctuation in each`, [header, '#ann~a@example.com', '#bob~b@example.com']],
      [`${header}, tagged addresses`, [header, ...tagged]],
      [`${header}, links`, [header, 'mailto:ann@example.com', 'mailto:bob@example.com']],
    ]),
    ['names of two columns, addresses in one', ['Email/Login', 'ann@example.com', 'bob@example.com']],
    ['names before addresses', ['Name <email>', 'Ann <ann@example.com>', '"Baker" <bob@example.com>']],
    ['a colon before links', ['Contact: address', 'mailto:ann@example.com', 'mailto:bob@example.com']],
    ['tagged addresses below a plus sign', ['email+tag', ...tagged]],
    ['no header, tagged addresses', tagged],
    ['no header, rewritten addresses', ['SRS0=a=b=c=ann@example.com', 'SRS0=d=e=f=bob@example.com']],
    ['no header, names with a stroke', ['Ann/Bob <a@example.com>', 'Cy/Di <c@example.com>']],
    ['no header, punctuation in few', ['ann~a@example.com', 'bob@example.com', 'cy@example.com']],
    ['a header alone', ['name~email']],
    ['nothing', []],
  ])('finds none: %s', (_, lines) => {
    expect(findOtherSeparator(lines)).toBeUndefined();
  });
});
