import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../adapters/webhooks/index.ts';
import { postBulk } from '../../http/resources/bulk-service.ts';
import { until } from '../../support/until.ts';
import { webhookReceiver } from '../../webhooks/webhook-receiver.ts';
import { mailproof } from '../mailproof.ts';
import { runningCommand } from '../running-command.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('mailproof serve --webhook', () => {
  it('tells the endpoint when a job that was submitted over HTTP has ended', async () => {
    const { url: endpoint, received } = await webhookReceiver();
    const { terminal } = await runningCommand(
      [
        ...['serve', '--sandbox', '--port', '0', '--store', 'memory:', '--retry-delays', 'none'],
        ...['--webhook', endpoint, '--webhook-secret', secret, '--webhook-allow-private-hosts'],
      ],
      /mp_\S+/,
    );
    const [, url = ''] = /^Listening on (\S+)$/m.exec(terminal.stdout.text) ?? [];
    const [key = ''] = /mp_\S+/.exec(terminal.stdout.text) ?? [];
    const submitted = await postBulk(url, key, [
      'ann.baker@bakery.example.com',
      'ann.smith@bakery.example.com',
    ]);
    const { job_id: jobId } = (await submitted.json()) as { job_id: string };
    await until(() => received.length === 1);
    expect(verifyWebhook(received[0]!, { secret }).webhook).toMatchObject({
      type: 'job.completed',
      data: { job_id: jobId, key_id: expect.stringMatching(/^key_/), total: 2, processed: 2, safe: 1 },
    });
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    const counted = 'mailproof_webhooks_total{endpoint="default",change="delivered"} 1';
    while (!(await metrics()).includes(counted));
    expect(terminal.stderr.text).not.toContain(secret);
  });

  it('warns in the log if the endpoint cannot be told', async () => {
    const { url: endpoint } = await webhookReceiver((response) => response.writeHead(500).end());
    const { terminal } = await runningCommand(
      [
        ...['serve', '--sandbox', '--port', '0', '--store', 'memory:', '--retry-delays', 'none'],
        ...[
          '--webhook',
          `${endpoint}/secret-path`,
          '--webhook-secret',
          secret,
          '--webhook-allow-private-hosts',
        ],
      ],
      /mp_\S+/,
    );
    const [, url = ''] = /^Listening on (\S+)$/m.exec(terminal.stdout.text) ?? [];
    const [key = ''] = /mp_\S+/.exec(terminal.stdout.text) ?? [];
    await postBulk(url, key, ['ann.baker@bakery.example.com']);
    await until(() => terminal.stderr.text.includes('answered with status 500'));
    expect(terminal.stderr.text).toContain('trying again later');
    expect(terminal.stderr.text).not.toContain('secret-path');
  });

  it.each([
    ['no secret', ['--webhook', 'https://example.com/'], 'MAILPROOF_WEBHOOK_SECRET is wrong', 'openssl rand'],
    [
      'a short secret',
      ['--webhook', 'https://example.com/', '--webhook-secret', 'hidden'],
      '--webhook-secret is wrong',
      'openssl rand',
    ],
    [
      'a wrong URL',
      ['--webhook', 'user:hidden@example', '--webhook-secret', secret],
      '--webhook is wrong',
      'https://',
    ],
    [
      'a private address that is not allowed',
      ['--webhook', 'http://127.0.0.1:9/hidden', '--webhook-secret', secret],
      '--webhook is wrong. Its host is this machine.',
      '--webhook-allow-private-hosts',
    ],
  ])('exits at once with 2 for %s, naming the setting and not its value', async (_what, words, ...parts) => {
    const { code, stderr } = await mailproof([
      'serve',
      '--sandbox',
      '--port',
      '0',
      '--store',
      'memory:',
      ...words,
    ]);
    expect(code).toBe(2);
    for (const part of parts) expect(stderr).toContain(part);
    expect(stderr).not.toContain('hidden');
  });
});
