import type { DisposableDomains } from '../address/disposable-domains.ts';
import type { DisposableUpdates } from '../address/disposable-updates.ts';
import type { Deadline } from '../concurrency/deadline.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import type { CachingDns } from '../exchange/caching-dns.ts';
import type { TieBreak } from '../exchange/mx-plan.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { Provider } from '../exchange/providers.ts';
import type { Clock } from '../ports/clock.ts';
import type { WaitOptions } from '../ports/smtp-transport.ts';
import type { Prober } from '../probe/prober.ts';
import type { Trace } from '../probe/session/trace.ts';
import type { VerificationLevel } from '../resources.ts';
import type { CatchAllDetector } from './catch-all/catch-all-detector.ts';
import type { ConfidenceLearner } from './outcomes/confidence-learner.ts';

/** Limits one verification, and says on whose behalf it is made. */
export interface VerifyOptions extends Pick<WaitOptions, 'timeoutMs'> {
  readonly signal?: AbortSignal | undefined;
  readonly share: WorkShare;
  /** One that passes after `timeoutMs`, or with `signal`, if the caller has begun it. It is not cleared here. */
  readonly deadline?: Deadline | undefined;
  /** How far to go. Default `smtp`. */
  readonly level?: VerificationLevel;
}

/** What a Verifier needs. */
export interface VerifierDependencies {
  readonly clock: Clock;
  readonly dns: Pick<CachingDns, 'forShare'>;
  readonly outage: OutageDetector;
  readonly prober: Prober;
  readonly catchAll: CatchAllDetector;
  readonly tieBreak: TieBreak;
  readonly trace?: Trace | undefined;
  /** Moves the confidence by what became of mail. */
  readonly learner: ConfidenceLearner;
  readonly disposable: DisposableDomains;
  readonly disposableUpdates: Pick<DisposableUpdates, 'refreshIfDue'>;
  /** Returns whether a provider counts as a secure email gateway. */
  readonly isGateway: (provider: Provider) => boolean;
}
