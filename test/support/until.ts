export { until } from '../../contract/until.ts';

/** Returns a promise, and what settles it: Promise.withResolvers, which Node 20 lacks. */
export function withResolvers() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((succeed, fail) => {
    resolve = succeed;
    reject = fail;
  });
  return { promise, resolve, reject };
}
