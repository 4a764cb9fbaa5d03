import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './repository-files.ts';

const document = await readFile(join(repository, 'docs/service-document.md'), 'utf8');
const quoted = quotedTests(document);

describe('docs/service-document.md', () => {
  it('quotes tests', () => {
    expect(quoted.length).toBeGreaterThan(100);
  });

  it('quotes only tests that exist, under their titles', async () => {
    const missing: string[] = [];
    for (const { file, title } of quoted) {
      const source = await readFile(join(repository, file), 'utf8').catch(() => '');
      if (!source.replaceAll("\\'", "'").includes(title)) missing.push(`${file}: ${title}`);
    }
    expect(missing).toEqual([]);
  });
});

/** Tests as the tables name them: `file`: title · title · `file`: title. The word "all" names every test of a file. */
function quotedTests(text: string): { file: string; title: string }[] {
  const tests: { file: string; title: string }[] = [];
  for (const row of text.split('\n').filter((line) => line.startsWith('| '))) {
    let file: string | undefined;
    for (const part of row.split(' | ')[1]?.split(' · ') ?? []) {
      const named = /^\s*`([\w/.-]+\.ts)`: (.*)$/.exec(part);
      if (named?.[1] !== undefined) file = named[1].startsWith('contract/') ? named[1] : `test/${named[1]}`;
      const title = (named?.[2] ?? part).replace(/\. \*\*.*$/, '').trim();
      if (file !== undefined) tests.push({ file, title: title === 'all' ? '' : title });
    }
  }
  return tests;
}
