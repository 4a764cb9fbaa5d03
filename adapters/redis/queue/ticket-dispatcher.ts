import { Queue } from 'bullmq';
import type { RedisConnection } from '../connection.ts';
import { integerOf, textOf } from '../reply.ts';
import { queueTickets } from '../scripts/queue-tickets.ts';
import { bullmqConnection } from './connections.ts';

/** The queue of BullMQ in which the tickets are. */
export const ticketQueue = 'tickets';

/** What a job of BullMQ carries. */
export interface TicketData {
  /** When it is due: milliseconds of the server. */
  readonly at: number;
}

/** A right to take the batch whose turn it is. */
export interface Ticket extends TicketData {
  readonly id: string;
  readonly delayMs: number;
}

const atOnce = 500;

const ticketOptions = {
  // A ticket fails only where Redis does, and must never get lost.
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'fixed', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

/**
 * Hands tickets in to BullMQ. The scripts that make them note them down, and they are crossed out here when BullMQ
 * has them, so that those of a process that died in between are handed in by another. Twice does no harm.
 */
export class TicketOffice {
  readonly #redis: RedisConnection;
  readonly #bullmq: RedisConnection;
  readonly #key: string;
  #queue: Queue<TicketData> | undefined;

  /** `bullmq`: a connection of its own, without scripts. */
  constructor(options: { redis: RedisConnection; bullmq: RedisConnection; key: string }) {
    this.#redis = options.redis;
    this.#bullmq = options.bullmq;
    this.#key = options.key;
  }

  async handIn(tickets: readonly Ticket[]): Promise<void> {
    if (tickets.length === 0) return;
    await this.#bullmq.perform(async (client) => {
      this.#queue ??= new Queue<TicketData>(ticketQueue, {
        connection: bullmqConnection(client),
        prefix: this.#key,
        streams: { events: { maxLen: 100 } },
      }).on('error', () => {});
      try {
        await this.#queue.addBulk(tickets.map(jobOf));
      } catch (error) {
        // One that could not look at its Redis when it was made never recovers.
        await this.#forgetQueue();
        throw error;
      }
    });
    const lines = tickets.map(({ id, at }) => `${id} ${at}`);
    await this.#redis.command('ZREM', `${this.#key}:tickets`, ...lines);
  }

  /** Hands in what others have left behind for longer than this. */
  async handInForgotten(forMs: number): Promise<void> {
    for (;;) {
      const tickets = await this.#forgotten(forMs);
      await this.handIn(tickets);
      if (tickets.length < atOnce) return;
    }
  }

  async close(): Promise<void> {
    await this.#forgetQueue();
    await this.#bullmq.close();
  }

  async #forgotten(forMs: number): Promise<readonly Ticket[]> {
    return ticketsOf(await this.#redis.run(queueTickets, this.#key, String(forMs), String(atOnce)));
  }

  async #forgetQueue(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    await queue?.close().catch(() => {});
  }
}

/** What the scripts return of the tickets they made: id, time, delay, and so on. */
export function ticketsOf(reply: unknown): readonly Ticket[] {
  const words = Array.isArray(reply) ? reply : [];
  return Array.from({ length: words.length / 3 }, (_, index) => ({
    id: textOf(words[3 * index]),
    at: integerOf(words[3 * index + 1]),
    delayMs: integerOf(words[3 * index + 2]),
  }));
}

function jobOf({ id, at, delayMs }: Ticket) {
  return { name: 'ticket', data: { at }, opts: { ...ticketOptions, jobId: id, delay: delayMs } };
}
