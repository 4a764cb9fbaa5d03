import type { Resolver } from 'node:dns/promises';

/** The MX records that Node's resolver finds, in order of preference, without the `type` that Node 26 adds. */
export async function resolveMxRecords(
  resolver: Resolver,
  domain: string,
): Promise<{ priority: number; exchange: string }[]> {
  const records = await resolver.resolveMx(domain);
  return records
    .map(({ priority, exchange }) => ({ priority, exchange }))
    .sort((one, other) => one.priority - other.priority);
}
