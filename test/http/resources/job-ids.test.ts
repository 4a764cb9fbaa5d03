import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../src/index.ts';
import { fetchWithKey, readDetail } from '../http-fixtures.ts';
import { submitBulk } from './bulk-service.ts';
import { ann, serveLookups, submitBulkLookup } from './lookup-service.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Serves an engine with a job of each kind: the one of the endpoint, and the other. */
async function serveJobs(resource: 'bulk' | 'bulk-lookup') {
  const service = await serveLookups();
  const verification = await submitBulk(service.url, service.key, ['ann@example.com']);
  const lookup = await submitBulkLookup(service.url, service.key, [ann]);
  const [jobId, ofOtherKind] = resource === 'bulk' ? [verification, lookup] : [lookup, verification];
  return { ...service, jobId, ofOtherKind };
}

describe.each([
  ['bulk', ''],
  ['bulk', '/results'],
  ['bulk-lookup', ''],
  ['bulk-lookup', '/results'],
] as const)('The id in GET /v1/%s/{job_id}%s', (resource, rest) => {
  it.each([
    'nonsense',
    '1',
    unknownId.replaceAll('-', ''),
    `{${unknownId}}`,
    `${unknownId}0`,
    `%20${unknownId}`,
    unknownId.replace('4', 'g'),
    '..%2f..%2f',
    '%00',
    '%zz',
    '%ff',
    `${unknownId}%c3%28`,
    'é',
  ])('gets 400 if it is "%s", before the query is looked at', async (id) => {
    const { key, url } = await serveLookups();
    const response = await fetchWithKey(`${url}/v1/${resource}/${id}${rest}?limit=0`, key);
    expect(response.status).toBe(400);
    expect(await readDetail(response)).toBe('invalid job ID format');
  });

  it('gets 404 if the job does not exist, belongs to another key, or is of the other kind', async () => {
    const { key, otherKey, url, jobId, ofOtherKind } = await serveJobs(resource);
    for (const [id, senderKey] of [
      [unknownId, key],
      [jobId, otherKey],
      [ofOtherKind, key],
    ] as const) {
      const response = await fetchWithKey(`${url}/v1/${resource}/${id}${rest}`, senderKey);
      expect(response.status, id).toBe(404);
      expect(await readDetail(response)).toBe('job not found');
    }
  });

  it('is checked after the key', async () => {
    const { url } = await serveLookups();
    for (const key of ['wrong', undefined])
      expect((await fetchWithKey(`${url}/v1/${resource}/nonsense${rest}`, key)).status).toBe(401);
  });

  it('gets 405 with Allow for other methods, and 502 if the storage is unreachable', async () => {
    const { stores, key, url } = await serveLookups();
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await fetchWithKey(`${url}/v1/${resource}/${unknownId}${rest}`, key, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    stores.jobs.get = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    expect((await fetchWithKey(`${url}/v1/${resource}/${unknownId}${rest}`, key)).status).toBe(502);
  });
});

it.each(['bulk', 'bulk-lookup'] as const)(
  'the id in GET /v1/%s/{job_id} is accepted in either case',
  async (resource) => {
    const { key, url, jobId } = await serveJobs(resource);
    const response = await fetchWithKey(`${url}/v1/${resource}/${jobId.toUpperCase()}`, key);
    expect(await response.json()).toMatchObject({ job_id: jobId });
  },
);
