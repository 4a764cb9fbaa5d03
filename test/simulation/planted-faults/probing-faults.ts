import type { PlantedFault } from './planted-fault.ts';

const transaction = 'src/probe/session/transaction.ts';
const greeted = 'src/probe/session/greeted-connection.ts';
const session = 'src/probe/session/session.ts';
const leases = 'src/probe/session/renewed-leases.ts';

export const probingFaults: readonly PlantedFault[] = [
  {
    name: 'no-fence-after-a-lost-reply',
    file: transaction,
    find: "noReply?.failure === 'desynchronised' || noReply?.failure === 'reply_timeout';\n  // Among the replies of a group that ended early, one to RSET and one to MAIL look like an accepted recipient.\n  const mayHaveShifted = noReply !== undefined && request.fenceWording === undefined;",
    replace: "noReply?.failure === 'desynchronised';\n  const mayHaveShifted = false;",
    days: { only: ['reply-trouble'] },
  },
  {
    name: 'refused-fence-believed',
    file: transaction,
    find: 'if (fence !== undefined && !isPositive(fence)) return true;',
    replace: '',
    days: { only: ['reply-trouble'] },
  },
  {
    name: 'fence-in-other-words-believed',
    file: transaction,
    find: '  if (fenceWording !== undefined && contradictsFence(replies, fenceWording)) return true;\n',
    replace: '',
    days: { size: 'usual', only: ['reply-trouble'] },
  },
  {
    name: 'recipients-share-a-transaction-before-the-fence-is-known',
    file: greeted,
    find: '    if (!mayShare) return 1;\n',
    replace: '',
    days: { only: ['reply-trouble'] },
  },
  {
    name: 'surplus-reply-ignored',
    file: 'src/probe/session/dialogue-runner.ts',
    find: 'return this.#groupsInFlight === 1 && this.#connection.unread;',
    replace: 'return this.#groupsInFlight < 0 && this.#connection.unread;',
    days: { size: 'usual', only: ['reply-trouble'] },
  },
  {
    name: 'wordless-refusal-believed-after-others',
    file: greeted,
    find: 'const refusedBefore = this.#refusals > 0;',
    replace: 'const refusedBefore = this.#refusals > 1;',
    days: { size: 'usual' },
  },
  {
    name: 'recipients-in-flight-not-counted',
    file: greeted,
    find: 'return Math.max(0, left - this.#inFlight);',
    replace: 'return Math.max(0, left);',
  },
  {
    name: 'temporary-refusals-not-counted',
    file: greeted,
    find: 'if (code >= 400) this.#refusals += 1;',
    replace: 'if (code >= 500) this.#refusals += 1;',
  },
  {
    name: 'pipelining-not-asked-for',
    file: 'src/probe/session/dialogue.ts',
    find: "pipelining: keywords.has('PIPELINING'),",
    replace: "pipelining: keywords.has('SIZE'),",
  },
  {
    name: 'session-ends-without-quit',
    file: session,
    find: '    await dialogues.run(quit(), { replyMs: timeouts.quitMs });\n',
    replace: '',
  },
  {
    name: 'refusal-at-the-greeting-left-without-quit',
    file: session,
    find: "greeting.kind === 'refused' && greeting.reply.code !== 421;",
    replace: "greeting.kind === 'refused' && greeting.reply.code < 0;",
    days: { only: ['exchange-blocks'] },
  },
  {
    name: 'lease-not-renewed',
    file: leases,
    find: 'if (this.#leases.length === 1) this.#scheduleRenewal();',
    replace: '',
  },
  {
    name: 'only-the-first-lease-renewed',
    file: leases,
    find: 'this.#leases.map(renewOrKeep)',
    replace: 'this.#leases.slice(0, 1).map(renewOrKeep)',
  },
  {
    name: 'lost-lease-ignored',
    file: leases,
    find: 'if (!alive.every(Boolean)) return this.#onLost();',
    replace: 'if (!alive.every(Boolean)) return;',
    days: { size: 'usual', only: ['store-losses', 'store-away', 'paused'] },
  },
  {
    name: 'lease-released-once-connected',
    file: session,
    find: 'await this.#converse(dialled, record).finally(() => dialled.release());',
    replace: 'await dialled.release();\n          await this.#converse(dialled, record);',
  },
  {
    name: 'no-lease-for-the-address',
    file: 'src/exchange/egress-limits.ts',
    find: 'return [exchangeLimit, ...addressLimits];',
    replace: 'return [exchangeLimit];',
  },
  {
    name: 'pause-not-shared',
    file: 'src/probe/session/connection-limiter.ts',
    find: 'await this.#pacing.pause(key, pause).catch(() => {});',
    replace: 'await Promise.resolve([key, pause]);',
    days: { size: 'usual', only: ['exchange-blocks'] },
  },
  {
    name: 'catch-all-read-from-a-put-off-probe',
    file: 'src/probe/catch-all/catch-all-detector.ts',
    find: "    case 'mailbox-disabled':\n      return false;",
    replace: "    case 'mailbox-disabled':\n    case 'greylisted':\n      return false;",
  },
  {
    name: 'backup-taken-for-the-domain',
    file: 'src/probe/catch-all/catch-all-detector.ts',
    find: 'function placeOf({ domain, backup }: AnsweringExchange): string {',
    replace: 'function placeOf({ domain }: AnsweringExchange): string {\n  const backup = undefined;',
    days: { only: ['exchange-down'] },
  },
  {
    name: 'refusal-proves-a-catch-all',
    file: 'src/probe/catch-all/catch-all-detector.ts',
    find: "    case 'mailbox-disabled':\n      return false;",
    replace: "    case 'mailbox-disabled':\n      return true;",
  },
  {
    name: 'tls-never-used',
    file: session,
    find: '{ tls: monitor.policy.tls }',
    replace: '{ tls: false }',
  },
  {
    name: 'refused-connections-teach-nothing',
    file: 'src/exchange/pace/pace.ts',
    find: 'return onRefused(state, event.connections, now);',
    replace: 'return event.connections < 0 ? onRefused(state, event.connections, now) : state;',
  },
];
