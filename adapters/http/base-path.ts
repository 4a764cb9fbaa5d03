import { checkOptionalString } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';

/** Throws InvalidArgument for a path below which no request could be. */
export function checkBasePath(basePath: string | undefined): void {
  const advice = "It begins with a slash, such as '/mail', or is empty.";
  checkOptionalString('basePath', basePath, advice);
  if (basePath === undefined || /^(?:\/[^?#\s]*)?$/.test(basePath)) return;
  throw new InvalidArgument('basePath', `basePath is "${basePath}", where no request could be. ${advice}`);
}
