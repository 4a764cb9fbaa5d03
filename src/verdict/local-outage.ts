import type { NoSlotInTime } from '../concurrency/slot-flight.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { OutageDetector } from '../exchange/outage.ts';

/** Throws ServiceUnavailable if the deadline passed because we cannot resolve any name, or reach any mail server. */
export function throwIfLocalOutage(during: 'dns' | 'probe', outage: OutageDetector): void {
  if (during === 'dns' && !outage.resolvedRecently) throw resolverOutage();
  if (during === 'probe' && outage.connectionsFail) throw connectionOutage();
}

export function noSlotInTime(cause: NoSlotInTime): ServiceUnavailable {
  return new ServiceUnavailable(
    'All connections or DNS questions of this process are in use. Try again later, or allow more of them.',
    { cause },
  );
}

export function resolverOutage(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No DNS resolver answers. Check the network and the resolvers that are configured, then try again.',
  );
}

export function connectionOutage(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No mail server of any provider can be reached. Check that outgoing connections to port 25 are allowed.',
  );
}
