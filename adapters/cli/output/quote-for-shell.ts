import { printable } from './printable.ts';

/** Returns the text as one word of a command line for a POSIX shell, quoted if necessary. */
export function quoteForShell(text: string): string {
  const shown = printable(text);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
