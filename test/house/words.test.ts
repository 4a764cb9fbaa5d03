import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './repository-files.ts';
import { retiredWords } from './retired-words.ts';

/** About twenty: a folder with more is hard to take in. */
const maxFilesInFolder = 22;

describe('the words of the project', () => {
  it('has one file of src for each exported name', () => {
    const files = new Map<string, string[]>();
    for (const path of filesIn('src')) {
      if (basename(path) === 'index.ts') continue;
      for (const exported of exportedNames(textOf(path))) {
        files.set(exported, [...(files.get(exported) ?? []), path]);
      }
    }
    const repeated = [...files].filter(([, paths]) => paths.length > 1);
    const complaints = repeated.map(
      ([exported, paths]) => `${exported} is exported by ${paths.join(' and ')}`,
    );
    expect(complaints).toEqual([]);
  });

  it('uses no word that was retired', () => {
    const pages = [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      ...filesIn('docs').filter((path) => path.endsWith('.md')),
    ];
    const found = [...filesIn('src', 'adapters'), ...pages].flatMap((path) => [
      ...retiredWordsIn(path, path),
      ...textOf(path)
        .split('\n')
        .flatMap((line, n) => retiredWordsIn(line, `${path}:${n + 1}`)),
    ]);
    expect(found).toEqual([]);
  });
});

describe('the exported names of a file', () => {
  it.each([
    ['export function verify() {}', ['verify']],
    ['export async function verify() {}', ['verify']],
    ['export function* verify() {}', ['verify']],
    ['export const limit = 1;', ['limit']],
    ['export abstract class Session {}', ['Session']],
    ['export interface Session {}', ['Session']],
    ['export type Session = 1;', ['Session']],
    ['export { a, b as c, type D };', ['a', 'c', 'D']],
    [`export type { D } from './d.ts';`, ['D']],
    ['function a() {}\nexport function a(): void;\nexport function a() {}', ['a']],
    [`import { a } from './a.ts';\nconst text = 'export const b';`, []],
  ])('are found in %s', (text, names) => {
    expect([...exportedNames(text)]).toEqual(names);
  });
});

describe('a retired word', () => {
  it.each([
    'new InFlight(clock)',
    'src/bulk/in-flight.ts',
    'adapters/redis/crew-of.ts',
    'The control recipient is asked.',
    'const wish = { signal };',
    'await this.#turn(waiting);',
  ])('is found in %s', (text) => {
    expect(retiredWordsIn(text, 'here')).toHaveLength(1);
  });

  it.each([
    `'Cache-Control': 'no-store'`,
    'hidden control characters',
    'new AbortController()',
    'asked in turn',
    'const returned = 1;',
    'once the signal has fired',
    'questions in flight',
  ])('is not found in %s', (text) => {
    expect(retiredWordsIn(text, 'here')).toEqual([]);
  });
});

it(`no folder holds more than ${maxFilesInFolder} files`, () => {
  const files = new Map<string, number>();
  for (const path of filesIn('src', 'adapters', 'contract', 'test', 'bench', 'docs')) {
    files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
  }
  const crowded = [...files].filter(([, count]) => count > maxFilesInFolder);
  expect(crowded.map(([folder, count]) => `${folder} holds ${count} files: split it`)).toEqual([]);
});

function exportedNames(text: string): Set<string> {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  const listedNames = [...listed].flatMap(([, list = '']) =>
    list.split(',').map((entry) => /(\w+)\s*$/.exec(entry)?.[1] ?? ''),
  );
  return new Set([...[...declared].map(([, exported = '']) => exported), ...listedNames].filter(Boolean));
}

function retiredWordsIn(text: string, where: string): string[] {
  return retiredWords.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${where}: "${found}" is retired, say ${instead}`];
  });
}
