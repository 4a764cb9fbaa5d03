import { expect, it } from 'vitest';
import { mailproof } from './mailproof.ts';

it('mailproof store schema prints the SQL of the PostgreSQL store, in one transaction', async () => {
  const { code, stdout, stderr } = await mailproof(['store', 'schema', '--name', 'mail']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^BEGIN;\n/);
  expect(stdout).toContain(`CREATE SCHEMA "mail";`);
  expect(stdout).toContain('CREATE TABLE "mail".accounts (');
  expect(stdout).toMatch(/INSERT INTO "mail"\.storage \(version\) VALUES \(1\);\nCOMMIT;\n$/);
  expect(stdout).not.toContain('mailproof.');
});

it('mailproof store schema refuses a name that it would have to quote', async () => {
  const { code, stderr } = await mailproof(['store', 'schema', '--name', 'Mail; DROP']);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The schema has 1 to 40'),
  });
});
