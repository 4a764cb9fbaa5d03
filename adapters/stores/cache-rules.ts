/** The arguments that every Cache allows. */
import { InvalidArgument } from '../../src/errors.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { checkPositiveInteger, checkText, type MethodChecks } from './argument-checks.ts';

/** Checks the arguments of each method of a Cache. Throws InvalidArgument for those that the port refuses. */
export const cacheChecks: MethodChecks<Cache> = {
  get: checkKey,
  set: (key, { value }, { group } = {}) => {
    checkKey(key);
    checkValue('value', value);
    if (group !== undefined) checkText('group', group);
  },
  removeGroup: (group) => checkText('group', group),
  add: (key, { value }) => {
    checkKey(key);
    checkValue('value', value);
  },
  replace: (key, expected, entry, options) => {
    cacheChecks.set(key, entry, options);
    if (expected !== undefined) checkValue('expected', expected);
  },
  removeExpired: ({ limit }) => checkPositiveInteger('limit', limit),
};

function checkKey(key: string): void {
  checkText('key', key);
}

/** A value may contain NUL, but no lone surrogates. */
function checkValue(parameter: string, value: string): void {
  if (/\p{Surrogate}/u.test(value))
    throw new InvalidArgument(parameter, `${parameter} must be well-formed Unicode text.`);
}
