import type { TieBreak } from '../exchange/mx-plan.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { Provider } from '../exchange/providers.ts';
import type { Clock, Dns } from '../ports.ts';
import type { CatchAllDetector } from '../probe/catch-all.ts';
import type { Prober } from '../probe/prober.ts';

/** What a Verifier needs. */
export interface VerifierDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly outage: OutageDetector;
  readonly prober: Prober;
  readonly catchAll: CatchAllDetector;
  readonly tieBreak: TieBreak;
  /** Returns whether a provider counts as a secure email gateway. */
  readonly isGateway: (provider: Provider) => boolean;
}
