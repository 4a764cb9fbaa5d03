import { expect, it } from 'vitest';
import { filesIn, textOf } from './repository-files.ts';

/** Its stores are given to an engine, which closes them. */
const handedOn = ['openConfiguredStores'];

it('each command closes what it opens, with `await using`: an open store on Redis keeps its process alive', () => {
  const left = filesIn('adapters/cli/commands').flatMap((path) =>
    [...textOf(path).matchAll(/\b(?:const|let) \S+(?:: [^=]+)? = await (open\w+)\(/g)]
      .filter(([, opener = '']) => !handedOn.includes(opener))
      .map(([line]) => `${path}: ${line}`),
  );
  expect(left).toEqual([]);
});
