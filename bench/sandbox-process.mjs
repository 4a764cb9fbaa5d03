/**
 * The simulated internet as a process, so that serving costs no contender anything. `start` answers with its network and
 * the truth about its addresses, `stop` with its traffic.
 */
import { companyWorld, startSandbox } from '../dist/adapters/sandbox/index.js';

let sandbox;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') {
    const { world, addresses } = companyWorld(message.world);
    sandbox = await startSandbox(world, message.latency);
    process.send({ network: sandbox.describe(), addresses });
  } else {
    const { totals, exchanges, violations, dnsQuestions } = sandbox.statistics;
    const { connections, recipients, refused, transactions, roundTrips } = totals;
    const counts = { connections, recipients, refused, transactions, roundTrips, dnsQuestions };
    const kinds = violations.map(({ kind }) => kind);
    process.send({
      ...counts,
      violations: [...new Set(kinds)],
      connectionsBeyondLimit: kinds.filter((kind) => kind === 'too-many-connections').length,
      // The highest number of connections open at one exchange.
      mostConnectionsAtOnce: Math.max(
        ...[...exchanges.values()].map(({ peakConnections }) => peakConnections),
      ),
    });
  }
});
