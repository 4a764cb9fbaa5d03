import type { Wire, WireSink } from '../../../src/smtp/wire-connection.ts';
import type { EventOwner, VirtualTime } from '../clock/virtual-time.ts';
import type { BlockedStage } from '../faults/fault.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { ConnectionView } from '../story/happening.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import type { CountedConnection } from './client-counts.ts';
import type { Block } from './exchange-replies.ts';
import { ExchangeSession } from './exchange-session.ts';
import type { ReplyTrouble } from './reply-trouble.ts';
import type { RunningExchange } from './running-exchange.ts';

/** How long a server keeps a connection on which nothing arrives. */
const serverIdleMs = 300_000;

export interface ConnectionParts {
  readonly view: ConnectionView;
  readonly time: VirtualTime;
  readonly world: World;
  readonly story: Story;
  readonly exchange: RunningExchange;
  /** The process at our end. */
  readonly owner: EventOwner;
  readonly random: RandomStream;
  /** What goes wrong with one reply. At most one thing: two together can make a false answer look sound. */
  readonly trouble: ReplyTrouble | undefined;
  /** Whether the exchange blocks us at this stage, now. */
  readonly blockAt: (stage: BlockedStage) => Block | undefined;
  readonly onClosed: (connection: SimulatedConnection) => void;
}

/** A TCP connection: bytes travel in both directions in order, with delays, until one side ends or resets it. */
export class SimulatedConnection implements Wire, CountedConnection {
  readonly view: ConnectionView;
  orphaned = false;
  readonly #parts: ConnectionParts;
  readonly #session: ExchangeSession;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('latin1');
  #sink: WireSink | undefined;
  /** The server has closed its end, or got a reset. */
  #serverClosed = false;
  /** Our end is closed. */
  #clientClosed = false;
  /** The server sends nothing more. */
  #silenced = false;
  /** Nothing arrives any more, in either direction. */
  #stalled = false;
  #lastArrivalAtServer = 0;
  #lastArrivalAtClient = 0;
  #replies = 0;
  #cancelIdle: () => void = () => {};
  #finishUpgrade: (() => void) | undefined;
  #saidHello = false;
  /** The server has refused us with its greeting. */
  #isRefused = false;
  #saidQuit = false;
  /** Groups of commands and parts of replies that are on their way, and a TLS handshake. */
  #onTheWay = 0;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.view = parts.view;
    this.#session = new ExchangeSession({
      view: parts.view,
      time: parts.time,
      world: parts.world,
      story: parts.story,
      exchange: parts.exchange,
      blockAt: parts.blockAt,
      say: (text, inMs) => this.#say(text, inMs),
      close: (inMs, how) => this.#closeServer(inMs, how),
      upgrade: (inMs, works) => this.#upgradeServer(inMs, works),
    });
  }

  /** True as long as our end has not closed it. */
  get isOpenHere(): boolean {
    return !this.#clientClosed;
  }

  /** The first packet has arrived: the server counts the connection, and greets. */
  arrive(): void {
    const { exchange, story, time } = this.#parts;
    exchange.open(this);
    this.#lastArrivalAtServer = time.now;
    story.add({ kind: 'connection-opened', connection: this.view });
    this.#session.greet();
    this.#watchIdle();
  }

  /** Connects our end. */
  attach(sink: WireSink): Wire {
    this.#sink = sink;
    return this;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const { time } = this.#parts;
    if (this.#clientClosed) return;
    const text = this.#decoder.decode(bytes);
    this.#saidHello ||= /^(EHLO|HELO) /i.test(text);
    this.#saidQuit ||= /^QUIT\r\n/im.test(text);
    this.#onTheWay += 1;
    time.scheduleAt(this.#arrivalAtServer(true), () => {
      this.#onTheWay -= 1;
      if (this.#serverClosed || this.#stalled) return;
      this.#watchIdle();
      this.#session.receive(text);
    });
  }

  upgrade(): Promise<void> {
    const { time } = this.#parts;
    this.#onTheWay += 1;
    return new Promise((resolve) => {
      this.#finishUpgrade = () => {
        this.#onTheWay -= 1;
        resolve();
      };
      time.scheduleAt(this.#arrivalAtServer(true), () => {
        if (!this.#serverClosed && !this.#stalled) this.#session.startTls();
      });
    });
  }

  async destroy(how: 'reset' | 'finish'): Promise<void> {
    if (this.#clientClosed) return;
    this.#clientClosed = true;
    if (how === 'finish') return;
    if (!this.#serverClosed)
      this.#parts.story.add({ kind: 'hung-up', connection: this.view, phase: this.#phase });
    this.#sendReset();
  }

  /** Our process has died: its machine resets its connections, or is dead too and does not. */
  loseClient(how: 'reset' | 'half-open'): void {
    if (this.#clientClosed) return;
    this.#clientClosed = true;
    if (how === 'reset') this.#sendReset();
    else this.orphaned = true;
  }

  /** The way out of our egress, such as a proxy, has failed: both ends are closed. */
  loseEgress(): void {
    if (this.#clientClosed) return;
    this.#sendReset();
    const { time, owner } = this.#parts;
    time.schedule(
      0,
      () => {
        if (!this.#clientClosed) this.#sink?.ended('reset on the way out');
      },
      owner,
    );
    this.#silenced = true;
  }

  get #phase(): 'working' | 'idle' | 'after-quit' {
    if (this.#saidQuit) return 'after-quit';
    const isMet = this.#saidHello || this.#isRefused;
    return isMet && this.#onTheWay === 0 ? 'idle' : 'working';
  }

  #sendReset(): void {
    this.orphaned = true;
    this.#parts.time.scheduleAt(this.#arrivalAtServer(false), () => {
      if (!this.#stalled) this.#serverGone('reset by us');
    });
  }

  /** Packets do not overtake each other. */
  #arrivalAtServer(withJitter: boolean): number {
    const { time, exchange, random } = this.#parts;
    const { oneWayMs, jitterMs } = exchange.spec;
    const delayMs = oneWayMs + (withJitter && jitterMs > 0 ? random.integer(0, jitterMs) : 0);
    this.#lastArrivalAtServer = Math.max(this.#lastArrivalAtServer, time.now + delayMs);
    return this.#lastArrivalAtServer;
  }

  #arrivalAtClient(sentAt: number): number {
    const { exchange, random } = this.#parts;
    const { oneWayMs, jitterMs } = exchange.spec;
    const delayMs = oneWayMs + (jitterMs > 0 ? random.integer(0, jitterMs) : 0);
    this.#lastArrivalAtClient = Math.max(this.#lastArrivalAtClient, sentAt + delayMs);
    return this.#lastArrivalAtClient;
  }

  /** Sends complete replies to our end. */
  #say(text: string, inMs: number): void {
    const { story, time } = this.#parts;
    if (this.#silenced) return;
    this.#isRefused ||= this.#replies === 0 && /^[45]/.test(text);
    const { text: distorted, trouble, lateMs } = this.#distort(text);
    const at = this.#arrivalAtClient(time.now + inMs + lateMs);
    const bytes = this.#encoder.encode(distorted);
    // A copy is noticed by what is left over behind the last reply, which must not come later than that.
    const mayBeSplit = bytes.length > 0 && trouble === '' && this.#parts.trouble?.kind !== 'doubled';
    const splitAt =
      mayBeSplit && this.#parts.random.chance(0.1)
        ? this.#parts.random.integer(1, bytes.length)
        : bytes.length;
    const isSplit = splitAt < bytes.length;
    story.add({ kind: 'replies', connection: this.view, text, trouble, isSplit, arrivesAt: at });
    if (bytes.length > 0) this.#deliver(bytes.subarray(0, splitAt), at);
    if (isSplit) this.#deliver(bytes.subarray(splitAt), at + this.#parts.random.integer(0, 40));
  }

  /** What was on its way before the network began to lose everything still arrives. */
  #deliver(bytes: Uint8Array, at: number): void {
    const { time, owner } = this.#parts;
    const isLost = this.#stalled;
    this.#lastArrivalAtClient = Math.max(this.#lastArrivalAtClient, at);
    this.#onTheWay += 1;
    time.scheduleAt(
      at,
      () => {
        this.#onTheWay -= 1;
        if (!this.#clientClosed && !isLost) this.#sink?.received(bytes);
      },
      owner,
    );
  }

  /** Applies the trouble of this connection to the reply that it is for. */
  #distort(text: string): { readonly text: string; readonly trouble: string; readonly lateMs: number } {
    const { trouble } = this.#parts;
    const whole = { text, trouble: '', lateMs: 0 };
    const replies = text.split(/(?<=^\d{3}(?: .*)?\r\n)/m);
    const index = trouble === undefined ? -1 : trouble.atReply - this.#replies;
    this.#replies += replies.length;
    if (trouble === undefined || index < 0 || index >= replies.length) return whole;
    const reply = replies[index] ?? '';
    const withReply = (replaced: string) => replies.with(index, replaced).join('');
    switch (trouble.kind) {
      case 'lost':
        return { text: withReply(''), trouble: `reply ${index} is lost`, lateMs: 0 };
      case 'doubled':
        return { text: withReply(reply + reply), trouble: `reply ${index} comes twice`, lateMs: 0 };
      case 'garbled':
        return { text: withReply(`?${reply.slice(1)}`), trouble: `reply ${index} is garbled`, lateMs: 0 };
      case 'late':
        return { text, trouble: `late by ${trouble.lateMs} ms`, lateMs: trouble.lateMs };
      case 'closing':
        this.#silenced = true;
        this.#closeServer(0, 'shutting down');
        return {
          text: `${replies.slice(0, index).join('')}421 4.3.2 Service shutting down\r\n`,
          trouble: 'shuts down',
          lateMs: 0,
        };
      case 'reset':
        this.#silenced = true;
        this.#closeServer(0, 'reset by the server');
        return { text: replies.slice(0, index).join(''), trouble: 'connection reset', lateMs: 0 };
      case 'stalled':
        this.#stalled = true;
        this.orphaned = true;
        return { text: '', trouble: 'the network loses everything from here on', lateMs: 0 };
    }
  }

  /** The server closes its end: our end learns that after the last reply. */
  #closeServer(inMs: number, how: string): void {
    const { time, owner } = this.#parts;
    time.schedule(inMs, () => {
      if (this.#serverClosed) return;
      this.#serverGone(how);
      if (this.#stalled) return;
      time.scheduleAt(
        this.#arrivalAtClient(time.now),
        () => {
          if (!this.#clientClosed) this.#sink?.ended(how);
        },
        owner,
      );
    });
  }

  #upgradeServer(inMs: number, works: boolean): void {
    const { time, owner } = this.#parts;
    if (!works) {
      this.#closeServer(inMs, 'the TLS handshake failed');
      return;
    }
    time.scheduleAt(this.#arrivalAtClient(time.now + inMs), () => this.#finishUpgrade?.(), owner);
  }

  #serverGone(how: string): void {
    if (this.#serverClosed) return;
    this.#serverClosed = true;
    this.#cancelIdle();
    this.#parts.exchange.close(this);
    this.#parts.story.add({ kind: 'connection-closed', connection: this.view, how });
    this.#parts.onClosed(this);
  }

  #watchIdle(): void {
    this.#cancelIdle();
    this.#cancelIdle = this.#parts.time.schedule(serverIdleMs, () =>
      this.#closeServer(0, 'idle for five minutes'),
    );
  }
}
