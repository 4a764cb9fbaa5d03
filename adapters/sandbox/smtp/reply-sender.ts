import type { Clock } from '../../../src/ports/clock.ts';
import type { SandboxFault, SandboxStage } from '../world.ts';
import type { SandboxCommand } from './command.ts';
import { codeOf, fillIn, wireForm } from './reply-format.ts';
import type { ReplyText } from './reply-texts.ts';
import { stageOf } from './script.ts';
import type { SessionContext } from './session-context.ts';
import type { SessionState } from './session-state.ts';
import type { SessionWire } from './session-wire.ts';

/** The server stops reading when this many replies are unsent. */
const maxUnsent = 1_000;

const garbage = '\u0000\u0001%$ <!doctype html> ☃ this is no reply\r\n';

/** Events that a session needs to know about. */
export interface SendingEvents {
  onGreetingSent(): void;
  /** Called when the reply that starts the TLS handshake has been sent. */
  onTlsReady(): void;
  /** Called when all further input is to be ignored. */
  onInputIgnored(): void;
}

/** The sending half of a session: delayed replies, and the faults that replace a reply. */
export class ReplySender {
  readonly #wire: SessionWire;
  readonly #context: SessionContext;
  readonly #state: SessionState;
  readonly #events: SendingEvents;
  readonly #queue: ReplyQueue;

  constructor(wire: SessionWire, context: SessionContext, state: SessionState, events: SendingEvents) {
    this.#wire = wire;
    this.#context = context;
    this.#state = state;
    this.#events = events;
    this.#queue = new ReplyQueue(context.clock, (text) => this.#send(text));
  }

  /** Replies for which the client is still waiting. */
  get unsent(): number {
    return this.#queue.length;
  }

  /** Returns a reply as the exchange sends it: with its placeholders filled in and its codes. */
  fill(text: ReplyText, command?: SandboxCommand): ReplyText {
    const { exchange } = this.#context;
    const sender = command?.verb === 'MAIL' ? command.mailbox?.address : this.#state.sender;
    const context = {
      host: exchange.host,
      client: exchange.client.address,
      sender: sender ?? '',
      address: command?.mailbox?.address ?? '',
      domain: command?.mailbox?.domain ?? '',
      echo: exchange.settings.echo ?? true,
      now: this.#context.clock.now(),
    };
    return fillIn(text, context, exchange.settings.enhancedCodes ?? true);
  }

  /** Queues a filled-in reply, to the command with this verb or to none. */
  queue(text: ReplyText, verb = ''): void {
    const { settings } = this.#context.exchange;
    const stage = stageOf(verb);
    const latencyMs = stage === 'greeting' ? this.#context.greetingDelayMs : this.#context.replyDelayMs;
    const serviceMs = (settings.tarpitMs ?? 0) + this.#slownessMs();
    const fault = stage === (settings.faultAt ?? 'greeting') ? settings.fault : undefined;
    if (fault !== undefined && fault !== 'garbage') {
      this.#events.onInputIgnored();
      this.#queue.push({ text: '', latencyMs, serviceMs, onSent: () => this.#fail(fault, text) });
      return;
    }
    const [first = '', ...others] = this.#pieces(stage, fault === 'garbage' ? garbage : wireForm(text));
    this.#queue.push({ text: first, latencyMs, serviceMs });
    const pauseMs = typeof settings.greeting === 'object' ? settings.greeting.pauseMs : 0;
    for (const piece of others) this.#queue.push({ text: piece, latencyMs: 0, serviceMs: pauseMs });
    const onSent = this.#consequence(stage, text);
    if (onSent !== undefined) this.#queue.push({ text: '', latencyMs: 0, serviceMs: 0, onSent });
  }

  /** Sends the replies that are due. */
  flush(): void {
    this.#queue.flush();
    if (this.#queue.length > maxUnsent) this.#wire.setPaused(true);
  }

  /** Closes the connection after the queued replies. */
  hangUp(): void {
    this.#events.onInputIgnored();
    this.#queue.push({ text: '', latencyMs: 0, serviceMs: 0, onSent: () => this.#wire.end() });
  }

  /** Discards what is unsent. */
  stop(): void {
    this.#queue.clear();
  }

  /** Returns the parts of a reply; each is sent in one write. */
  #pieces(stage: SandboxStage | undefined, wire: string): readonly string[] {
    const { settings } = this.#context.exchange;
    if (stage === undefined) return [wire];
    if (stage === settings.loses) return [''];
    const sent = stage === settings.doubles ? wire + wire : wire;
    const pauses = stage === 'greeting' && typeof settings.greeting === 'object';
    return pauses ? sent.split(/(?<=\n)/) : [sent];
  }

  #consequence(stage: SandboxStage | undefined, text: ReplyText): (() => void) | undefined {
    if (stage === 'greeting') return () => this.#events.onGreetingSent();
    return stage === 'starttls' && codeOf(text) === 220 ? () => this.#events.onTlsReady() : undefined;
  }

  /** Like Postfix, waits before every reply of a session with too many errors. */
  #slownessMs(): number {
    const { softRefusals = { count: 10, delayMs: 1_000 } } = this.#context.exchange.settings;
    return softRefusals !== false && this.#state.refusals >= softRefusals.count ? softRefusals.delayMs : 0;
  }

  #send(text: string): void {
    const { log } = this.#context;
    const { exchange, connection, client } = this.#state;
    if (log !== undefined) {
      const at = this.#context.clock.now();
      for (const line of text.split('\r\n').slice(0, -1))
        log({ at, exchange, connection, client, from: 'server', line });
    }
    this.#wire.send(text);
    if (this.#queue.length <= maxUnsent) this.#wire.setPaused(false);
  }

  #fail(fault: Exclude<SandboxFault, 'garbage'>, text: ReplyText): void {
    switch (fault) {
      case 'silent':
        break;
      case 'endless-lines':
        this.#wire.sendForever(`${text.slice(0, 3)}-and another line\r\n`.repeat(1_000));
        break;
      case 'endless-line':
        this.#wire.sendForever('and on it goes '.repeat(1_000));
        break;
      case 'cuts':
        this.#wire.send(wireForm(text).slice(0, 7));
        this.#wire.end();
        break;
      case 'closes':
        this.#wire.end();
        break;
      case 'resets':
        this.#wire.reset();
        break;
    }
  }
}

/** Text to send, and what to do once it is sent. */
interface QueuedReply {
  readonly text: string;
  /** Earliest time of sending after the command arrived; runs for all queued commands at the same time. */
  readonly latencyMs: number;
  /** Time that the reply takes on its own, after the one before it. */
  readonly serviceMs: number;
  /** Called once the text is handed over. */
  readonly onSent?: () => void;
}

interface DueReply extends Pick<QueuedReply, 'text' | 'onSent'> {
  readonly dueAt: number;
}

/** The replies of one connection, in order. Each is sent when it is due; those due together are sent in one write. */
class ReplyQueue {
  readonly #clock: Clock;
  readonly #send: (text: string) => void;
  #replies: DueReply[] = [];
  #lastDueAt = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, send: (text: string) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  get length(): number {
    return this.#replies.length;
  }

  /** Queues a reply. Nothing is sent before the next `flush` or the time when it is due. */
  push({ text, latencyMs, serviceMs, onSent }: QueuedReply): void {
    const dueAt = Math.max(this.#clock.now() + latencyMs, this.#lastDueAt) + serviceMs;
    this.#lastDueAt = dueAt;
    this.#replies.push({ text, dueAt, ...(onSent === undefined ? {} : { onSent }) });
  }

  /** Sends the replies that are due and schedules the rest. */
  flush(): void {
    this.#stopTimer();
    const now = this.#clock.now();
    let text = '';
    for (let head = this.#replies[0]; head !== undefined && head.dueAt <= now; head = this.#replies[0]) {
      this.#replies.shift();
      text += head.text;
      if (head.onSent === undefined) continue;
      // The callback may close the connection or clear this queue.
      if (text !== '') this.#send(text);
      text = '';
      head.onSent();
    }
    if (text !== '') this.#send(text);
    const [next] = this.#replies;
    if (next === undefined) return;
    this.#stopTimer();
    this.#cancelTimer = this.#clock.after(next.dueAt - now, () => this.flush());
  }

  /** Discards everything unsent. */
  clear(): void {
    this.#stopTimer();
    this.#replies = [];
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
