import { foldCase } from './fold-case.ts';
import { roleNames } from './role-names.ts';

let known: ReadonlySet<string> | undefined;

/**
 * Returns whether a local part names a function, such as `info` or `support`, rather than a person. The whole local
 * part must be a role name; case and a `+tag` are ignored. False if it is the first or last name of the given person.
 */
export function isRoleAccount(
  localPart: string,
  person?: { readonly first_name: string; readonly last_name: string },
): boolean {
  const name = foldCase(withoutTag(localPart));
  known ??= new Set(roleNames.map(foldCase));
  if (!known.has(name)) return false;
  return person === undefined || (name !== nameOf(person.first_name) && name !== nameOf(person.last_name));
}

function withoutTag(localPart: string): string {
  const plus = localPart.indexOf('+');
  return plus === -1 ? localPart : localPart.slice(0, plus);
}

function nameOf(givenName: string): string {
  return foldCase(givenName.trim());
}
