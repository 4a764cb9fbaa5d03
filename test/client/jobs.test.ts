import { describe, expect, it } from 'vitest';
import type { BulkVerificationJob } from '../../src/index.ts';
import { verdict } from '../support/stub-http-engine.ts';
import { problem, rejectionOf, scriptedServer } from './scripted-server.ts';

const jobId = '3f0a2c1e-0000-4000-8000-000000000001';

function job(status: BulkVerificationJob['status'], headers: Record<string, string> = {}): Response {
  const body: BulkVerificationJob = {
    job_id: jobId,
    status,
    total_emails: 2,
    emails_processed: 1,
    submitted_at: '2030-01-01T00:00:00.000Z',
    retry_status: 'none',
    completed_at: null,
  };
  return Response.json(body, { headers });
}

/** An answer with results. `count`: how many it announces; by default as many as it has lines. */
function lines(
  text: string | ReadableStream,
  status: string | null = 'complete',
  count: number | null = typeof text === 'string' ? text.split('\n').length - 1 : 0,
): Response {
  return new Response(text, {
    headers: {
      ...(status !== null && { 'X-Job-Status': status }),
      ...(count !== null && { 'X-Row-Count': String(count) }),
    },
  });
}

describe('waiting for a job', () => {
  it('asks more and more seldom until it is complete, and tells how far it is', async () => {
    const replies = [job('pending'), job('in_progress'), job('partial_complete_retrying'), job('complete')];
    const { client, clock, requests } = scriptedServer(replies);
    const seen: string[] = [];
    const complete = client.bulk.wait(jobId, { onProgress: ({ status }) => seen.push(status) });
    const asked: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(1_000);
      asked.push(requests.length);
    }
    expect(asked).toEqual([2, 2, 3, 3, 4]);
    expect((await complete).status).toBe('complete');
    expect(seen).toEqual(['pending', 'in_progress', 'partial_complete_retrying', 'complete']);
  });

  it('asks again when the server says, and never more seldom than the caller wants', async () => {
    const slow = scriptedServer([job('pending', { 'Retry-After': '20' }), job('complete')]);
    const first = slow.client.bulk.wait(jobId);
    await slow.clock.advance(19_999);
    expect(slow.requests).toHaveLength(1);
    await slow.clock.advance(1);
    expect((await first).status).toBe('complete');

    const quick = scriptedServer([job('pending'), job('pending'), job('complete')]);
    const second = quick.client.bulk.wait(jobId, { maxPollMs: 200 });
    await quick.clock.advance(400);
    expect((await second).status).toBe('complete');
  });

  it.each(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
    'asks no sooner than it would by itself if the server says "%s"',
    async (retryAfter) => {
      const { client, clock, requests } = scriptedServer([
        job('pending', { 'Retry-After': retryAfter }),
        job('pending', { 'Retry-After': retryAfter }),
        job('complete'),
      ]);
      const complete = client.bulk.wait(jobId);
      const asked: number[] = [];
      for (const ms of [999, 1, 1_499, 1]) {
        await clock.advance(ms);
        asked.push(requests.length);
      }
      expect(asked).toEqual([1, 2, 2, 3]);
      expect((await complete).status).toBe('complete');
    },
  );

  it.each([
    ['30 years', '999999999'],
    ['a number without an end', '9'.repeat(400)],
  ])('asks after the longest pause of the caller if the server says %s', async (_, retryAfter) => {
    const { client, clock, requests } = scriptedServer([
      job('pending', { 'Retry-After': retryAfter }),
      job('complete'),
    ]);
    const complete = client.bulk.wait(jobId, { maxPollMs: 5_000 });
    await clock.advance(4_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect((await complete).status).toBe('complete');
  });

  it('rejects if the job failed', async () => {
    const { client } = scriptedServer([job('failed')]);
    expect(await rejectionOf(client.bulk.wait(jobId))).toMatchObject({
      name: 'ApiError',
      code: 'job_failed',
    });
  });

  it('ends with the reason of its signal', async () => {
    const { client, clock } = scriptedServer([job('pending')]);
    const controller = new AbortController();
    const rejection = rejectionOf(client.bulk.wait(jobId, { signal: controller.signal }));
    await clock.advance(500);
    controller.abort(new Error('Enough.'));
    expect(await rejection).toMatchObject({ message: 'Enough.' });
    expect(clock.pending).toBe(0);
  });

  it('goes on when the server was away for a moment', async () => {
    const { client, clock } = scriptedServer([problem(502, 'Away.'), job('complete')]);
    const complete = client.bulk.wait(jobId);
    await clock.advance(500);
    expect((await complete).status).toBe('complete');
  });
});

describe('the results of a bulk verification', () => {
  it('come one by one, however the answer is cut into pieces', async () => {
    const bytes = new TextEncoder().encode(
      `${JSON.stringify({ ...verdict, email: 'é@example.org' })}\n`.repeat(3),
    );
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    const { client, requests } = scriptedServer([lines(pieces, 'complete', 3)]);
    const emails: string[] = [];
    for await (const { email } of client.bulk.results(jobId)) emails.push(email);
    expect(emails).toEqual(['é@example.org', 'é@example.org', 'é@example.org']);
    expect(requests[0]?.headers.get('accept')).toBe('application/x-ndjson');
  });

  it('are refused while they may change, unless the caller wants them', async () => {
    const text = `${JSON.stringify(verdict)}\n`;
    const replies = () => [lines(text, 'partial_complete_retrying')];
    const refused = scriptedServer(replies()).client.bulk.results(jobId).next();
    expect(await rejectionOf(refused)).toMatchObject({ code: 'results_not_ready' });
    const taken = await scriptedServer(replies()).client.bulk.results(jobId, { provisional: true }).next();
    expect(taken.value).toEqual(verdict);
  });

  it('are refused if nothing says whether they may change', async () => {
    const { client } = scriptedServer([lines('', null)]);
    expect(await rejectionOf(client.bulk.results(jobId).next())).toMatchObject({
      code: 'unexpected_answer',
    });
  });

  it('are refused if nothing says how many there are', async () => {
    const answer = lines(`${JSON.stringify(verdict)}\n`, 'complete', null);
    expect(await rejectionOf(scriptedServer([answer]).client.bulk.results(jobId).next())).toMatchObject({
      code: 'unexpected_answer',
    });
  });

  it.each([
    [2, 3],
    [0, 1],
    [4, 3],
  ])('do not look whole if %i of %i have arrived, in an orderly way', async (arrived, announced) => {
    const answer = lines(`${JSON.stringify(verdict)}\n`.repeat(arrived), 'complete', announced);
    const results = scriptedServer([answer]).client.bulk.results(jobId);
    for (let n = 0; n < arrived; n += 1) expect((await results.next()).value).toEqual(verdict);
    expect(await rejectionOf(results.next())).toMatchObject({
      name: 'ApiError',
      code: 'server_unreachable',
      message: expect.stringContaining(`${arrived} of the ${announced} results of job ${jobId} arrived`),
      cause: expect.any(Error),
    });
  });

  it('do not look whole if the connection breaks', async () => {
    const cut = lines(JSON.stringify(verdict).slice(0, -5));
    expect(await rejectionOf(scriptedServer([cut]).client.bulk.results(jobId).next())).toMatchObject({
      code: 'server_unreachable',
    });
    const malformed = lines('<html>\n</html>\n');
    expect(await rejectionOf(scriptedServer([malformed]).client.bulk.results(jobId).next())).toMatchObject({
      code: 'unexpected_answer',
    });
    const reset = lines(
      new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) }),
    );
    expect(await rejectionOf(scriptedServer([reset]).client.bulk.results(jobId).next())).toMatchObject({
      code: 'server_unreachable',
    });
  });

  it('let go of the connection when the caller stops', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(verdict)}\n`)),
      cancel: () => {
        cancelled = true;
      },
    });
    const { client } = scriptedServer([lines(endless)]);
    for await (const _ of client.bulk.results(jobId)) break;
    expect(cancelled).toBe(true);
  });
});

describe('the results of a bulk lookup', () => {
  const page = (offset: number, processed: number) =>
    Response.json({
      job_id: jobId,
      total_rows: 3,
      total_processed: processed,
      limit: 2,
      offset,
      results: [offset, offset + 1].filter((n) => n < processed).map((n) => ({ first_name: String(n) })),
    });

  it('are asked for page by page, and no further than the last', async () => {
    const { client, requests } = scriptedServer([page(0, 3), page(2, 3)]);
    const names: string[] = [];
    for await (const row of client.bulkLookup.results(jobId, { pageSize: 2 })) names.push(row.first_name);
    expect(names).toEqual(['0', '1', '2']);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2&offset=0',
      '?limit=2&offset=2',
    ]);
  });

  it('are refused while some are missing, unless the caller wants them', async () => {
    const refused = scriptedServer([page(0, 2)]).client.bulkLookup.results(jobId, { pageSize: 2 });
    expect(await rejectionOf(refused.next())).toMatchObject({ code: 'results_not_ready' });
    const { client } = scriptedServer([page(0, 2), page(2, 2)]);
    const names: string[] = [];
    for await (const row of client.bulkLookup.results(jobId, { pageSize: 2, provisional: true }))
      names.push(row.first_name);
    expect(names).toEqual(['0', '1']);
  });
});
