import { namesOf } from '../../../src/argument-checks.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { nearestName } from '../../../src/nearest-name.ts';
import type { EmailLookup, Status, Substatus } from '../../../src/resources.ts';

/** Statuses and substatuses. */
export type ResultFilter = ReadonlySet<string>;

export const statuses: readonly Status[] = ['safe', 'risky', 'invalid', 'unknown'];

export const onlyDescription = 'only rows with one of these statuses or substatuses, such as safe,catch_all';

const known = namesOf<Record<Status | Substatus | EmailLookup['substatus'], unknown>>()(`
  safe risky invalid unknown deliverable disposable catch_all mailbox_full role_account unverifiable
  invalid_syntax no_mx_records mailbox_not_found mailbox_disabled greylisted timeout
  mail_server_unavailable blocked dns_error temporary_failure unexpected_response smtputf8_unsupported
  not_asked no_address_found
`);

/** Reads `--only`. Throws InvalidArgument. */
export function readFilter(text: string | undefined): ResultFilter | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !known.has(name));
  if (wrong === undefined) return new Set(names);
  const nearest = nearestName(wrong, known);
  const advice = nearest === undefined ? `Use ${[...known].join(', ')}.` : `Did you mean ${nearest}?`;
  throw new InvalidArgument('--only', `There is no status or substatus "${wrong}". ${advice}`);
}

/** `result`: undefined for a row without an address. */
export function isWanted(
  result: { readonly status: string; readonly substatus: string } | undefined,
  filter: ResultFilter | undefined,
): boolean {
  if (filter === undefined) return true;
  return result !== undefined && (filter.has(result.status) || filter.has(result.substatus));
}
