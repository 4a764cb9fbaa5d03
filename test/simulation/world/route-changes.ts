import type { RandomStream } from '../randomness/random-stream.ts';
import type { DomainSpec, MailRoute } from './domain-spec.ts';

const hourMs = 3_600_000;
/** Domains that are asked about often: a change of these is seen. */
const popularDomains = 8;

/**
 * Lets DNS change its mind about some domains in the course of the day: they move to other mail servers, are given up, or
 * are new. `routeElsewhere` returns a route to other servers than those of the domain, which exist from then on.
 */
export function changeRoutes(
  domains: readonly DomainSpec[],
  random: RandomStream,
  { startsAt, routeElsewhere }: RouteChangeOptions,
): readonly DomainSpec[] {
  return domains.map((domain, index) => {
    const { mail } = domain;
    const own = random.fork(domain.name);
    if (mail.kind !== 'exchanges' || !own.chance(index < popularDomains ? 0.3 : 0.08)) return domain;
    const at = startsAt + own.integer(hourMs, 15 * hourMs);
    const none: MailRoute = { kind: own.pick(['no-domain', 'no-domain', 'null-mx', 'no-records']) };
    const what = own.weighted([
      [60, 'moves'],
      [20, 'ends'],
      [20, 'begins'],
    ] as const);
    if (what === 'moves') return { ...domain, changes: [{ at, mail: routeElsewhere(domain, own) }] };
    if (what === 'ends') return { ...domain, changes: [{ at, mail: none }] };
    return { ...domain, mail: none, changes: [{ at, mail }] };
  });
}

export interface RouteChangeOptions {
  readonly startsAt: number;
  readonly routeElsewhere: (domain: DomainSpec, random: RandomStream) => MailRoute;
}
