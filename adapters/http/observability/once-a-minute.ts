/** Returns a function that runs `task` at most once a minute, and otherwise does nothing. */
export function atMostOnceAMinute<Values extends readonly unknown[]>(
  task: (...values: Values) => void,
): (...values: Values) => void {
  let doneAt = Number.NEGATIVE_INFINITY;
  return (...values) => {
    const now = performance.now();
    if (now - doneAt < 60_000) return;
    doneAt = now;
    task(...values);
  };
}
