/** Connections that each exchange allows: as many as an engine opens by default. */
export const connectionsAllowed = 2;
/** The delay of each reply, so that the run lasts for many kills. */
const replyMs = 15;

export function companyDomain(company: number): string {
  return `company-${company}.example.com`;
}

export function exchangeHost(exchange: number): string {
  return `mx-${exchange}.example.net`;
}

/** Describes slow exchanges for a sandbox, by host. The first ones greylist. */
export function slowExchanges(count: number, greylisting: { exchanges: number; greylistMs: number }) {
  const { exchanges, greylistMs } = greylisting;
  const descriptions = numbered(count, (exchange) => [
    exchangeHost(exchange),
    {
      maxConnections: connectionsAllowed,
      softRefusals: false as const,
      tarpitMs: replyMs,
      ...(exchange < exchanges ? { greylistMs } : {}),
    },
  ]);
  return Object.fromEntries(descriptions);
}

export function numbered<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
