import { printable } from './printable.ts';

/** A text as one word of a command line for a POSIX shell, quoted where it must be. */
export function quoteForShell(text: string): string {
  const shown = printable(text);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
