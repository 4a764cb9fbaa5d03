/** Latencies of nearby servers: greeting, reply, DNS answer. */
export const latency = { greetingDelayMs: 50, replyDelayMs: 20, dnsReplyDelayMs: 20 };

const addressesPerDomain = 50;
const domainsPerExchange = 8;

/** 100,000 addresses at 2,000 domains on 250 exchanges; half of them are missing, 2 % of the domains are catch-alls. */
export function worldOf(addresses) {
  const domains = Math.ceil(addresses / addressesPerDomain);
  return {
    domains,
    addressesPerDomain,
    exchanges: Math.ceil(domains / domainsPerExchange),
    missingShare: 0.5,
    catchAllDomains: Math.round(domains / 50),
    seed: 1,
  };
}
