/**
 * The simulated internet in a process of its own, so that serving costs no contender anything. Told `start`, it
 * answers with how to reach it and the truth about its addresses; told `stop`, with what went over the wire.
 */
import { companyWorld, startSandbox } from '../dist/adapters/sandbox/index.js';

let sandbox;

// Nobody is left to serve.
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
      // The most that were open at one exchange.
      mostConnectionsAtOnce: Math.max(
        ...[...exchanges.values()].map(({ peakConnections }) => peakConnections),
      ),
    });
  }
});
