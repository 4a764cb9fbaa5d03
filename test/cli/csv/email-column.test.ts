import { describe, expect, it } from 'vitest';
import { emailColumn } from '../../../adapters/cli/csv/email-column.ts';
import type { CsvDialect } from '../../../adapters/lists/csv-dialect.ts';

function columnOf(
  header: readonly string[] | undefined,
  wanted?: string,
  width = header?.length ?? 1,
  delimiter: CsvDialect['delimiter'] = ',',
  sample: readonly (readonly string[])[] = [],
) {
  const dialect = {
    delimiter,
    newline: '\n',
    byteOrderMark: false,
    firstLine: 1,
    spacedQuotes: false,
  } as const;
  return emailColumn({ header, width, file: 'list.csv', dialect, sample }, wanted);
}

describe('the column with the addresses', () => {
  it.each([
    [['id', 'Email'], 1],
    [['E-Mail', 'name'], 0],
    [['name', ' MAIL '], 1],
    [['email_address', 'name'], 0],
    [['contact'], 0],
  ])('is found in %j', (header, index) => {
    expect(columnOf(header)).toBe(index);
  });

  it('is not looked for below a title, whose row would be taken for the names of the columns', () => {
    const rows = [[], ['Name', 'E-Mail'], ['Ann', 'ann@example.com']];
    expect(() => columnOf(['Kontakte 2026', ''], undefined, 2, ',', rows)).toThrow(
      'The names of the columns of list.csv seem to be in a row below the first: Name, E-Mail. Remove what is above them',
    );
    const ways = [
      ['ann@example.com', 'Email'],
      ['bob@example.com', 'Post'],
    ];
    expect(columnOf(['Kontakt', 'Weg'], undefined, 2, ',', ways)).toBe(0);
    expect(columnOf(['Kunde', 'Kontakt', 'Kanal'], 'Kontakt', 3, ',', [['Meier', '', 'E-Mail']])).toBe(1);
  });

  it.each([
    'E-Mail-Adresse,E-Mail (geschäftlich),Adresse e-mail,Courriel,Correo electrónico,Indirizzo email,Endereço de e-mail',
    'メールアドレス,邮箱,電子郵件,이메일,Адрес электронной почты,Електронна пошта,Διεύθυνση email,E-posta adresi',
    'E-mailová adresa,Adres e-mail,E-mail cím,Adresă de e-mail,E-postadress,E-mailadres,Sähköposti,Địa chỉ email',
    'البريد الإلكتروني,אימייל,ईमेल,Alamat email,Имейл,E-pošta',
    'Contact: Email,E-mail 1 - Value,Email Address,E-mail Address,Work Email,workEmail,Person - Email - Work,Email ID,EMAIL',
    'Customer Email,Lead Email,Primary E-Mail,lead_email,user.email,Email*',
  ])('is found by names of many languages and programs: %s', (names) => {
    for (const name of names.split(',')) expect([name, columnOf(['id', name, 'phone'])]).toEqual([name, 1]);
  });

  it.each([
    'Email Opt Out,HasOptedOutOfEmail,Email Status,E-mail 1 - Label,E-mail 2 Address,E-mail Type,Email Domain,Last Email Date',
    'Owner Email,Sender Email,Accepts Email Marketing,Unsubscribed from email,Email verified,EMAIL_TYPE,Voicemail number',
  ])('is not one about mail, or of the addresses of others: %s', (names) => {
    for (const name of names.split(',')) {
      expect(() => columnOf(['id', name])).toThrow(/^Which column/);
      expect([name, columnOf([name, 'id', 'Email'])]).toEqual([name, 2]);
    }
  });

  it('is refused if two may be meant and have addresses, and the error names both and the flag', () => {
    const header = ['Name', 'Personal Email', 'Work Email'];
    const both = [['Ann', 'ann@example.org', 'ann@example.com']];
    const message =
      'list.csv has several columns that may have the addresses. Set --column to the name or number of one: 2 "Personal Email", 3 "Work Email".';
    for (const sample of [both, []])
      expect(() => columnOf(header, undefined, 3, ',', sample)).toThrow(message);
    expect(columnOf(header, undefined, 3, ',', [['Ann', '', 'ann@example.com']])).toBe(2);
  });

  it('is the only one that has addresses, whatever its name', () => {
    const sample = [
      ['1', 'ann@example.org', 'call ann@example.org'],
      ['2', 'n/a', 'x'],
      ['', 'tom@example.org; ann@example.org', ''],
    ];
    expect(columnOf(['id', 'Reach', 'note'], undefined, 3, ',', sample)).toBe(1);
    expect(columnOf(['Email', 'Reach', 'note'], undefined, 3, ',', sample)).toBe(1);
    expect(columnOf(undefined, undefined, 3, ',', sample)).toBe(1);
    const two = [['ann@example.org', 'tom@example.org']];
    expect(() => columnOf(['a', 'b'], undefined, 2, ',', two)).toThrow(/of one: 1 "a", 2 "b"\.$/);
    expect(() => columnOf(undefined, undefined, 2, ',', two)).toThrow(/--column as a number from 1 to 2/);
  });

  it.each([
    ['work', 1],
    ['WORK', 1],
    ['3', 2],
    ['2024', 3],
  ])('is the one with the name or number %s', (wanted, index) => {
    expect(columnOf(['id', 'Work', 'private', '2024'], wanted)).toBe(index);
  });

  it('is the one with exactly this name if several differ only in case', () => {
    expect(columnOf(['email', 'Email'], 'Email')).toBe(1);
    expect(() => columnOf(['email', 'Email'], 'EMAIL')).toThrow(/several columns "EMAIL"/);
  });

  it.each([
    [['id', 'name'], undefined, 'Which column of list.csv has the addresses?'],
    [['email', 'mail'], undefined, 'list.csv has several columns that may have the addresses.'],
    [['id', 'name'], 'email', 'list.csv has no column "email".'],
    [['id', 'name'], '3', 'list.csv has no column "3".'],
    [['id', 'name'], '0', 'list.csv has no column "0".'],
  ])('cannot be found in %j if %s is wanted, and the error lists the columns', (header, wanted, what) => {
    const list = header.map((name, index) => `${index + 1} "${name}"`).join(', ');
    expect(() => columnOf(header, wanted)).toThrow(
      `${what} Set --column to the name or number of one: ${list}.`,
    );
  });

  it('is asked for among the columns that may be meant', () => {
    expect(() => columnOf(['email', 'name', 'mail'])).toThrow(/of one: 1 "email", 3 "mail"\.$/);
    expect(() => columnOf(['id', 'email', 'Email'], 'EMAIL')).toThrow(/of one: 2 "email", 3 "Email"\.$/);
  });

  it('is chosen by its number among columns of the same name', () => {
    const choice =
      'Set --column to the number of one: 2 "email", 3 "email". For the first of them, it is --column 2.';
    expect(() => columnOf(['id', 'email', 'email'])).toThrow(
      `list.csv has several columns that may have the addresses. ${choice}`,
    );
    expect(() => columnOf(['id', 'email', 'email'], 'email')).toThrow(
      `list.csv has several columns "email". ${choice}`,
    );
    expect(columnOf(['id', 'email', 'email'], '3')).toBe(2);
  });

  it('cannot be found among many, and the error lists the first 30', () => {
    const header = Array.from({ length: 16_384 }, (_, index) => `c${index + 1}`);
    expect(() => columnOf(header)).toThrow(/: 1 "c1", .*, 30 "c30", and 16,354 more\.$/);
  });

  it('is refused if the header contains an address', () => {
    expect(() => columnOf(['ann@example.com'])).toThrow(/ann@example\.com.* columns\. Add --no-header\.$/);
  });

  it.each(['Ann Baker <ann@example.com>', '<ann@example.com>', 'mailto:ann@example.com'])(
    'is refused if the header has an address as programs for mail write it: %s',
    (cell) => {
      expect(() => columnOf([cell])).toThrow(/ann@example\.com.* columns\. Add --no-header\.$/);
    },
  );

  it.each([
    [',', 'commas'],
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'vertical bars (|)'],
  ] as const)('is named in a list without a header, and so is its separator %j', (delimiter, name) => {
    expect(() => columnOf(['Ann', 'ann@example.com'], undefined, 2, delimiter)).toThrow(
      `ann@example.com, instead of names of columns. It has 2 columns, separated by ${name}. Add --no-header --column 2.`,
    );
    expect(() => columnOf(undefined, undefined, 2, delimiter)).toThrow(
      `Which column of list.csv has the addresses? It has 2 columns, separated by ${name}. Without a header, give --column as a number from 1 to 2.`,
    );
  });

  it('is left to choose if the first line has several addresses', () => {
    expect(() => columnOf(['ann@example.com', 'Ann', '<tom@example.com>'])).toThrow(
      'Add --no-header --column with one of 1, 3, or put each address on a line of its own.',
    );
  });

  it('is the only column, or the one with the number, if there is no header', () => {
    expect(columnOf(undefined)).toBe(0);
    expect(columnOf(undefined, '2', 3)).toBe(1);
    expect(() => columnOf(undefined, undefined, 3)).toThrow(/--column as a number from 1 to 3/);
    expect(() => columnOf(undefined, 'email', 3)).toThrow(/--column as a number from 1 to 3/);
  });
});
