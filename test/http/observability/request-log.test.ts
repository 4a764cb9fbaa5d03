import { describe, expect, it } from 'vitest';
import { ask, recordingLogger, served, stubbedEngine } from '../served.ts';

describe('the log', () => {
  it('shows neither keys nor addresses, however errors put them', async () => {
    const { lines, key } = await askAndFail({ logAddresses: false });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/ann|odd name/);
    expect(text).toContain('<address>');
    expect(text).toContain('UNIQUE constraint failed');
  });

  it('shows addresses, and still no keys, on request', async () => {
    const { lines, key } = await askAndFail({ logAddresses: true });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(key);
    expect(text).toContain('ann@example.org');
  });

  it('tells of every request at level debug', async () => {
    const { engine, key } = await stubbedEngine();
    const logger = recordingLogger();
    const url = await served(engine, { logger });
    await ask(`${url}/v1/verify?email=ann@example.org`, key);
    await ask(`${url}/v1/credits`, 'mp_wrong');
    const fields = logger.lines.filter(({ level }) => level === 'debug').map((line) => line.fields);
    expect(fields).toMatchObject([
      { method: 'GET', route: '/v1/verify', status: 200, keyId: expect.stringMatching(/^key_/) },
      { method: 'GET', route: '/v1/credits', status: 401 },
    ]);
    expect(JSON.stringify(logger.lines)).not.toMatch(/ann@|mp_wrong/);
  });
});

async function askAndFail(options: { logAddresses: boolean }) {
  const { engine, key } = await stubbedEngine({
    async verify(email) {
      const cause = new Error(`UNIQUE constraint failed: cache.key (verification:${email})`);
      throw new Error(`No verdict on <${email}>.`, { cause });
    },
  });
  const logger = recordingLogger();
  const url = await served(engine, { logger, ...options });
  for (const email of ['ann@example.org', 'odd name']) {
    await ask(`${url}/v1/verify?email=${encodeURIComponent(email)}`, key);
  }
  return { lines: logger.lines, key };
}
