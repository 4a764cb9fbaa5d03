export type { JobWebhook } from '../../src/webhooks/job-webhook.ts';
export {
  InvalidWebhook,
  type ReceivedRequest,
  type VerificationOptions,
  type VerifiedWebhook,
  verifyWebhook,
} from './verify-webhook.ts';
