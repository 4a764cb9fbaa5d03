import type { ConnectionError } from '../../errors.ts';

/** Nothing can be asked through an egress now, because its way out failed. Says nothing about any address. */
export class EgressFailed extends Error {
  constructor(egress: string, cause: ConnectionError) {
    super(`The egress ${egress} failed. ${cause.message}`, { cause });
    this.name = 'EgressFailed';
  }
}
