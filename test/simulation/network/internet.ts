import { isIP } from 'node:net';
import { settleOnce } from '../../../src/concurrency/settle-once.ts';
import { ConnectionError } from '../../../src/index.ts';
import type { Clock, ConnectOptions, Egress, SmtpConnection, WaitOptions } from '../../../src/ports/index.ts';
import { applyDialRules, connectError, connectTimeoutError } from '../../../src/smtp/dial-target.ts';
import { WireConnection } from '../../../src/smtp/wire-connection.ts';
import { isGloballyReachable } from '../../../src/special-purpose-addresses.ts';
import type { EventOwner, VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { EgressPlan } from '../service/service-plan.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';
import { ClientCounts } from './client-counts.ts';
import { type ReplyTrouble, replyTroubleKinds } from './reply-trouble.ts';
import { RunningExchange } from './running-exchange.ts';
import { SimulatedConnection } from './simulated-connection.ts';

/** An egress of a process: our end of the network. */
export interface NetworkClient {
  readonly process: string;
  readonly owner: EventOwner;
  readonly clock: Clock;
  readonly egress: EgressPlan;
}

export interface InternetParts {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly world: World;
  readonly faults: ActiveFaults;
  readonly story: Story;
}

/** How long a way out that fails takes to say so. */
const wayOutMs = 2;
/** How long a server without a service takes to say so, besides the way. */
const refusalMs = 1;

/** All exchanges of the world, and the connections to them. */
export class Internet {
  readonly exchanges: ReadonlyMap<string, RunningExchange>;
  /** What servers count of their clients, by what they are counted as. */
  readonly counts: ReadonlyMap<string, ClientCounts>;
  readonly #parts: InternetParts;
  /** Connections of each process that are not closed at both ends. */
  readonly #connections = new Map<EventOwner, Set<SimulatedConnection>>();
  readonly #reachable = new Map<string, boolean>();
  /** Connections so far, by process and host: each has randomness of its own. */
  readonly #counts = new Map<string, number>();
  #connectionNumber = 0;

  constructor(parts: InternetParts) {
    this.#parts = parts;
    const random = new RandomStream(parts.seed, 'exchanges');
    const startedAt = parts.time.now;
    const specs = [...parts.world.exchanges.values()];
    this.counts = new Map(specs.map(({ countedAs }) => [countedAs, new ClientCounts()]));
    this.exchanges = new Map(
      specs.map((spec) => {
        const counts = this.counts.get(spec.countedAs) ?? new ClientCounts();
        return [spec.host, new RunningExchange(spec, { random: random.fork(spec.host), counts, startedAt })];
      }),
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

  /** Returns the way out of one egress of a process. */
  wayOutOf(client: NetworkClient): Pick<Egress, 'smtp' | 'checkWayOut'> {
    const smtp: Egress['smtp'] = { connect: (target, options) => this.#connect(client, target, options) };
    if (!client.egress.isProxy) return { smtp };
    return { smtp, checkWayOut: (options) => this.#checkWayOut(client, options) };
  }

  /** Ends all connections of an egress whose way out has failed, at both ends. */
  loseEgress(process: string, egress: string): void {
    for (const connections of this.#connections.values())
      for (const connection of connections)
        if (connection.view.process === process && connection.view.egress === egress) connection.loseEgress();
  }

  /** Ends all connections of a process that has died. */
  loseClient(owner: EventOwner, how: 'reset' | 'half-open'): void {
    for (const connection of this.#connections.get(owner) ?? []) connection.loseClient(how);
  }

  /** The same few addresses are dialled again and again. */
  #isReachable(address: string): boolean {
    const isReachable = this.#reachable.get(address) ?? isGloballyReachable(address);
    this.#reachable.set(address, isReachable);
    return isReachable;
  }

  #connect(
    client: NetworkClient,
    target: { address: string; port: number },
    options: ConnectOptions,
  ): Promise<SmtpConnection> {
    const { time, world, story } = this.#parts;
    const { address, ipVersion } = applyDialRules(target, {
      ipVersion: isIP,
      isAllowed: (wanted) => this.#isReachable(wanted),
    });
    const spec = world.byAddress.get(address);
    const host = spec?.host ?? address;
    let connection: SimulatedConnection | undefined;
    const connecting = settleOnce<SmtpConnection>(client.clock, options, {
      onTimeout: ({ reject }) =>
        reject(this.#failureOf(client) === undefined ? connectTimeoutError(target) : egressError(client)),
      start: ({ resolve, reject }) => {
        const fail = (code: string, delayMs: number) =>
          time.schedule(
            delayMs,
            () => reject(connectError(target, Object.assign(new Error(code), { code }))),
            client.owner,
          );
        const failure = this.#failureOf(client);
        if (failure === 'silent') return undefined;
        if (failure === 'refuses')
          return time.schedule(wayOutMs, () => reject(egressError(client)), client.owner);
        options.onDialling?.();
        if (ipVersion === 6 && !client.egress.hasIPv6) return fail('ENETUNREACH', 0);
        const exchange = this.exchanges.get(host);
        const reach = this.#reach(client, exchange);
        const isSilent = reach === 'silent' || spec?.silentAddresses.includes(address);
        if (exchange === undefined || isSilent) return undefined;
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
      const from = { process: client.process, egress: client.egress.name };
      story.add({ kind: 'connect-failed', ...from, host, address, why });
      throw error;
    });
  }

  async #checkWayOut(client: NetworkClient, options: WaitOptions): Promise<void> {
    await settleOnce<void>(client.clock, options, {
      onTimeout: ({ reject }) => reject(egressError(client)),
      start: ({ resolve, reject }) => {
        const failure = this.#failureOf(client);
        if (failure === 'silent') return undefined;
        const settle = () => (failure === undefined ? resolve() : reject(egressError(client)));
        return this.#parts.time.schedule(wayOutMs, settle, client.owner);
      },
    });
  }

  #failureOf({ process, egress }: NetworkClient): 'refuses' | 'silent' | undefined {
    return this.#parts.faults
      .of('egress-fails')
      .find(({ fault }) => fault.process === process && fault.egress === egress.name)?.fault.how;
  }

  #reach(client: NetworkClient, exchange: RunningExchange | undefined): 'open' | 'refuses' | 'silent' {
    const { faults } = this.#parts;
    if (exchange === undefined) return 'silent';
    if (faults.of('port-25-blocked').some(({ fault }) => fault.process === client.process)) return 'silent';
    const down = faults.of('exchange-down').find(({ fault }) => fault.host === exchange.spec.host);
    return down?.fault.how ?? exchange.spec.reach;
  }

  #open(client: NetworkClient, exchange: RunningExchange, address: string): SimulatedConnection {
    const { time, world, story, faults, seed } = this.#parts;
    const { host } = exchange.spec;
    const { egress } = client;
    const which = `${client.process} by ${egress.name} to ${host}`;
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
        process: client.process,
        egress: egress.name,
        clientAddress: isIP(address) === 6 ? egress.clientAddress6 : egress.clientAddress,
      },
      time,
      world,
      story,
      exchange,
      owner: client.owner,
      random,
      trouble: this.#troubleOf(host) ?? flakyTrouble(exchange, random),
      blockAt: (stage) =>
        faults
          .of('exchange-blocks')
          .find(
            ({ fault }) =>
              fault.host === host && fault.stage === stage && (fault.egress ?? egress.name) === egress.name,
          )?.fault.why,
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

function egressError({ egress }: NetworkClient): ConnectionError {
  return new ConnectionError(
    'egress_failed',
    `The way out of ${egress.name} fails. Wait until it works again.`,
  );
}

/** The trouble of a server that has some even without a fault. */
function flakyTrouble({ spec }: RunningExchange, random: RandomStream): ReplyTrouble | undefined {
  if (spec.flakiness === 0 || !random.chance(spec.flakiness)) return undefined;
  return troubleAt(random.pick(replyTroubleKinds), random);
}

function troubleAt(kind: ReplyTrouble['kind'], random: RandomStream): ReplyTrouble {
  return { kind, atReply: random.integer(0, 20), lateMs: random.skewed(500, 120_000) };
}
