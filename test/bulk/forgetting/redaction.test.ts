import { describe, expect, it } from 'vitest';
import { ada, lookup, verification } from '../../../contract/jobs/sample-data.ts';
import { addressKey, createAddressKeyFunction } from '../../../src/address/address-key.ts';
import { mayComeToName, namesAddress, redacted, redactedName } from '../../../src/bulk/forgetting.ts';
import type { JobItemState } from '../../../src/ports/job-store.ts';

function jobStateOf(fields: Partial<JobItemState> = {}): JobItemState {
  return {
    position: 3,
    item: { email: 'Ann@example.com' },
    attempts: 1,
    result: verification({ email: 'ann@example.com' }),
    retryAt: null,
    ...fields,
  };
}

const names = (email: string, state: JobItemState) =>
  namesAddress(state, addressKey(email), createAddressKeyFunction());

describe('An item names an address', () => {
  it('that was submitted, in any spelling, whatever came of it', () => {
    expect(names('ann@EXAMPLE.com', jobStateOf({ result: undefined }))).toBe(true);
    expect(names('bob@example.com', jobStateOf({ result: undefined }))).toBe(false);
  });

  it('that was found for a row', () => {
    const row = jobStateOf({ item: ada, result: lookup({ email: 'ada.lovelace@example.com' }) });
    expect(names('Ada.Lovelace@example.com', row)).toBe(true);
    expect(names('ada@example.com', row)).toBe(false);
  });

  it('of which nothing was found, never', () => {
    expect(names('ada@example.com', jobStateOf({ item: ada, result: undefined }))).toBe(false);
    expect(names('ada@example.com', jobStateOf({ item: ada, result: lookup({ email: null }) }))).toBe(false);
    expect(names('null', jobStateOf({ item: ada, result: lookup({ email: null }) }))).toBe(false);
  });
});

describe('An item may come to name an address', () => {
  const row = (fields: Partial<JobItemState> = {}) =>
    jobStateOf({ item: ada, attempts: 0, result: undefined, ...fields });
  const greylisted = lookup({ status: 'unknown', email: null });
  const may = (email: string, state: JobItemState) => mayComeToName(state, addressKey(email));

  it('of the domain of its row, as long as that is looked up', () => {
    expect(may('Ada@EXAMPLE.com', row())).toBe(true);
    expect(may('ada@example.com', row({ item: { ...ada, domain: ' Example.COM' } }))).toBe(true);
    expect(may('ada@xn--bcher-kva.de', row({ item: { ...ada, domain: 'bücher.de' } }))).toBe(true);
    expect(may('ada@example.com', row({ attempts: 1, result: greylisted, retryAt: 9 }))).toBe(true);
    expect(may('ada@example.com', row({ attempts: 2, result: greylisted }))).toBe(false);
  });

  it('of no other domain, and not if it is an address itself', () => {
    expect(may('ada@example.org', row())).toBe(false);
    expect(may('ada@mail.example.com', row())).toBe(false);
    expect(may('ann@example.com', row({ item: { email: 'bob@example.com' } }))).toBe(false);
    expect(may('ada@', row({ item: { ...ada, domain: '' } }))).toBe(false);
    expect(may('no address', row({ item: { ...ada, domain: 'no address' } }))).toBe(false);
  });
});

describe('A redacted item', () => {
  it('of a verification has lost its address, and nothing else', () => {
    expect(redacted(jobStateOf())).toEqual({
      position: 3,
      item: { email: '[redacted]' },
      result: verification({ email: '[redacted]' }),
    });
  });

  it('of a lookup has lost the person and the address, and keeps the domain', () => {
    const person = { first_name: '[redacted]', last_name: '[redacted]' };
    expect(redacted(jobStateOf({ item: ada, result: lookup() }))).toEqual({
      position: 3,
      item: { ...ada, ...person },
      result: lookup({ ...person, email: '[redacted]' }),
    });
  });

  it('without a result stays without one', () => {
    expect(redacted(jobStateOf({ result: undefined }))).toEqual({
      position: 3,
      item: { email: '[redacted]' },
      result: undefined,
    });
  });
});

describe('The name of a job', () => {
  const without = (name: string | undefined, email = 'ann@example.com') =>
    redactedName(name, addressKey(email), createAddressKeyFunction());

  it.each([
    ['ann@example.com.csv', '[redacted]'],
    ['for ANN@Example.com (again)', 'for [redacted] (again)'],
    ['Ann <ann@example.com>, Bob <bob@example.com>', 'Ann <[redacted]>, Bob <bob@example.com>'],
    ['list_of-ann@example.com', '[redacted]'],
    ['joann@example.com+ann@example.com.csv', '[redacted]'],
    ['ann@example.com.CSV.gz', '[redacted]'],
    ['ann@example.com.2026.xlsx', '[redacted]'],
    ['Ann@Example.com_list.csv', '[redacted]'],
  ])('%j loses the address', (name, rest) => {
    expect(without(name)).toBe(rest);
  });

  it.each([
    ['ann@bücher.de.csv', 'ann@bücher.de'],
    ['list_of_ann@BÜCHER.de-2.csv', 'ann@xn--bcher-kva.de'],
    ['ann@xn--bcher-kva.de.csv', 'ann@bücher.de'],
    ['jörg@example.org.csv'.normalize('NFD'), 'jörg@example.org'],
    ['Éric@example.org.csv', 'Éric@example.org'],
    ['list-Éric@Example.org_2.csv', 'Éric@example.org'],
  ])('%j loses %s, in any spelling', (name, email) => {
    expect(without(name, email)).toBe('[redacted]');
  });

  it.each([
    undefined,
    'list.csv',
    'joann@example.com',
    'jo.ann@example.com',
    'ann@example.community.csv',
    'ann@example.com.au',
    'ann@example.com.au.csv',
    'bob@example.com',
    'jörg@example.com'.normalize('NFD'),
  ])('%j does not have it', (name) => {
    expect(without(name)).toBeUndefined();
  });

  it('is not too long afterwards', () => {
    const rest = without(`${'x'.repeat(192)} a@b.com`, 'a@b.com');
    expect([rest?.length, rest?.endsWith('[redact')]).toEqual([200, true]);
  });
});
