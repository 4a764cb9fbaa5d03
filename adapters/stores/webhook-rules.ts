/** Rules of webhook queues that all stores share. */

import { InvalidArgument } from '../../src/errors.ts';
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../../src/ports/webhook-queue.ts';
import { checkInteger, checkName, checkPositiveInteger } from './argument-checks.ts';

/** What a delivery takes besides its texts. */
const bytesPerDelivery = 200;

/** Returns what a delivery takes of the room of its endpoint. */
export function bytesOf({ endpoint, jobId, account }: WebhookDelivery): number {
  return (
    bytesPerDelivery +
    Buffer.byteLength(endpoint) +
    Buffer.byteLength(jobId) +
    Buffer.byteLength(account ?? '')
  );
}

export function checkAdded(delivery: WebhookDelivery, options: Parameters<WebhookQueue['add']>[1]): void {
  checkEndpoint(delivery.endpoint);
  checkName('jobId', delivery.jobId);
  if (delivery.account !== null) checkName('account', delivery.account);
  checkInteger('delayMs', options.delayMs, 0);
  checkInteger('maxBytes', options.maxBytes, 0);
  checkInteger('maxBytesOfAccount', options.maxBytesOfAccount, 0);
}

export function checkTaken(endpoint: string, options: Parameters<WebhookQueue['take']>[1]): void {
  checkEndpoint(endpoint);
  checkPositiveInteger('limit', options.limit);
  checkPositiveInteger('leaseMs', options.leaseMs);
}

export function checkPostponed(
  { endpoint, jobId }: LeasedDelivery,
  { delayMs, failures }: Parameters<WebhookQueue['postpone']>[1],
): void {
  checkEndpoint(endpoint);
  checkName('jobId', jobId);
  checkInteger('delayMs', delayMs, 0);
  checkInteger('failures', failures, 0);
}

export function checkAbandoned({ olderThanMs, limit }: Parameters<WebhookQueue['removeAbandoned']>[0]): void {
  checkInteger('olderThanMs', olderThanMs, 0);
  checkPositiveInteger('limit', limit);
}

/** Accepts the name of an endpoint. */
export function checkEndpoint(name: string): void {
  if (typeof name === 'string' && /^[\x21-\x7e]{1,100}$/.test(name)) return;
  throw new InvalidArgument('endpoint', 'endpoint must be a name: 1 to 100 visible ASCII characters.');
}
