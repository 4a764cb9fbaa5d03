import { expect, it } from 'vitest';
import { remembered } from '../src/first-use.ts';

it('what was found out about a text is not worked out again, even that there is nothing', () => {
  const asked: string[] = [];
  const find = remembered((text) => {
    asked.push(text);
    return undefined;
  });
  expect([find('a'), find('a'), find('b')]).toEqual([undefined, undefined, undefined]);
  expect(asked).toEqual(['a', 'b']);
});

it('long texts, and more texts than a few thousand, are forgotten', () => {
  let asked = 0;
  const count = remembered(() => {
    asked += 1;
    return asked;
  });
  const long = 'a'.repeat(256);
  expect([count(long), count(long)]).toEqual([1, 2]);
  expect(count('first')).toBe(3);
  for (let index = 0; index < 5_000; index += 1) count(`${index}`);
  expect(count('first')).toBe(5_004);
});
