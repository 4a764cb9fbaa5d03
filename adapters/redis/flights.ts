import type { Clock } from '../../src/ports/clock.ts';
import {
  type BeginResult,
  type FlightStorage,
  type ForeignFlight,
  releaseRememberedMs,
} from '../stores/polled-flights.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { flightBegin } from './scripts/flight-begin.ts';
import { flightEnd } from './scripts/flight-end.ts';
import { flightRenew } from './scripts/flight-renew.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Flights in Redis: one key each, all in one cluster slot, so that one command reads many. */
export class RedisFlightStorage implements FlightStorage {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #clock: Clock | undefined;
  readonly #prefix: string;

  constructor(dependencies: RedisStoreDependencies & { readonly clock: Clock | undefined }) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#clock = dependencies.clock;
    this.#prefix = `{${dependencies.prefix}:flights}:`;
  }

  async begin(key: string, leaseId: string, leaseMs: number): Promise<BeginResult> {
    const reply = await this.#redis.run(
      flightBegin,
      this.#prefix + key,
      ...this.#arguments(leaseId, leaseMs),
    );
    return typeof reply === 'string'
      ? { kind: 'under-way', flight: { key, leaseId: reply, process: '' } }
      : { kind: 'begun', releasedBefore: asInteger(reply) === 1 };
  }

  async renew(key: string, leaseId: string, leaseMs: number): Promise<boolean> {
    const reply = await this.#redis.run(
      flightRenew,
      this.#prefix + key,
      ...this.#arguments(leaseId, leaseMs),
    );
    return asInteger(reply) === 1;
  }

  async release(key: string, leaseId: string): Promise<void> {
    await this.#redis.run(flightEnd, this.#prefix + key, ...this.#arguments(leaseId, releaseRememberedMs));
  }

  async findEnded(flights: readonly ForeignFlight[]): Promise<readonly ForeignFlight[]> {
    const replies = asList(
      await this.#redis.command('MGET', ...flights.map(({ key }) => this.#prefix + key)),
    );
    return flights.filter(({ leaseId }, index) => {
      const reply = replies[index] ?? null;
      return reply === null || !this.#isUnderWay(asText(reply), leaseId);
    });
  }

  #isUnderWay(text: string, leaseId: string): boolean {
    const [kind, expiry, id] = text.split(' ');
    const expired = this.#clock !== undefined && Number(expiry) <= this.#clock.now();
    return kind === 'lease' && id === leaseId && !expired;
  }

  #arguments(leaseId: string, milliseconds: number): string[] {
    return [leaseId, String(milliseconds), this.#time.nowArgument, this.#time.extraTtlArgument];
  }
}
