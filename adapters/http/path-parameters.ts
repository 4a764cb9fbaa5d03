import { pathOf } from './request-view.ts';

/** Gives the parameters, written as `:name`, that a request's target has in place of those of a path. */
export function pathParameters(path: string): (target: string) => Readonly<Record<string, string>> {
  const places = path
    .split('/')
    .flatMap((step, place) => (step.startsWith(':') ? [{ name: step.slice(1), place }] : []));
  if (places.length === 0) return () => none;
  return (target) => {
    const steps = pathOf(target).split('/');
    return Object.fromEntries(places.map(({ name, place }) => [name, steps[place] ?? '']));
  };
}

const none = Object.freeze({});
