import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksOf, withoutCode } from './page-links.ts';
import { filesIn, repository, textOf } from './repository-files.ts';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'examples/README.md',
  ...filesIn('docs').filter((path) => path.endsWith('.md')),
];

/** The pages that everybody reads, with the bytes that each may have. */
const maxBytes = {
  'README.md': 14_000,
  'ARCHITECTURE.md': 20_000,
  'CONTRIBUTING.md': 8_000,
  'CHANGELOG.md': 10_000,
};

describe.each(Object.entries(maxBytes))('%s', (page, max) => {
  it(`has at most ${max} bytes: what is longer is a page in docs`, () => {
    expect(Buffer.byteLength(textOf(page))).toBeLessThanOrEqual(max);
  });
});

it.each(pages)('the lines of %s have at most 120 characters, except in tables and code', (page) => {
  const long = withoutCode(textOf(page))
    .split('\n')
    .filter((line) => !line.startsWith('|') && [...line].length > 120);
  expect(long).toEqual([]);
});

it.each(pages.filter((page) => !page.startsWith('bench/')))(
  'the paragraphs of %s have at most five lines: more are a list, or a table',
  (page) => {
    const long = paragraphsOf(textOf(page)).filter((lines) => lines.length > 5);
    expect(long.map((lines) => lines.join('\n'))).toEqual([]);
  },
);

it('llms.txt has a line for every page of the package, under its title', () => {
  const listed = [...textOf('llms.txt').matchAll(/^- \[(.+)\]\((\S+)\): (.+)$/gm)];
  const published = pages.filter((page) => !/^(bench|examples)\//.test(page));
  expect(listed.map(([, , page]) => page).sort()).toEqual([...published].sort());
  for (const [, title, page = ''] of listed.filter(([, , path]) => path?.startsWith('docs/')))
    expect(textOf(page).split('\n', 1)).toEqual([`# ${title}`]);
});

it.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  const dead = linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link));
  expect(dead).toEqual([]);
});

it.each(['ARCHITECTURE.md', ...filesIn('docs')].filter((path) => path.endsWith('.md')))(
  '%s names only files and folders that exist',
  (page) => {
    const named = [...textOf(page).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.ts|(?:src|adapters)(?:\/[\w.-]+)+)`/g)];
    const missing = named.map(([, name = '']) => name).filter((name) => !isInRepository(name));
    expect(missing).toEqual([]);
  },
);

it.each([
  ['see [the page](docs/page.md#part)', ['docs/page.md#part']],
  ['![A picture](docs/picture.png)', ['docs/picture.png']],
  ['`[](not/a/link)`', []],
  ['```\n[](not/a/link)\n```\n', []],
])('the links of a text are found in %j', (text, links) => {
  expect(linksOf(text)).toEqual(links);
});

it.each([
  ['## The verdict', 'the-verdict'],
  ['### What `mailproof/stores` has', 'what-mailproofstores-has'],
  ['## A name, and "more"', 'a-name-and-more'],
])('a link to the heading %j ends with #%s', (heading, anchor) => {
  expect(anchorsOf(heading)).toEqual([anchor]);
});

const sources = filesIn('src', 'adapters', 'contract', 'test', 'build');

/** Tells whether the end of a path names a file, or its beginning a folder. */
function isInRepository(name: string): boolean {
  return sources.some((path) => `/${path}`.endsWith(`/${name}`) || `${path}/`.startsWith(`${name}/`));
}

/** The lines of each paragraph, and of each item of a list. */
function paragraphsOf(text: string): string[][] {
  const blocks = withoutCode(text).split(/\n(?=\s*\n|\s*(?:[-*]|\d+\.) )/);
  return blocks.map((block) => block.split('\n').filter((line) => /^\s*[^\s|#!]/.test(line)));
}

function leadsSomewhere(page: string, link: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(repository, path))) return false;
  return anchor === undefined || anchorsOf(textOf(path)).includes(anchor);
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
