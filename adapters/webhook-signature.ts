import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signatures of webhooks, as Standard Webhooks defines them (standardwebhooks.com, symmetric signatures): HMAC-SHA256 of the
 * id, the time and the body, joined by dots. Its key is what `whsec_` precedes, in base64.
 */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export interface SignedContent {
  readonly id: string;
  /** Seconds since the Unix epoch, in decimal digits. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Returns the value of the header: a signature with each secret, separated by spaces. */
export function signWebhook(content: SignedContent, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1,${digest(content, secret).toString('base64')}`).join(' ');
}

/** Returns whether one of the signatures in a header was made with one of the secrets. Takes the same time for each. */
export function isSignedWith(content: SignedContent, header: string, secrets: readonly string[]): boolean {
  const signatures = header
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'));
  return secrets.some((secret) => {
    const expected = digest(content, secret);
    return signatures.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

function digest({ id, timestamp, body }: SignedContent, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
