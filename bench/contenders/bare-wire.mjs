/**
 * The upper bound: the engine's dialogue written by hand on bare sockets, with the same connections, groups, budgets,
 * spare sessions and catch-all probes, and nothing else. It believes every code, gets confused by servers that
 * misbehave, and hangs if one does not answer.
 */
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';

const connectionsPerExchange = 2;
const recipientsPerSession = 50;
const refusalsPerSession = 8;
const recipientsPerGroup = 10;
const roomKept = 5;
const idleMs = 1_000;

export async function start({ dns, dialTable, helo, mailFrom }) {
  const resolver = new Resolver();
  resolver.setServers(dns);
  const domains = new Map();
  const exchanges = new Map();

  async function verify(email) {
    const name = email.slice(email.indexOf('@') + 1);
    if (!domains.has(name)) domains.set(name, { exchange: exchangeOf(name), catchAll: undefined });
    const domain = domains.get(name);
    const exchange = await domain.exchange;
    if (isRefusal(await exchange.ask(email))) {
      domain.catchAll = false;
      return 'missing';
    }
    domain.catchAll ??= exchange.ask(`no-such-mailbox-2f61@${name}`).then((code) => !isRefusal(code));
    return (await domain.catchAll) ? 'catch-all' : 'exists';
  }

  async function exchangeOf(domain) {
    const [{ exchange }] = await resolver.resolveMx(domain);
    if (!exchanges.has(exchange)) {
      const target = resolver.resolve4(exchange).then(([address]) => dialTable[address]);
      exchanges.set(exchange, new Exchange(target, helo, mailFrom));
    }
    return exchanges.get(exchange);
  }

  async function close() {
    for (const { sessions } of exchanges.values()) for (const session of sessions) session.socket?.destroy();
  }

  return { verify, close };
}

const isRefusal = (code) => code >= 500;

/** The questions to one exchange, and the sessions that ask them. */
class Exchange {
  sessions = new Set();
  #questions = [];
  #target;
  #helo;
  #mailFrom;

  constructor(target, helo, mailFrom) {
    this.#target = target;
    this.#helo = helo;
    this.#mailFrom = mailFrom;
  }

  /** The code of the reply to RCPT. */
  ask(address) {
    return new Promise((resolve) => {
      this.#questions.push({ address, resolve });
      // Questions of the same iteration of the event loop go into one group.
      setImmediate(() => this.#serve());
    });
  }

  #serve() {
    let room = 0;
    let opening = 0;
    for (const session of [...this.sessions].sort((a, b) => a.room - b.room)) {
      if (session.ready) session.put(this.#questions.splice(0, Math.min(session.room, recipientsPerGroup)));
      else if (session.opening) opening += 1;
      room += session.room;
    }
    const unserved = this.#questions.length > opening;
    if (this.sessions.size < connectionsPerExchange && (unserved || room < roomKept)) this.#open();
  }

  #open() {
    const session = new Session(this.#mailFrom, {
      onRoom: () => this.#serve(),
      onEnd: () => {
        this.sessions.delete(session);
        if (this.#questions.length > 0) this.#serve();
      },
    });
    this.sessions.add(session);
    this.#target.then(({ address, port }) => {
      session.begin(connect({ host: address, port, noDelay: true }), this.#helo);
    });
  }
}

class Session {
  opening = true;
  socket;
  #mailFrom;
  #events;
  #recipients = 0;
  #refusals = 0;
  #inFlight = 0;
  /** Each recipient in flight has a transaction of its own. */
  #singly = true;
  /** Callbacks for the codes of the replies still to come. */
  #awaited = [];
  #idle;

  constructor(mailFrom, events) {
    this.#mailFrom = mailFrom;
    this.#events = events;
  }

  get room() {
    const left = Math.min(recipientsPerSession - this.#recipients, refusalsPerSession - this.#refusals);
    return Math.max(0, left - this.#inFlight);
  }

  get ready() {
    return !this.opening && this.room > 0 && (this.#inFlight === 0 || this.#singly);
  }

  begin(socket, helo) {
    this.socket = socket;
    let unread = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      const lines = (unread + chunk).split('\r\n');
      unread = lines.pop();
      for (const line of lines) if (line[3] !== '-') this.#awaited.shift()?.(Number(line.slice(0, 3)));
    });
    this.#awaited.push(() => this.#say(`EHLO ${helo}`, () => this.#opened()));
  }

  #opened() {
    this.opening = false;
    this.#events.onRoom();
  }

  put(questions) {
    if (questions.length === 0) return;
    clearTimeout(this.#idle);
    const transactions = this.#inFlight === 0 ? [questions] : questions.map((question) => [question]);
    this.#singly = transactions.every(({ length }) => length === 1);
    this.#inFlight += questions.length;
    let group = '';
    for (const transaction of transactions) {
      group += `MAIL FROM:<${this.#mailFrom}>\r\n`;
      this.#awaited.push(() => {});
      for (const { address, resolve } of transaction) {
        group += `RCPT TO:<${address}>\r\n`;
        this.#awaited.push((code) => this.#answered(code, resolve));
      }
      group += 'RSET\r\n';
      this.#awaited.push(() => this.#reset(transaction.length));
    }
    this.socket.write(group);
  }

  #answered(code, resolve) {
    this.#recipients += 1;
    if (code >= 400) this.#refusals += 1;
    resolve(code);
  }

  #reset(recipients) {
    this.#inFlight -= recipients;
    if (this.room > 0) this.#events.onRoom();
    if (this.#inFlight > 0) return;
    if (this.room === 0) this.#quit();
    else this.#idle = setTimeout(() => this.#quit(), idleMs);
  }

  #quit() {
    this.#recipients = recipientsPerSession;
    this.#say('QUIT', () => {
      this.socket.destroy();
      this.#events.onEnd();
    });
  }

  #say(command, then) {
    this.#awaited.push(then);
    this.socket.write(`${command}\r\n`);
  }
}
