import { InvalidArgument } from '../../../src/errors.ts';
import { checkEndpoints, type WebhookEndpoint } from '../../../src/webhooks/webhook-endpoint.ts';
import type { Environment } from '../terminal.ts';
import { type FlagsOf, parseBoolean, readSettings, readSettingValue, setting } from './setting-value.ts';

export const webhookSettings = {
  webhook: setting(
    '--webhook <url>',
    'MAILPROOF_WEBHOOK',
    'tell this endpoint when bulk jobs end; set it in all processes of the store (default: none)',
  ),
  webhookSecret: setting(
    '--webhook-secret <whsec_...>',
    'MAILPROOF_WEBHOOK_SECRET',
    'signs what the endpoint is told; two separated by a comma while one replaces the other; better set the variable, because flags show in ps',
  ),
  webhookAllowPrivateHosts: setting(
    '--webhook-allow-private-hosts',
    'MAILPROOF_WEBHOOK_ALLOW_PRIVATE_HOSTS',
    'the endpoint may be in a private network, or on this machine (default: false)',
    parseBoolean,
  ),
};

export type WebhookFlags = FlagsOf<typeof webhookSettings>;

/** Reads the engine option. Throws InvalidArgument that names the flag or the variable, and shows neither URL nor secret. */
export function readWebhook(flags: WebhookFlags, env: Environment): { readonly webhooks?: WebhookEndpoint } {
  const url = readSettingValue(webhookSettings.webhook, flags.webhook, env);
  if (url === undefined) return {};
  const secret = readSettingValue(webhookSettings.webhookSecret, flags.webhookSecret, env);
  const { webhookAllowPrivateHosts: privateSetting } = webhookSettings;
  const { webhookAllowPrivateHosts = false } = readSettings(webhookSettings, flags, env);
  const { variable } = webhookSettings.webhookSecret;
  const webhooks = {
    url: url.text,
    secret: (secret?.text ?? '').split(',').map((each) => each.trim()),
    allowPrivateHosts: webhookAllowPrivateHosts,
  };
  try {
    checkEndpoints(webhooks);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const source = error.parameter === 'webhooks.url' ? url.source : (secret?.source ?? variable);
    const message = error.message
      .replace(/^webhooks\.\w+/, source)
      .replace('allowPrivateHosts: true', `${privateSetting.flag} or ${privateSetting.variable}=true`);
    throw new InvalidArgument(source, message);
  }
  return { webhooks };
}
