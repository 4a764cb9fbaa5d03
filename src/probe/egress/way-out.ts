import { SingleFlight } from '../../concurrency/single-flight.ts';
import { ConnectionError } from '../../errors.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import type { Egress } from '../../ports/network-ports.ts';
import { EgressFailed } from './egress-failed.ts';

/** How long the way out is checked. */
const checkMs = 5_000;

/** The way out of one egress, such as its proxy. When a connection was lost, finds out whether that was the end of it. */
export class WayOut {
  readonly #egress: Pick<Egress, 'name' | 'checkWayOut'>;
  readonly #outage: Pick<EgressOutage, 'recordFailure'>;
  readonly #checks = new SingleFlight<void>();

  constructor(egress: Pick<Egress, 'name' | 'checkWayOut'>, outage: Pick<EgressOutage, 'recordFailure'>) {
    this.#egress = egress;
    this.#outage = outage;
  }

  /**
   * Returns why the way out failed; its egress then rests. Undefined if it works, or if the signal fires before that is
   * known. Callers at the same time share one check.
   */
  async findFailure(signal: AbortSignal): Promise<EgressFailed | undefined> {
    const { name, checkWayOut } = this.#egress;
    if (checkWayOut === undefined) return undefined;
    try {
      await this.#checks.run('way out', signal, (inner) =>
        checkWayOut({ timeoutMs: checkMs, signal: inner }),
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof ConnectionError)) throw error;
      this.#outage.recordFailure(error);
      return new EgressFailed(name, error);
    }
    return undefined;
  }
}
