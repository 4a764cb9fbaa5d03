import { Queue } from 'bullmq';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asText } from '../reply-values.ts';
import { queuePendingTickets } from '../scripts/queue-pending-tickets.ts';
import { bullmqConnection } from './connections.ts';

/** Name of the BullMQ queue that carries the tickets. */
export const ticketQueue = 'tickets';

/** Data of a BullMQ job. */
export interface TicketData {
  /** When the ticket is due, by the server's time. */
  readonly at: number;
}

/** Lets the worker that receives it take the next batch of the round robin. It names no batch. */
export interface Ticket extends TicketData {
  readonly id: string;
  readonly delayMs: number;
}

const ticketsPerCall = 500;

const ticketOptions = {
  // A ticket fails only when Redis fails, and must never be lost.
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'fixed', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

/**
 * Adds tickets to BullMQ. The scripts that create tickets also store them in a set of pending tickets, from which they
 * are removed once BullMQ has them. If a process dies in between, another one adds them; adding twice is harmless.
 */
export class TicketDispatcher {
  readonly #redis: RedisConnection;
  readonly #bullmq: RedisConnection;
  readonly #key: string;
  #queue: Queue<TicketData> | undefined;

  /** `bullmq` must be a separate connection without scripts. */
  constructor(dependencies: { redis: RedisConnection; bullmq: RedisConnection; key: string }) {
    this.#redis = dependencies.redis;
    this.#bullmq = dependencies.bullmq;
    this.#key = dependencies.key;
  }

  async dispatch(tickets: readonly Ticket[]): Promise<void> {
    if (tickets.length === 0) return;
    await this.#bullmq.withClient(async (client) => {
      this.#queue ??= new Queue<TicketData>(ticketQueue, {
        connection: bullmqConnection(client),
        prefix: this.#key,
        streams: { events: { maxLen: 100 } },
      }).on('error', () => {});
      try {
        await this.#queue.addBulk(tickets.map(jobOf));
      } catch (error) {
        // A BullMQ queue that could not reach Redis when it was created never recovers.
        await this.#closeQueue();
        throw error;
      }
    });
    const members = tickets.map(({ id, at }) => `${id} ${at}`);
    await this.#redis.command('ZREM', `${this.#key}:tickets`, ...members);
  }

  /** Adds tickets that have been pending for longer than `ageMs`: the process that created them may have died. */
  async dispatchPending(ageMs: number): Promise<void> {
    for (;;) {
      const tickets = await this.#readPending(ageMs);
      await this.dispatch(tickets);
      if (tickets.length < ticketsPerCall) return;
    }
  }

  async close(): Promise<void> {
    await this.#closeQueue();
    await this.#bullmq.close();
  }

  async #readPending(ageMs: number): Promise<readonly Ticket[]> {
    return ticketsOf(
      await this.#redis.run(queuePendingTickets, this.#key, String(ageMs), String(ticketsPerCall)),
    );
  }

  async #closeQueue(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    await queue?.close().catch(() => {});
  }
}

/** Parses the tickets that a script returns: id, due time and delay of each. */
export function ticketsOf(reply: unknown): readonly Ticket[] {
  const values = Array.isArray(reply) ? reply : [];
  return Array.from({ length: values.length / 3 }, (_, index) => ({
    id: asText(values[3 * index]),
    at: asInteger(values[3 * index + 1]),
    delayMs: asInteger(values[3 * index + 2]),
  }));
}

function jobOf({ id, at, delayMs }: Ticket) {
  return { name: 'ticket', data: { at }, opts: { ...ticketOptions, jobId: id, delay: delayMs } };
}
