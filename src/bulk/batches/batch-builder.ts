import type { JobRecord } from '../../ports/job-store.ts';
import type { Batch } from '../../ports/work-queue.ts';

/** Large enough that few calls of the store are needed, small enough to be repeated after a crash. */
const maxPositions = 250;
/**
 * Where other processes may take part, batches get smaller towards the end of a list: an eighth of what is left of it at
 * their exchange. So processes with egresses of their own, which share the batches of an exchange, end at about the same
 * time: none waits for the others for longer than one of the last batches takes.
 */
const minFullPositions = 10;
const partOfTheRest = 8;
/** So many items of an exchange are collected, and sorted by domain, before they are divided into batches. */
const collectedPositions = 1_000;
/** Attempts that are due within one such span share a batch. The shorter span is for those that are due soon. */
const dueSpanMs = 30_000;
const soonDueSpanMs = 1_000;

/** An item whose next attempt may be made from `dueAt` on. */
export interface DueItem {
  readonly position: number;
  readonly domain: string;
  readonly attempt: number;
  readonly dueAt: number;
  /** The egress that was put off at the last attempt. */
  readonly egress?: string | undefined;
}

export interface DueBatch {
  readonly batch: Batch;
  /** 0: at once. */
  readonly dueAt: number;
}

/** Items that may share batches. */
interface Collection {
  readonly exchange: string;
  readonly egress: string | undefined;
  readonly attempt: number;
  readonly dueAt: number;
  /** Positions by domain. */
  readonly domains: Map<string, number[]>;
  /** Items that are not in a batch yet. */
  size: number;
  /** Items so far. */
  added: number;
}

/**
 * Sorts the open items of one job into batches by exchange, egress, attempt and time. Keeps the items of a domain
 * together as far as it can, so that one process has its sessions with their exchange, and sends the catch-all probe.
 */
export class BatchBuilder {
  readonly #job: Pick<JobRecord, 'id' | 'account'>;
  readonly #isShared: boolean;
  readonly #itemCount: number;
  readonly #collections = new Map<string, Collection>();
  /** Those with enough items to be divided. */
  readonly #full = new Set<Collection>();
  #added = 0;

  /** `isShared`: several processes may work on the job. `itemCount`: how many items will be added. */
  constructor(
    job: Pick<JobRecord, 'id' | 'account'>,
    { isShared, itemCount }: { isShared: boolean; itemCount: number },
  ) {
    this.#job = job;
    this.#isShared = isShared;
    this.#itemCount = itemCount;
  }

  add(exchange: string, item: DueItem, now: number): void {
    const { position, domain, attempt, egress } = item;
    const dueAt = roundedDueAt(item.dueAt, now);
    const key = `${attempt} ${dueAt} ${egress ?? ''} ${exchange}`;
    let collection = this.#collections.get(key);
    if (collection === undefined) {
      collection = { exchange, egress, attempt, dueAt, domains: new Map(), size: 0, added: 0 };
      this.#collections.set(key, collection);
    }
    put(collection.domains, domain, position);
    collection.size += 1;
    collection.added += 1;
    this.#added += 1;
    if (collection.size >= collectedPositions) this.#full.add(collection);
  }

  /** Takes the full batches of exchanges of which enough items have been collected. */
  takeFull(): readonly DueBatch[] {
    return [...this.#full].flatMap((each) => this.#divide(each, { keepsRest: true }));
  }

  /** Takes all items. */
  takeAll(): readonly DueBatch[] {
    return [...this.#collections.values()].flatMap((each) => this.#divide(each, { keepsRest: false }));
  }

  #divide(collection: Collection, { keepsRest }: { readonly keepsRest: boolean }): DueBatch[] {
    const batches: DueBatch[] = [];
    const { domains } = collection;
    let open: [domain: string, position: number][] = [];
    const complete = () => {
      batches.push(
        this.#batchOf(
          collection,
          open.map(([, position]) => position),
        ),
      );
      collection.size -= open.length;
      open = [];
    };
    for (const [domain, positions] of domains) {
      const fullSize = this.#fullSize(collection);
      const isTooMuch = open.length + positions.length > fullSize;
      if (isTooMuch && positions.length <= fullSize) complete();
      for (const position of positions) {
        open.push([domain, position]);
        if (open.length >= this.#fullSize(collection)) complete();
      }
    }
    domains.clear();
    if (keepsRest) for (const [domain, position] of open) put(domains, domain, position);
    else if (open.length > 0) complete();
    this.#full.delete(collection);
    return batches;
  }

  #fullSize({ size, added }: Collection): number {
    if (!this.#isShared) return maxPositions;
    // The exchange may have as large a share in the items to come.
    const expected = (Math.max(0, this.#itemCount - this.#added) * added) / this.#added;
    const part = Math.ceil((size + expected) / partOfTheRest);
    return Math.min(maxPositions, Math.max(minFullPositions, part));
  }

  #batchOf({ exchange, egress, attempt, dueAt }: Collection, positions: readonly number[]): DueBatch {
    const { id: jobId, account } = this.#job;
    const ordered = positions.toSorted((a, b) => a - b);
    const id = batchId({ jobId, attempt, positions: ordered });
    const through = egress === undefined ? {} : { egress };
    return {
      batch: { id, account, jobId, exchange, ...through, attempt, positions: ordered },
      dueAt,
    };
  }
}

function put(domains: Map<string, number[]>, domain: string, position: number): void {
  const positions = domains.get(domain);
  if (positions === undefined) domains.set(domain, [position]);
  else positions.push(position);
}

/** Returns an id made of the first position: an item is in only one batch of an attempt. */
export function batchId(batch: Pick<Batch, 'jobId' | 'attempt' | 'positions'>): string {
  return `${batch.jobId}:${batch.attempt}:${batch.positions[0] ?? 0}`;
}

/** Rounds up, so that no attempt is early. */
function roundedDueAt(dueAt: number, now: number): number {
  if (dueAt <= now) return 0;
  const spanMs = dueAt - now < dueSpanMs ? soonDueSpanMs : dueSpanMs;
  return Math.ceil(dueAt / spanMs) * spanMs;
}
