/**
 * The mixed world as a process. `start` answers with its network and addresses; `limit` changes the hidden limits;
 * `stop` answers with the connections and recipients refused for them, in milliseconds since the last change, and the
 * longest time for which more connections were open, or more recipients answered, than the limits allow since then.
 */
import { startSandbox } from '../../dist/adapters/sandbox/index.js';
import { leastSeconds, mixedWorld } from './world.mjs';

const limits = {};
let sandbox;
let guards = new Map();
let changedAt = performance.now();
let refusedAt = [];
let refusedBefore = 0;
let excessUntil = 0;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') {
    Object.assign(limits, message.limits);
    const world = mixedWorld(message.count, limits);
    const { domains, exchanges, addresses } = world;
    guards = world.guards;
    sandbox = await startSandbox({ domains, exchanges }, { dnsReplyDelayMs: 20 });
    setInterval(watch, 100).unref();
    changedAt = performance.now();
    const isCounted = limits.perSecond !== undefined || limits.missing !== undefined;
    const least = isCounted ? leastSeconds(world, limits) : undefined;
    process.send({ network: sandbox.describe(), addresses, leastSeconds: least });
  } else if (message.kind === 'limit') {
    watch();
    Object.assign(limits, message.limits);
    changedAt = performance.now();
    refusedBefore += refusedAt.length;
    refusedAt = [];
    excessUntil = 0;
    process.send({});
  } else {
    watch();
    const { totals } = sandbox.statistics;
    process.send({
      connections: totals.connections,
      recipients: totals.recipients,
      peaks: peaks(),
      refused: refusedBefore + refusedAt.length,
      refusedAt,
      excessUntil,
    });
  }
});

/** Notes refusals, and whether more connections are open than allowed now. */
function watch() {
  let refused = sandbox.statistics.totals.violations;
  for (const { signs } of guards.values()) refused += signs;
  const at = Math.round(performance.now() - changedAt);
  while (refusedBefore + refusedAt.length < refused) refusedAt.push(at);
  const open = openConnections();
  if (open.gmail > limits.google || open.workspace > limits.google || open.microsoft > limits.microsoft)
    excessUntil = at;
  const { perSecond } = limits;
  if (perSecond === undefined) return;
  for (const { kind, askedPerSecond } of guards.values())
    if (askedPerSecond > perSecond[kind]) excessUntil = at;
}

function openConnections() {
  const count = (isOne) =>
    [...sandbox.statistics.exchanges].reduce((sum, [host, { open }]) => sum + (isOne(host) ? open : 0), 0);
  return {
    gmail: count((host) => host.startsWith('gmail-smtp-in')),
    workspace: count((host) => host.startsWith('aspmx')),
    microsoft: count((host) => host.endsWith('.mail.protection.outlook.com')),
  };
}

function peaks() {
  const { exchanges } = sandbox.statistics;
  return Object.fromEntries(
    ['gmail-smtp-in.l.google.com', 'aspmx.l.google.com'].map((host) => [
      host,
      exchanges.get(host)?.peakConnections,
    ]),
  );
}
