import { abortable } from '../../concurrency/deadline.ts';
import { SingleFlight } from '../../concurrency/single-flight.ts';
import { ConnectionError } from '../../errors.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import type { Egress } from '../../ports/network-ports.ts';
import { EgressFailed } from './egress-failed.ts';

/** How long the way out is checked. */
const checkMs = 5_000;

/** The way out of one egress, such as its proxy. When a connection failed, finds out whether that was its fault. */
export class WayOut {
  readonly #egress: Pick<Egress, 'name' | 'checkWayOut'>;
  readonly #outage: Pick<EgressOutage, 'recordFailure' | 'closing'>;
  readonly #checks = new SingleFlight<EgressFailed | undefined>();

  constructor(
    egress: Pick<Egress, 'name' | 'checkWayOut'>,
    outage: Pick<EgressOutage, 'recordFailure' | 'closing'>,
  ) {
    this.#egress = egress;
    this.#outage = outage;
  }

  /** False if there is nothing between this machine and the exchanges. */
  get mayFail(): boolean {
    return this.#egress.checkWayOut !== undefined;
  }

  /**
   * Returns why the way out failed; its egress then rests. Undefined if it works, or if the signal fires before that is
   * known. Callers at the same time share one check, which goes on when they leave: those in a hurry would never know.
   */
  async findFailure(signal: AbortSignal): Promise<EgressFailed | undefined> {
    if (!this.mayFail) return undefined;
    const { closing } = this.#outage;
    const check = this.#checks.run('way out', closing, (inner) => this.#check(inner));
    try {
      return await abortable(check, signal);
    } catch (error) {
      if (signal.aborted || closing.aborted) return undefined;
      throw error;
    }
  }

  async #check(signal: AbortSignal): Promise<EgressFailed | undefined> {
    const { name } = this.#egress;
    try {
      await this.#egress.checkWayOut?.({ timeoutMs: checkMs, signal });
      return undefined;
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectionError)) throw error;
      this.#outage.recordFailure(error);
      return new EgressFailed(name, error);
    }
  }
}
