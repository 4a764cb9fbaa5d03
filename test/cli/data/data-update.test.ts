import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { mailproof } from '../mailproof.ts';
import { workFolder } from '../work-folder.ts';

/** A package as `npm pack` writes it. */
function packed(
  manifest: { name: string; version: string },
  files: Readonly<Record<string, string>>,
): Buffer {
  const all = { 'package.json': JSON.stringify(manifest), ...files };
  const blocks = Object.entries(all).flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${path}`);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('0', 156);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

const listed = (path: string) => readFileSync(`node_modules/${path}`, 'utf8');
const names = Array.from({ length: 30_000 }, (_, index) => `throwaway-${index}.example`);
const packages: Readonly<Record<string, Buffer>> = {
  'disposable-email-domains-js': packed(
    { name: 'disposable-email-domains-js', version: '9.0.0' },
    {
      'dist/dict/disposable_email_blocklist.json': listed(
        'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
      ),
    },
  ),
  'disposable-domains': packed(
    { name: 'disposable-domains', version: '9.0.1' },
    { 'index.json': listed('disposable-domains/index.json') },
  ),
  mailchecker: packed(
    { name: 'mailchecker', version: '9.0.2' },
    { 'platform/node/index.js': `'use strict';\nvar blacklist = new Set(${JSON.stringify(names)});\n` },
  ),
  fakefilter: packed(
    { name: 'fakefilter', version: '9.0.3' },
    { 'txt/data.txt': listed('fakefilter/txt/data.txt') },
  ),
};

let registry: string;
let isDamaged = false;
const server = createServer(({ url = '' }, response) => {
  const [, name = '', file] = url.split('/');
  const bytes = packages[name];
  if (bytes === undefined) response.writeHead(404).end();
  else if (file === 'latest') {
    const integrity = `sha512-${createHash('sha512')
      .update(isDamaged ? Buffer.from('other') : bytes)
      .digest('base64')}`;
    response.end(JSON.stringify({ dist: { tarball: `${registry}/${name}/package.tgz`, integrity } }));
  } else response.end(bytes);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const unreachable = 'http://127.0.0.1:9';

describe('mailproof data update', () => {
  it('fetches the lists into the store, and the doctor says how old they are', async () => {
    const file = await temporaryFile();
    const store = ['--store', `sqlite:${file}`];
    const { code, stderr } = await mailproof(['data', 'update', ...store, '--registry', registry]);
    expect(stderr).toMatch(/^mailchecker 9\.0\.2: 30,000 names$/m);
    expect(code).toBe(0);
    const { stdout } = await mailproof(['doctor', '--sandbox', '--json', ...store]);
    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'disposable_lists',
        severity: 'ok',
        summary: 'The lists of disposable domains were fetched 0 days ago.',
      }),
    );
  });

  it('reads them from files where there is no network', async () => {
    const folder = await workFolder();
    const files = await Promise.all(
      Object.entries(packages).map(([name, bytes]) => folder.write(`${name}.tgz`, bytes)),
    );
    const store = ['--store', `sqlite:${await temporaryFile()}`, '--registry', unreachable];
    const { code, stderr } = await mailproof(['data', 'update', ...files, ...store]);
    expect(stderr).toMatch(/^1\d\d,\d{3} disposable domains are in the store\.$/m);
    expect(code).toBe(0);
    const { code: failed, stderr: advice } = await mailproof(['data', 'update', files[0] ?? '', ...store]);
    expect(advice).toMatch(/cannot be fetched: .* run "npm pack" elsewhere and give its files/);
    expect(failed).toBe(3);
  });

  it('changes nothing if a package did not arrive whole, or is not what it was', async () => {
    const folder = await workFolder();
    const store = ['--store', `sqlite:${await temporaryFile()}`, '--registry', registry];
    isDamaged = true;
    const damaged = await mailproof(['data', 'update', ...store]);
    isDamaged = false;
    expect(damaged).toMatchObject({ code: 3, stderr: expect.stringContaining('did not arrive whole') });
    const small = packed(
      { name: 'mailchecker', version: '9.1.0' },
      { 'platform/node/index.js': 'new Set(["a.example"])' },
    );
    const others = packed({ name: 'left-pad', version: '1.0.0' }, {});
    for (const [bytes, message] of [
      [small, 'mailchecker 9.1.0 has 1 names of domains'],
      [others, 'left-pad has no list'],
      [Buffer.from('no archive'), 'is no npm package'],
    ] as const) {
      const file = await folder.write('package.tgz', bytes);
      const { code, stderr } = await mailproof(['data', 'update', file, ...store]);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });
});
