import { foldCase } from './fold-case.ts';
import { roleNames } from './role-names.ts';

let known: ReadonlySet<string> | undefined;

/**
 * Whether a local part names a function, such as `info` or `support`, rather than a person. Case and a `+tag` do
 * not matter; otherwise the whole local part has to be such a name. It is none where it equals the first or last
 * name of the person that it is meant to reach.
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
