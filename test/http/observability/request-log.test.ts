import { describe, expect, it } from 'vitest';
import { requestLog } from '../../../adapters/http/observability/request-log.ts';
import { ServiceUnavailable } from '../../../src/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { createRecordingLogger, fetchWithKey, serveEngine } from '../http-fixtures.ts';

describe('the log', () => {
  it('shows neither keys nor addresses, even if an error contains them', async () => {
    const { lines, key } = await failVerifications({ logAddresses: false });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/ann|odd name/);
    expect(text).toContain('<address>');
    expect(text).toContain('UNIQUE constraint failed');
  });

  it('shows addresses but no keys with logAddresses', async () => {
    const { lines, key } = await failVerifications({ logAddresses: true });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(key);
    expect(text).toContain('ann@example.org');
  });

  it('has every request at level debug', async () => {
    const { engine, key } = await stubEngine();
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger });
    await fetchWithKey(`${url}/v1/verify?email=ann@example.org`, key);
    await fetchWithKey(`${url}/v1/credits`, 'mp_wrong');
    const fields = logger.lines.filter(({ level }) => level === 'debug').map((line) => line.fields);
    expect(fields).toMatchObject([
      { method: 'GET', route: '/v1/verify', status: 200, keyId: expect.stringMatching(/^key_/) },
      { method: 'GET', route: '/v1/credits', status: 401 },
    ]);
    expect(JSON.stringify(logger.lines)).not.toMatch(/ann@|mp_wrong/);
  });

  it('has a request that found no room at level debug too, so that no client can fill it with errors', () => {
    const logger = createRecordingLogger();
    const request = { method: 'POST', route: '/v1/bulk', status: 503, durationMs: 5 };
    const details = { requestId: 'r1', keyId: 'key_1', subject: undefined };
    requestLog(logger, { logAddresses: false, clock: new ManualClock() })({
      ...request,
      details,
      cause: undefined,
    });
    expect(logger.lines.map(({ level }) => level)).toEqual(['debug']);
  });

  it('has a line in ten seconds, without a stack, of addresses that get no verdict', async () => {
    const logger = createRecordingLogger();
    const clock = new ManualClock();
    const log = requestLog(logger, { logAddresses: false, clock });
    const blocked = new ServiceUnavailable('No verdict on ann@example.org.', {
      cause: new Error('550 blocked'),
    });
    for (const waitMs of [0, 5_000, 5_000]) {
      await clock.advance(waitMs);
      const details = { requestId: 'r1', keyId: 'key_1', subject: 'ann@example.org' };
      log({ method: 'GET', route: '/v1/verify', status: 502, durationMs: 5, details, cause: blocked });
    }
    const error = { message: 'No verdict on <address>.', cause: { message: '550 blocked' } };
    expect(logger.lines.filter(({ level }) => level === 'debug')).toHaveLength(3);
    expect(logger.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { level: 'error', fields: { requests: 1, status: 502, error } },
      { level: 'error', fields: { requests: 2, status: 502, error } },
    ]);
    expect(JSON.stringify(logger.lines)).not.toMatch(/stack|ann@/);
  });
});

async function failVerifications(options: { logAddresses: boolean }) {
  const { engine, key } = await stubEngine({
    async verify(email) {
      const cause = new Error(`UNIQUE constraint failed: cache.key (verification:${email})`);
      throw new Error(`No verdict on <${email}>.`, { cause });
    },
  });
  const logger = createRecordingLogger();
  const url = await serveEngine(engine, { logger, ...options });
  for (const email of ['ann@example.org', 'odd name']) {
    await fetchWithKey(`${url}/v1/verify?email=${encodeURIComponent(email)}`, key);
  }
  return { lines: logger.lines, key };
}
