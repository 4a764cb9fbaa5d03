import { onTestFinished } from 'vitest';
import { createDns } from '../../adapters/net/dns/dns.ts';
import { ManualClock } from './manual-clock.ts';
import { type Query, startScriptedResolver } from './scripted-resolver.ts';

/** Creates the DNS client with a scripted resolver, for the duration of the test. */
export async function scriptedDns(
  onQuery: (query: Query, nth: number) => void,
  options: { tries?: number } = {},
) {
  const resolver = await startScriptedResolver({ onQuery });
  const clock = new ManualClock();
  const dns = createDns({ servers: [resolver.address], clock, ...options });
  onTestFinished(async () => {
    await dns.close();
    await resolver.close();
  });
  return { resolver, clock, dns };
}
