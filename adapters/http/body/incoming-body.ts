import type * as z from 'zod';
import { leastFruitlessItems } from '../../../src/budgets/budget-table.ts';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { Problem } from '../problem.ts';
import type { RequestView } from '../request-view.ts';
import { validationProblem } from '../validation-problem.ts';
import { type BodyList, type CountCheck, elementsIn, ListCollector } from './body-list.ts';
import type { BodyRoom, BodySpace } from './body-room.ts';
import { BodyStream, bodyTooSlow, type Chunks } from './body-stream.ts';
import { ListScanner } from './list-scanner.ts';
import { Utf8Text } from './utf8-text.ts';

/** What the bodies of all requests share. */
export interface BodyIntake {
  readonly room: BodyRoom;
  readonly clock: Clock;
  /** Time limit for the arrival of a body, from the moment when it is read. */
  readonly timeoutMs: number;
}

/** So many elements that a host has parsed are checked without a pause. */
const elementsPerSlice = 500;
/** To read so many bytes takes about as long as to check an element. */
const bytesOfItem = 100;

/** The body of one request. It is read once, by `json` or `list`, and released when the request is answered. */
export class IncomingBody {
  readonly #request: RequestView;
  readonly #account: string;
  readonly #maxBytes: number;
  readonly #checkCount: CountCheck | undefined;
  readonly #onFruitless: ((items: number) => void) | undefined;
  readonly #intake: BodyIntake;
  #space: BodySpace | undefined;
  #bytesRead = 0;
  #fruitlessItems = 0;

  /**
   * The body counts as one of `account`. `checkCount` limits all lists further. `onFruitless` is called with what was read for nothing,
   * as a number of items: all of a list that is refused before its end, and of another what is beyond 100 bytes an item.
   */
  constructor(
    request: RequestView,
    options: {
      account: string;
      maxBytes: number;
      checkCount?: CountCheck;
      onFruitless?: (items: number) => void;
      intake: BodyIntake;
    },
  ) {
    this.#request = request;
    this.#account = options.account;
    this.#maxBytes = options.maxBytes;
    this.#checkCount = options.checkCount;
    this.#onFruitless = options.onFruitless;
    this.#intake = options.intake;
  }

  /**
   * Reads and checks a short JSON body, whatever its Content-Type. Skips a byte order mark. Throws a Problem: 413 if it
   * is too long, 408 if it does not arrive in time, 422 if it is not JSON in UTF-8 (RFC 8259 §8.1) or has an invalid
   * field, whose name it gives.
   */
  async json<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> {
    const { chunks, value } = this.#open();
    const parsed = schema.safeParse(chunks === undefined ? value : parseJson(await this.#readText(chunks)));
    if (parsed.success) return parsed.data;
    throw validationProblem(parsed.error);
  }

  /**
   * Reads a JSON body that holds a list, checks each element as it arrives, and stops at the first fault. Keeps only the
   * items, in the room that all bodies share. Throws a Problem as `json` does: 413 also if the items are too long
   * together, and 503 if there was no room in time.
   */
  async list<Item>(list: BodyList<Item>): Promise<readonly Item[]> {
    const { chunks, value } = this.#open();
    const collector = new ListCollector(list, this.#checkCount);
    try {
      if (chunks === undefined) await this.#checkElements(elementsIn(value, list), collector);
      else await this.#scan(chunks, new ListScanner(list, collector), collector);
      const items = collector.end();
      // What was read beside the items: blanks, and fields that nobody needs.
      this.#fruitlessItems = Math.ceil(this.#bytesRead / bytesOfItem) - items.length;
      return items;
    } catch (error) {
      const isOurs = error instanceof Problem && error.status >= 500;
      const items = collector.count + Math.ceil(this.#bytesRead / bytesOfItem);
      if (!isOurs) this.#fruitlessItems = Math.max(items, leastFruitlessItems);
      throw error;
    }
  }

  /** Gives back the room that the items took, and counts what was read for nothing: it is no reason to refuse this very body. */
  release(): void {
    if (this.#fruitlessItems > 0) this.#onFruitless?.(this.#fruitlessItems);
    this.#space?.leave();
  }

  /** Body parsers of hosts produce a JSON value, or text or bytes if they do not recognise the type as JSON. */
  #open(): { readonly chunks: Chunks | undefined; readonly value?: unknown } {
    const body = this.#request.body();
    switch (body.kind) {
      case 'unread':
        return { chunks: body.chunks };
      case 'read':
        if (body.value instanceof Uint8Array) return { chunks: [body.value] };
        if (typeof body.value === 'string') return { chunks: [Buffer.from(body.value)] };
        return { chunks: undefined, value: body.value };
      case 'lost':
        throw new Error(
          'The host has read the body and kept it to itself. Mount the handler before what reads bodies, or set `body` of the request of Node.',
        );
    }
  }

  async #readText(chunks: Chunks): Promise<string> {
    const decoder = new Utf8Text(this.#maxBytes);
    const stream = new BodyStream(chunks, this.#intake);
    let text = '';
    try {
      for (let slice = await stream.next(); slice !== undefined; slice = await stream.next()) {
        text += decoder.decode(slice);
      }
    } finally {
      stream.close();
    }
    decoder.end();
    return text;
  }

  async #scan(chunks: Chunks, scanner: ListScanner, collected: { readonly bytes: number }): Promise<void> {
    const { room } = this.#intake;
    const decoder = new Utf8Text(this.#maxBytes);
    const stream = new BodyStream(chunks, this.#intake);
    const space = room.enter(this.#account, () => stream.cut(bodyTooSlow()));
    this.#space = space;
    try {
      for (let slice = await stream.next(); slice !== undefined; slice = await stream.next()) {
        await this.#waitForLoop();
        this.#bytesRead += slice.byteLength;
        scanner.write(decoder.decode(slice));
        const vacancy = space.hold(collected.bytes + scanner.keptLength, slice.byteLength);
        if (vacancy !== undefined) await this.#waitForRoom(stream, vacancy);
      }
      space.complete();
    } finally {
      stream.close();
    }
    decoder.end();
    scanner.end();
  }

  async #waitForRoom(stream: BodyStream, vacancy: Promise<void>): Promise<void> {
    const { signal } = this.#request;
    const onClientGone = () => stream.cut(signal.reason);
    signal.addEventListener('abort', onClientGone);
    try {
      if (signal.aborted) onClientGone();
      await stream.waitForRoom(vacancy);
    } finally {
      signal.removeEventListener('abort', onClientGone);
    }
  }

  async #checkElements<Item>(elements: readonly unknown[], collector: ListCollector<Item>): Promise<void> {
    for (let from = 0; from < elements.length; from += elementsPerSlice) {
      await this.#waitForLoop();
      for (const element of elements.slice(from, from + elementsPerSlice)) collector.addElement(element);
    }
  }

  /** Waits until the account may have the event loop for a short step. */
  async #waitForLoop(): Promise<void> {
    const turn = LoopSteps.of(this.#intake.clock).next(this.#account);
    if (turn !== undefined) await turn;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(422, 'body: must be valid JSON.');
  }
}
