import { columnsWithNames } from './column-names.ts';

/** What a row about a person has, in the order in which a list without names of columns has it. */
export const personFields = ['first_name', 'last_name', 'domain'] as const;

export type PersonField = (typeof personFields)[number];

const commonNames: Readonly<Record<PersonField, ReadonlySet<string>>> = {
  first_name: new Set(['firstname', 'first', 'fname', 'givenname', 'given', 'forename']),
  last_name: new Set(['lastname', 'last', 'lname', 'familyname', 'family', 'surname']),
  domain: new Set([
    'domain',
    'domainname',
    'companydomain',
    'companydomainname',
    'emaildomain',
    'maildomain',
  ]),
};

/** In exports of HubSpot, Salesforce and Apollo. */
const websiteNames = new Set([
  'website',
  'websiteurl',
  'companywebsite',
  'companyurl',
  'accountwebsite',
  'url',
]);

/** Returns the indexes of the columns that seem to have the field, by their names. Websites count if no column has domains. */
export function suggestPersonColumns(header: readonly string[], field: PersonField): readonly number[] {
  const named = columnsWithNames(commonNames[field], header);
  return named.length === 0 && field === 'domain' ? columnsWithNames(websiteNames, header) : named;
}
