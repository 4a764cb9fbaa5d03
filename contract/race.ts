/** Starts `count` calls at the same time, and returns their results in order. */
export function race<Result>(
  count: number,
  call: (racer: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, racer) => call(racer)));
}
