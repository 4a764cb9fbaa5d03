import type { SandboxWorld } from '../../../adapters/sandbox/index.ts';

/** Domains with a server each, which takes so long for a reply. */
export function ownServers(
  domains: readonly string[],
  mailboxes: readonly string[],
  replyDelayMs: number,
): SandboxWorld {
  return {
    domains: Object.fromEntries(domains.map((domain) => [domain, { mx: [`mx.${domain}`], mailboxes }])),
    exchanges: Object.fromEntries(domains.map((domain) => [`mx.${domain}`, { replyDelayMs }])),
  };
}
