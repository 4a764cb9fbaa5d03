/** Returns the `code` of an error of Node.js or the system, such as ENOENT; undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
