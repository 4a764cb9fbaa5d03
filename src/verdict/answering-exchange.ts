import type { MxPlan } from '../exchange/mx-plan.ts';
import { providerOf } from '../exchange/provider.ts';
import type { AnsweringExchange } from './catch-all/catch-all-detector.ts';

/** Returns what `host` is to a domain. All exchanges of the main one's provider know the same recipients. */
export function answeringExchange(
  domain: string,
  plan: Extract<MxPlan, { kind: 'exchanges' }>,
  host: string,
): AnsweringExchange {
  const provider = providerOf(plan.main);
  const isPreferred =
    host === plan.hosts[0] || (provider !== undefined && providerOf(host)?.id === provider.id);
  return { domain, provider, backup: isPreferred ? undefined : host };
}
