import { providerOf } from '../../../src/exchange/provider.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { Fault } from '../faults/fault.ts';
import type { ExchangeSpec } from '../world/exchange-spec.ts';

/** Work that one process does for one domain. */
interface Work {
  readonly process: string;
  readonly exchanges: readonly ExchangeSpec[];
  readonly from: number;
  readonly until: number;
}

/** Pauses, unreachable servers and failed resolvers are remembered for some time after a fault. */
const aftermathMs = 900_000;
/** One of several egresses stays away for an hour from a server that blocks it, twice as long each time. */
const longestBlockMs = 8 * 3_600_000;
/** What another process holds of a server that has a limit: its leases end with it, and the server soon notices. */
const heldMs = 60_000;

/** Returns the faults that may have kept a process from finding out about a domain what its servers tell. */
export function hindrancesOf(
  faults: ActiveFaults,
  { process, exchanges, from, until }: Work,
): readonly Fault[] {
  return [
    ...faults
      .during(from - aftermathMs, until)
      .filter((fault) => strikesProcess(fault, process) || strikesNetwork(fault, { process, exchanges })),
    ...faults
      .during(from - heldMs, until)
      .filter((fault) => strikesAnyProcess(fault) || leavesDialsHanging(fault)),
    ...faults
      .during(from - (faults.hasSeveralEgresses ? longestBlockMs : aftermathMs), until)
      .filter((fault) => fault.kind === 'exchange-blocks' && isAmong(fault.host, exchanges)),
  ];
}

/** A process that waits for connections keeps its leases on the servers meanwhile. */
export function leavesDialsHanging({ kind }: Fault): boolean {
  return kind === 'port-25-blocked' || kind === 'egress-fails';
}

/** True for a fault of this process, of its clock, or of its way to the store. */
export function strikesProcess(fault: Fault, process: string): boolean {
  return strikesAnyProcess(fault) && (fault.process === undefined || fault.process === process);
}

type FaultOfProcess = Extract<
  Fault,
  { kind: 'killed' | 'paused' | 'clock-set' | 'store-away' | 'store-losses' | 'store-slow' }
>;

/** True for a fault of some process, of its clock, or of its way to the store. */
export function strikesAnyProcess(fault: Fault): fault is FaultOfProcess {
  return ['killed', 'paused', 'clock-set', 'store-away', 'store-losses', 'store-slow'].includes(fault.kind);
}

/** True for a fault that keeps some process, or all, from DNS or from mail servers. */
export function strikesOurNetwork({ kind }: Fault): boolean {
  return kind.startsWith('resolvers') || kind === 'port-25-blocked' || kind === 'egress-fails';
}

/** True for a fault between a process and the servers of a domain, or of these servers. */
export function strikesNetwork(
  fault: Fault,
  { process, exchanges }: Pick<Work, 'process' | 'exchanges'>,
): boolean {
  switch (fault.kind) {
    case 'resolvers-silent':
    case 'port-25-blocked':
    case 'egress-fails':
      return fault.process === process;
    case 'resolvers-fail':
    case 'resolvers-lie':
    case 'resolvers-slow':
      return true;
    case 'exchange-down':
    case 'exchange-blocks':
      return isAmong(fault.host, exchanges);
    case 'reply-trouble':
      return fault.host === undefined || isAmong(fault.host, exchanges);
    default:
      return false;
  }
}

/** The servers of one provider share limits and pauses. */
function isAmong(host: string, exchanges: readonly ExchangeSpec[]): boolean {
  const provider = providerOf(host)?.id;
  return exchanges.some(
    (exchange) =>
      exchange.host === host || (provider !== undefined && providerOf(exchange.host)?.id === provider),
  );
}
