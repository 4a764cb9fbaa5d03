import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InvalidWebhook, type ReceivedRequest, verifyWebhook } from '../../adapters/webhooks/index.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;
const sentAt = 1_900_000_000;
const now = () => sentAt * 1_000;
const webhook = { type: 'job.completed', data: { job_id: 'jö' } };

/** Signs by itself, as the document of Standard Webhooks says. */
function signed(changes: { body?: string; id?: string; timestamp?: string; key?: Buffer } = {}) {
  const { body = JSON.stringify(webhook), id = 'evt_1', timestamp = String(sentAt) } = changes;
  const mac = createHmac('sha256', changes.key ?? key)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const headers: Record<string, string> = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  };
  return { headers, body };
}

describe('verifyWebhook', () => {
  it('returns the id and what was sent, for headers of Node and of fetch, for text and bytes', () => {
    const { headers, body } = signed();
    const expected = { id: 'evt_1', webhook };
    expect(verifyWebhook({ headers, body }, { secret, now })).toEqual(expected);
    expect(
      verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body) }, { secret, now }),
    ).toEqual(expected);
  });

  it('accepts one of several signatures, and one of several secrets', () => {
    const { headers, body } = signed();
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const many = {
      ...headers,
      'webhook-signature': `v2,AAAA v1,${'A'.repeat(44)} ${headers['webhook-signature']}`,
    };
    expect(verifyWebhook({ headers: many, body }, { secret: [other, secret], now }).id).toBe('evt_1');
  });

  it.each([
    ['another body', (request: ReturnType<typeof signed>) => ({ ...request, body: `${request.body} ` })],
    ['another id', ({ headers, body }) => ({ headers: { ...headers, 'webhook-id': 'evt_2' }, body })],
    [
      'another time',
      ({ headers, body }) => ({ headers: { ...headers, 'webhook-timestamp': String(sentAt + 1) }, body }),
    ],
    [
      'a signature of nothing',
      ({ headers, body }) => ({ headers: { ...headers, 'webhook-signature': 'v1,' }, body }),
    ],
    [
      'a shorter signature',
      ({ headers, body }) => ({
        headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(0, 20) },
        body,
      }),
    ],
    [
      'another version',
      ({ headers, body }) => ({
        headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v0,') },
        body,
      }),
    ],
    ['another key', () => signed({ key: Buffer.alloc(32, 8) })],
    ['no time', () => signed({ timestamp: 'soon' })],
    ['no JSON', () => signed({ body: '{' })],
    ['no id', ({ headers: { 'webhook-id': _, ...headers }, body }) => ({ headers, body })],
    ['no signature', ({ headers: { 'webhook-signature': _, ...headers }, body }) => ({ headers, body })],
  ] satisfies [string, (request: ReturnType<typeof signed>) => ReceivedRequest][])(
    'refuses %s',
    (_what, change) => {
      const request = change(signed()) as ReceivedRequest;
      expect(() => verifyWebhook(request, { secret, now })).toThrow(InvalidWebhook);
    },
  );

  it.each([
    [300, undefined, true],
    [301, undefined, false],
    [-300, undefined, true],
    [-301, undefined, false],
    [10, 10, true],
    [11, 10, false],
  ])(
    'takes one that was sent %d seconds ago, with the tolerance %d: %s',
    (age, toleranceSeconds, isAccepted) => {
      const options = {
        secret,
        now: () => (sentAt + age) * 1_000,
        ...(toleranceSeconds && { toleranceSeconds }),
      };
      const verify = () => verifyWebhook(signed(), options);
      if (isAccepted) expect(verify().id).toBe('evt_1');
      else expect(verify).toThrow(/more than \d+ seconds from now/);
    },
  );

  it.each([
    ['a parsed body', { ...signed(), body: webhook }, { secret }, 'request.body'],
    ['no headers', { body: '' }, { secret }, 'request.headers'],
    ['an empty secret', signed(), { secret: '' }, 'secret'],
    ['no secrets', signed(), { secret: [] }, 'secret'],
    ['a secret without a key', signed(), { secret: 'whsec_' }, 'secret'],
    ['an endless tolerance', signed(), { secret, toleranceSeconds: Infinity }, 'toleranceSeconds'],
  ])('refuses %s with invalid_argument', (_what, request, options, parameter) => {
    const call = verifyWebhook as (...values: unknown[]) => unknown;
    expect(() => call(request, options)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', parameter }),
    );
  });
});
