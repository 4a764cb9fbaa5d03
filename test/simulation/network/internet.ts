import { isIP } from 'node:net';
import { isGloballyReachable } from '../../../adapters/net/guard.ts';
import { settleOnce } from '../../../src/concurrency/settle-once.ts';
import type { Clock, SmtpConnection, SmtpTransport, WaitOptions } from '../../../src/index.ts';
import { applyDialRules, connectError, connectTimeoutError } from '../../../src/smtp/dial-target.ts';
import { WireConnection } from '../../../src/smtp/wire-connection.ts';
import type { EventOwner, VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import { type ReplyTrouble, replyTroubleKinds } from './reply-trouble.ts';
import { RunningExchange } from './running-exchange.ts';
import { SimulatedConnection } from './simulated-connection.ts';

/** The process at our end of the network. */
export interface NetworkClient {
  readonly name: string;
  readonly owner: EventOwner;
  readonly clock: Clock;
  readonly clientAddress: string;
  readonly clientAddress6: string;
  readonly hasIPv6: boolean;
}

export interface InternetParts {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly world: World;
  readonly faults: ActiveFaults;
  readonly story: Story;
}

/** How long a server without a service takes to say so, besides the way. */
const refusalMs = 1;

/** All exchanges of the world, and the connections to them. */
export class Internet {
  readonly exchanges: ReadonlyMap<string, RunningExchange>;
  readonly #parts: InternetParts;
  /** Connections of each process that are not closed at both ends. */
  readonly #connections = new Map<EventOwner, Set<SimulatedConnection>>();
  /** Connections so far, by process and host: each has randomness of its own. */
  readonly #counts = new Map<string, number>();
  #connectionNumber = 0;

  constructor(parts: InternetParts) {
    this.#parts = parts;
    const random = new RandomStream(parts.seed, 'exchanges');
    this.exchanges = new Map(
      [...parts.world.exchanges.values()].map((spec) => [
        spec.host,
        new RunningExchange(spec, random.fork(spec.host)),
      ]),
    );
  }

  /** Connections that a server counts now. */
  get openConnections(): number {
    let open = 0;
    for (const { connections } of this.exchanges.values()) open += connections.size;
    return open;
  }

  /** Returns what the connections of a process lead to that are open at its end. */
  connectionsOf(owner: EventOwner): readonly string[] {
    const open = [...(this.#connections.get(owner) ?? [])].filter(({ isOpenHere }) => isOpenHere);
    return open.map(({ view }) => `a connection to ${view.host}`);
  }

  /** Returns the transport of one process. */
  transportOf(client: NetworkClient): SmtpTransport {
    return { connect: (target, options) => this.#connect(client, target, options) };
  }

  /** Ends all connections of a process that has died. */
  loseClient(owner: EventOwner, how: 'reset' | 'half-open'): void {
    for (const connection of this.#connections.get(owner) ?? []) connection.loseClient(how);
  }

  #connect(
    client: NetworkClient,
    target: { address: string; port: number },
    options: WaitOptions,
  ): Promise<SmtpConnection> {
    const { time, world, story } = this.#parts;
    const { address, ipVersion } = applyDialRules(target, {
      ipVersion: isIP,
      isAllowed: isGloballyReachable,
    });
    const spec = world.byAddress.get(address);
    const host = spec?.host ?? address;
    let connection: SimulatedConnection | undefined;
    const connecting = settleOnce<SmtpConnection>(client.clock, options, {
      onTimeout: ({ reject }) => reject(connectTimeoutError(target)),
      start: ({ resolve, reject }) => {
        const fail = (code: string, delayMs: number) =>
          time.schedule(
            delayMs,
            () => reject(connectError(target, Object.assign(new Error(code), { code }))),
            client.owner,
          );
        if (ipVersion === 6 && !client.hasIPv6) return fail('ENETUNREACH', 0);
        const exchange = this.exchanges.get(host);
        const reach = this.#reach(client, exchange);
        if (exchange === undefined || reach === 'silent') return undefined;
        const { oneWayMs } = exchange.spec;
        if (reach === 'refuses') return fail('ECONNREFUSED', 2 * oneWayMs + refusalMs);
        const opened = this.#open(client, exchange, address);
        connection = opened;
        time.schedule(oneWayMs, () => opened.arrive());
        return time.schedule(
          2 * oneWayMs,
          () => {
            resolve(new WireConnection(client.clock, (sink) => opened.attach(sink)));
          },
          client.owner,
        );
      },
    });
    return connecting.catch(async (error: unknown) => {
      await connection?.destroy('reset');
      const why = error instanceof Error ? error.message : String(error);
      story.add({ kind: 'connect-failed', process: client.name, host, why });
      throw error;
    });
  }

  #reach(client: NetworkClient, exchange: RunningExchange | undefined): 'open' | 'refuses' | 'silent' {
    const { faults } = this.#parts;
    if (exchange === undefined) return 'silent';
    if (faults.of('port-25-blocked').some(({ fault }) => fault.process === client.name)) return 'silent';
    const down = faults.of('exchange-down').find(({ fault }) => fault.host === exchange.spec.host);
    return down?.fault.how ?? exchange.spec.reach;
  }

  #open(client: NetworkClient, exchange: RunningExchange, address: string): SimulatedConnection {
    const { time, world, story, faults, seed } = this.#parts;
    const { host } = exchange.spec;
    const which = `${client.name} to ${host}`;
    const count = (this.#counts.get(which) ?? 0) + 1;
    this.#counts.set(which, count);
    this.#connectionNumber += 1;
    const own = this.#connections.get(client.owner) ?? new Set();
    this.#connections.set(client.owner, own);
    const random = new RandomStream(seed, `connection ${count} of ${which}`);
    const connection = new SimulatedConnection({
      view: {
        number: this.#connectionNumber,
        host,
        address,
        process: client.name,
        clientAddress: isIP(address) === 6 ? client.clientAddress6 : client.clientAddress,
      },
      time,
      world,
      story,
      exchange,
      owner: client.owner,
      random,
      trouble: this.#troubleOf(host) ?? flakyTrouble(exchange, random),
      blockAt: (stage) =>
        faults.of('exchange-blocks').find(({ fault }) => fault.host === host && fault.stage === stage)?.fault
          .why,
      onClosed: (closed) => own.delete(closed),
    });
    own.add(connection);
    return connection;
  }

  /** The first fault that strikes a connection is its only one. */
  #troubleOf(host: string): ReplyTrouble | undefined {
    for (const { fault, random } of this.#parts.faults.of('reply-trouble')) {
      if (fault.host !== undefined && fault.host !== host) continue;
      const trouble = troubleAt(fault.trouble, random);
      if (random.chance(fault.chance)) return trouble;
    }
    return undefined;
  }
}

/** The trouble of a server that has some even without a fault. */
function flakyTrouble({ spec }: RunningExchange, random: RandomStream): ReplyTrouble | undefined {
  if (spec.flakiness === 0 || !random.chance(spec.flakiness)) return undefined;
  return troubleAt(random.pick(replyTroubleKinds), random);
}

function troubleAt(kind: ReplyTrouble['kind'], random: RandomStream): ReplyTrouble {
  return { kind, atReply: random.integer(0, 20), lateMs: random.skewed(500, 120_000) };
}
