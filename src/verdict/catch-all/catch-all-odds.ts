import type { Provider } from '../../exchange/providers.ts';
import {
  catchAllDomain,
  catchAllShares,
  decisiveProbability,
  type ReplyCounts,
  type ReplyModel,
  selectiveDomain,
} from './catch-all-model.ts';

/**
 * Returns the probability that an exchange accepts any recipient before any reply is known. `provider`: of the preferred
 * exchange.
 */
export function catchAllShareOf({
  provider,
  backup,
}: {
  readonly provider: Provider | undefined;
  readonly backup: string | undefined;
}): number {
  if (backup !== undefined) return catchAllShares.backup;
  if (provider === undefined) return catchAllShares.usual;
  if (provider.ownDomainsOnly) return catchAllShares.ownDomains;
  return provider.gateway || provider.filter ? catchAllShares.filter : catchAllShares.usual;
}

export interface ReplyModels {
  readonly selective: ReplyModel;
  readonly catchAll: ReplyModel;
}

/**
 * Returns the probability that a domain is a catch-all (Bayes' rule). `share`: the probability before any reply. Replies
 * about real recipients depend on each other through the domain's own rates, which are unknown and integrated out
 * (Dirichlet-multinomial). Probes are independent of them and of each other, given the kind of domain.
 */
export function catchAllProbability(
  replies: ReplyCounts,
  share: number,
  { selective, catchAll }: ReplyModels = { selective: selectiveDomain, catchAll: catchAllDomain },
): number {
  const logOdds =
    Math.log(share / (1 - share)) + logLikelihood(replies, catchAll) - logLikelihood(replies, selective);
  return 1 / (1 + Math.exp(-logOdds));
}

/** Returns whether a domain is a catch-all, or null as long as that is not sure enough. */
export function decide(probability: number): boolean | null {
  if (probability >= decisiveProbability) return true;
  return probability <= 1 - decisiveProbability ? false : null;
}

function logLikelihood(replies: ReplyCounts, model: ReplyModel): number {
  const { accepted, unknown, unexplained } = model.recipients;
  const count = replies.accepted + replies.unknown + replies.unexplained;
  return (
    logRising(accepted, replies.accepted) +
    logRising(unknown, replies.unknown) +
    logRising(unexplained, replies.unexplained) -
    logRising(accepted + unknown + unexplained, count) +
    Math.min(1, replies.closed) * Math.log(model.closesSome) +
    replies.probesAccepted * Math.log(model.probeAccepted) +
    replies.probesRefused * Math.log(1 - model.probeAccepted)
  );
}

/** Returns the logarithm of `from (from + 1) … (from + count - 1)`, for fractional counts too. */
function logRising(from: number, count: number): number {
  return count === 0 ? 0 : logGamma(from + count) - logGamma(from);
}

const halfLogOfTau = 0.5 * Math.log(2 * Math.PI);

/** Returns the logarithm of the gamma function of a positive number, exact to 1e-9 (Stirling's series above 10). */
function logGamma(value: number): number {
  // One logarithm of the product is much faster than a sum of logarithms.
  let skipped = 1;
  let x = value;
  for (; x < 10; x += 1) skipped *= x;
  const square = x * x;
  const series = (1 / 12 - (1 / 360 - 1 / (1260 * square)) / square) / x;
  return (x - 0.5) * Math.log(x) - x + halfLogOfTau + series - Math.log(skipped);
}
