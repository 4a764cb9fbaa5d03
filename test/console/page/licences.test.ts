import { expect, it } from 'vitest';
import { textOf } from '../../house/repository-files.ts';
import { pageFile } from './support/page-files.ts';

it.each(['preact', 'uplot', 'csv-parse', 'fflate', 'saxen'])(
  'has the licence of %s beside the scripts that contain it',
  async (name) => {
    const { version, license } = JSON.parse(textOf(`node_modules/${name}/package.json`));
    const licence = textOf(`node_modules/${name}/LICENSE`).trim();
    const file = await pageFile('licences.txt');
    expect(file?.headers['Content-Type']).toBe('text/plain; charset=utf-8');
    const text = String(file?.content);
    expect(text).toContain(`${name} ${version} (${license})`);
    expect(text).toContain(licence);
  },
);
