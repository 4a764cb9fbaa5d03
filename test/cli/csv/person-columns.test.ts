import { describe, expect, it } from 'vitest';
import { personColumns } from '../../../adapters/cli/csv/person-columns.ts';

function columnsOf(header: readonly string[] | undefined, wanted?: string, width = header?.length ?? 3) {
  return personColumns({ header, width, file: 'people.csv' }, wanted);
}

describe('the columns of people', () => {
  it.each([
    [
      ['first_name', 'last_name', 'domain'],
      [0, 1, 2],
    ],
    [
      ['Domain', 'Last Name', 'First Name'],
      [2, 1, 0],
    ],
    [
      ['id', 'FIRSTNAME', 'note', 'LastName', 'Company Domain'],
      [1, 3, 4],
    ],
    [
      ['given-name', 'family-name', ' domain '],
      [0, 1, 2],
    ],
    [
      ['Given Name', 'surname', 'email_domain'],
      [0, 1, 2],
    ],
    [
      ['first', 'last', 'domain', 'first contact'],
      [0, 1, 2],
    ],
    [
      ['First Name', 'Last Name', 'Email', 'Website URL', 'Company Domain Name'],
      [0, 1, 4],
    ],
    [
      ['First Name', 'Last Name', 'Company', 'Company Website'],
      [0, 1, 3],
    ],
  ])('are found in %j', (header, columns) => {
    expect(columnsOf(header)).toEqual(columns);
  });

  it.each([
    ['Vorname,Name,Web', [1, 2, 3]],
    ['2,3,4', [1, 2, 3]],
    ['vorname, 3 ,WEB', [1, 2, 3]],
    ['Web,Name,id', [3, 2, 0]],
  ])('are those with the names or numbers %s', (wanted, columns) => {
    expect(columnsOf(['id', 'Vorname', 'Name', 'Web'], wanted)).toEqual(columns);
  });

  it.each([
    [['name', 'domain'], undefined, 'Which column of people.csv has the first name?', true],
    [['first', 'given name', 'last', 'domain'], undefined, 'has the first name?', false],
    [['first', 'last', 'web'], undefined, 'Which column of people.csv has the domain?', true],
    [['first', 'last', 'domain'], 'first,last,web', 'people.csv has no column "web".', false],
    [
      ['first', 'last', 'domain'],
      'first,last',
      '--columns is "first,last", which is not three columns.',
      false,
    ],
    [['first', 'last', 'domain'], '1,2,2', '--columns is "1,2,2", which is not three columns.', false],
    [['name', 'Name', 'last', 'domain'], 'NAME,last,domain', 'has several columns "NAME".', false],
  ])(
    'cannot be found in %j if %s are wanted, and the error lists the columns',
    (header, wanted, what, noHeader) => {
      const find = () => columnsOf(header, wanted);
      const list = header.map((name, index) => `${index + 1} "${name}"`).join(', ');
      expect(find).toThrow(what);
      expect(find).toThrow(
        `first name, last name and domain, separated by commas, by name or number: ${list}.`,
      );
      if (noHeader) expect(find).toThrow('If the first line is a row like the others, add --no-header.');
    },
  );

  it('are chosen by their numbers among columns of the same name', () => {
    const advice = 'Columns of the same name are told apart by their numbers, as in --columns 1,2,4.';
    const header = ['first', 'last', 'first', 'domain'];
    expect(() => columnsOf(header)).toThrow(advice);
    expect(() => columnsOf(header, 'first,last,domain')).toThrow(advice);
    expect(columnsOf(header, '3,last,domain')).toEqual([2, 1, 3]);
  });

  it('are the only three, or those with the numbers, if there is no header', () => {
    expect(columnsOf(undefined)).toEqual([0, 1, 2]);
    expect(columnsOf(undefined, '4,2,1', 4)).toEqual([3, 1, 0]);
    expect(() => columnsOf(undefined, undefined, 4)).toThrow(/as numbers from 1 to 4/);
    expect(() => columnsOf(undefined, 'first,last,domain', 4)).toThrow(/no column "first"/);
  });
});
