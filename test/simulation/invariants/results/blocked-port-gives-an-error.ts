import { providerOf } from '../../../../src/exchange/provider.ts';
import type { CacheEntry } from '../../../../src/ports/index.ts';
import { explanations } from '../../../../src/verdict/explanations.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { providersBeforeDoubt } from '../silent-attempts.ts';
import { onVerdicts } from './verdicts.ts';

/** As the service document states: in doubt, the canaries are asked once a minute. */
const canaryIntervalMs = 60_000;
/** Until all addresses of a host have been tried. */
const dialMs = 60_000;

/** What is said of an address whose servers did not answer. */
const ofNobodyReached = ['mail_server_unavailable', 'timeout'];

/** What cannot be connected to from anywhere is not held against an address. */
export const blockedPortGivesAnError: Invariant = {
  name: 'a blocked port 25 gives an error',
  promise:
    'If outgoing port 25 is blocked, you get an error and pay nothing, once each egress has failed to reach three providers.',
  watch({ story, service, faults, fail }) {
    /** Of each egress of each process: which providers could not be connected to, since when, without a connection since. */
    const failing = new Map<string, Map<string, number>>();
    const egressesOf = (process: string) =>
      service.process(process)?.plan.egresses.map(({ name }) => name) ?? [];
    story.on('connection-opened', ({ connection }) => failing.delete(keyOf(connection)));
    story.on('process-started', ({ process }) => {
      for (const egress of egressesOf(process)) failing.delete(keyOf({ process, egress }));
    });
    story.on('connect-failed', ({ process, egress, host, why }, at) => {
      // After a standstill, time is up for the requests too: nobody learns from what they had begun.
      const stoodStill = faults
        .during(at - dialMs, at)
        .some((fault) => fault.kind === 'paused' && fault.process === process);
      if (!why.includes('does not answer') || stoodStill) return;
      const key = keyOf({ process, egress });
      const providers = failing.get(key) ?? new Map<string, number>();
      failing.set(key, providers);
      const provider = providerOf(host)?.id ?? host;
      if (!providers.has(provider)) providers.set(provider, at);
    });
    /** When each process last stored a verdict of its own, by process and address. */
    const storedAt = new Map<string, number>();
    story.onCall(['cache.set'], ({ process, args }, at) => {
      // An address that is forgotten is removed so.
      const { value } = args[1] as CacheEntry;
      if (value !== '') storedAt.set(`${process} ${args[0]}`, at);
    });
    onVerdicts(story, ({ email, substatus, result, since, process }, at) => {
      if (!ofNobodyReached.includes(substatus)) return;
      // Nobody has tried to connect.
      if (result.explanation === explanations.dnsTimeout) return;
      // Otherwise it is a verdict that another process has found.
      if ((storedAt.get(`${process} verification:${addressKey(email)}`) ?? 0) < since) return;
      const from = since - canaryIntervalMs - dialMs;
      const isBlocked = faults
        .throughout(from, at)
        .some((fault) => fault.kind === 'port-25-blocked' && fault.process === process);
      // What was found before may be recorded late.
      const isLate = faults
        .during(from, at)
        .some(({ kind }) => kind === 'paused' || kind.startsWith('store'));
      if (!isBlocked || isLate) return;
      const providers = Math.min(
        ...egressesOf(process).map((egress) =>
          countProviders(failing.get(keyOf({ process, egress })), since - dialMs),
        ),
      );
      if (providers < providersBeforeDoubt) return;
      fail(`${email} gets ${substatus} although ${process} could connect to none of ${providers} providers`, [
        email,
        process,
      ]);
    });
    return {};
  },
};

function keyOf({ process, egress }: { readonly process: string; readonly egress: string }): string {
  return `${process} ${egress}`;
}

/** The mail and the backup server of one domain are one provider, so two servers of their own are one at least. */
function countProviders(failing: ReadonlyMap<string, number> | undefined, until: number): number {
  let [known, own] = [0, 0];
  for (const [provider, failedAt] of failing ?? []) {
    if (failedAt > until) continue;
    if (provider.includes('.')) own += 1;
    else known += 1;
  }
  return known + Math.ceil(own / 2);
}
