import type { PlantedFault } from './planted-fault.ts';

const transaction = 'src/probe/session/transaction.ts';
const record = 'src/probe/session/session-record.ts';
const gates = 'src/exchange/gates/gates.ts';
const session = 'src/probe/session/session.ts';
const leases = 'src/probe/session/renewed-leases.ts';

const wrongVerdicts = [
  'nothing invalid that exists',
  'nothing safe that is refused',
  'verdicts describe the address',
  'lookups find the person',
] as const;

export const probingFaults: readonly PlantedFault[] = [
  {
    name: 'group-counted-although-a-reply-is-missing',
    file: transaction,
    find: '    const step = yield commands;',
    replace:
      "    const read = yield commands;\n  const isShort = read.replies.length === commands.length - 1;\n  const step = isShort ? { replies: [...read.replies, { code: 250, lines: ['Ok'] }] } : read;",
    foundBy: wrongVerdicts,
    days: { size: 'usual', only: ['reply-trouble'], trouble: 'lost' },
  },
  {
    name: 'group-counted-although-rset-was-refused',
    file: transaction,
    find: 'isSound &&= reset.code === 250 &&',
    replace: 'isSound &&= reset.code > 0 &&',
    foundBy: wrongVerdicts,
    days: { only: ['reply-trouble'] },
  },
  {
    name: 'surplus-reply-ignored',
    file: 'src/probe/session/dialogue-runner.ts',
    find: 'return this.#connection.unread ? await',
    replace: 'return this.#connection.unread && replies.length === 0 ? await',
    foundBy: ['SMTP order', ...wrongVerdicts],
    days: { size: 'usual', only: ['reply-trouble'], trouble: 'doubled' },
  },
  {
    name: 'wordless-refusal-believed-after-others',
    file: session,
    find: 'isUnfounded(classification) && wasRefused && index > lastAccepted',
    replace: 'isUnfounded(classification) && wasRefused && index < 0',
    foundBy: ['nothing invalid that exists', 'sound servers are believed', 'lookups find the person'],
    days: { size: 'usual' },
  },
  {
    name: 'group-larger-than-what-is-left-of-the-session',
    file: record,
    find: 'return Math.min(this.room, Math.max(leastUnderWay,',
    replace: 'return Math.min(maxPerGroup, Math.max(leastUnderWay,',
    foundBy: ['recipient limits'],
  },
  {
    name: 'resets-not-counted',
    file: record,
    find: "    if (result.kind === 'counts') this.resets += result.transactions;\n",
    replace: '',
    foundBy: ['recipient limits'],
    days: { size: 'usual' },
  },
  {
    name: 'temporary-refusals-not-counted',
    file: session,
    find: "if (stage === 'rcpt' && !isClosing) record.refusals += 1;",
    replace: "if (stage === 'rcpt' && reply.code >= 500) record.refusals += 1;",
    foundBy: ['recipient limits'],
  },
  {
    name: 'pipelining-not-asked-for',
    file: 'src/probe/session/dialogue.ts',
    find: "pipelining: keywords.has('PIPELINING'),",
    replace: "pipelining: keywords.has('SIZE'),",
    foundBy: ['SMTP order'],
  },
  {
    name: 'session-ends-without-quit',
    file: session,
    find: '    await dialogues.run(quit(), { replyMs: timeouts.quitMs });\n',
    replace: '',
    foundBy: ['sessions end with QUIT'],
  },
  {
    name: 'refusal-at-the-greeting-left-without-quit',
    file: session,
    find: "greeting.kind === 'refused' && greeting.reply.code !== 421;",
    replace: "greeting.kind === 'refused' && greeting.reply.code < 0;",
    foundBy: ['sessions end with QUIT'],
    days: { only: ['exchange-blocks'] },
  },
  {
    name: 'lease-not-renewed',
    file: leases,
    find: 'if (this.#leases.length === 1) this.#scheduleRenewal();',
    replace: '',
    foundBy: ['connections have leases', 'connection limits'],
  },
  {
    name: 'only-the-first-lease-renewed',
    file: leases,
    find: 'const leases = [...this.#leases];',
    replace: 'const leases = this.#leases.slice(0, 1);',
    foundBy: ['connections have leases', 'connection limits'],
  },
  {
    name: 'lost-lease-ignored',
    file: leases,
    find: "if (renewals.includes('ended')) return this.#onLost();",
    replace: "if (renewals.includes('ended')) return;",
    foundBy: ['connections have leases', 'connection limits'],
    days: { size: 'usual', only: ['store-losses', 'store-away', 'paused'] },
  },
  {
    name: 'lease-released-once-connected',
    file: session,
    find: '      this.#connection = connection;\n',
    replace: '      this.#connection = connection;\n      await this.opening.lease?.release();\n',
    foundBy: ['connections have leases'],
  },
  {
    name: 'no-lease-for-the-address',
    file: gates,
    find: '[exchange, ...this.#addressGates(host, address)]',
    replace: '[exchange, ...this.#addressGates(host, address).slice(9)]',
    foundBy: ['connections have leases', 'connection limits'],
  },
  {
    name: 'pause-not-shared',
    file: 'src/probe/session/connection-limiter.ts',
    find: 'await this.#leases.pause(key, pause).catch(() => {});',
    replace: 'await Promise.resolve([key, pause]);',
    foundBy: ['pauses are kept'],
    days: { size: 'usual', only: ['exchange-blocks'] },
  },
  {
    name: 'catch-all-read-from-a-put-off-probe',
    file: 'src/verdict/catch-all/catch-all-detector.ts',
    find: "    case 'mailbox-disabled':\n      return false;",
    replace: "    case 'mailbox-disabled':\n    case 'greylisted':\n      return false;",
    foundBy: ['nothing safe that is refused', 'verdicts describe the address', 'sound servers are believed'],
  },
  {
    name: 'backup-taken-for-the-domain',
    file: 'src/verdict/catch-all/catch-all-detector.ts',
    find: 'function placeOf({ domain, backup }: AnsweringExchange): string {',
    replace: 'function placeOf({ domain }: AnsweringExchange): string {\n  const backup = undefined;',
    foundBy: ['nothing safe that is refused', 'verdicts describe the address', 'sound servers are believed'],
    days: { only: ['exchange-down'] },
  },
  {
    name: 'refusal-proves-a-catch-all',
    file: 'src/verdict/catch-all/catch-all-detector.ts',
    find: "    case 'mailbox-disabled':\n      return false;",
    replace: "    case 'mailbox-disabled':\n      return true;",
    foundBy: ['nothing safe that is refused', 'sound servers are believed', 'verdicts describe the address'],
  },
  {
    name: 'tls-never-used',
    file: session,
    find: 'greet(identity, { tls })',
    replace: 'greet(identity, { tls: tls && identity.helo === null })',
    foundBy: ['introductions'],
  },
  {
    name: 'session-used-for-an-address-that-dns-does-not-name',
    file: 'src/probe/egress/egress-prober.ts',
    find: 'const open = left.find((address) => this.#pools.get(address)?.isOpen === true);',
    replace: 'const open = this.pools.find(({ isOpen }) => isOpen)?.address;',
    foundBy: ['DNS answers expire', 'preferred servers are asked first'],
  },
  {
    name: 'silent-address-tried-first-again',
    file: gates,
    find: '    this.#last.set(address, steadyNow(this.#clock) + comesLastMs);\n',
    replace: '',
    foundBy: ['silent addresses come last'],
    days: { size: 'usual' },
  },
  {
    name: 'session-opening-until-the-gates-know-of-it',
    file: session,
    find: "    this.phase = 'busy';\n    const event = { kind: 'greeted', afterMs: steadyNow(clock) - connectedAt } as const;\n    gates.recordConnection(this.host, this.address, this.opening.held, event);\n",
    replace:
      "    const event = { kind: 'greeted', afterMs: steadyNow(clock) - connectedAt } as const;\n    gates.recordConnection(this.host, this.address, this.opening.held, event);\n    this.phase = 'busy';\n",
    foundBy: ['sessions end with QUIT'],
    days: { size: 'usual', egresses: 3 },
  },
  {
    name: 'refused-connections-teach-nothing',
    file: 'src/exchange/pace/pace.ts',
    find: 'return onRefused({ ...recent, changedAt: now }, event.connections, now);',
    replace: 'return event.connections < 0 ? onRefused(recent, event.connections, now) : recent;',
    foundBy: ['learned limits are kept'],
  },
];
