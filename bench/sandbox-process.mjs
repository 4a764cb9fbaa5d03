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
    const beside = hangingWorld(message.hanging);
    sandbox = await startSandbox(
      {
        domains: { ...world.domains, ...beside.domains },
        exchanges: { ...world.exchanges, ...beside.exchanges },
      },
      message.latency,
    );
    const hangingAddresses = beside.addresses;
    process.send({ network: sandbox.describe(), addresses, hangingAddresses });
  } else {
    const { totals, exchanges, violations, dnsQuestions } = sandbox.statistics;
    const { connections, recipients, refused, transactions, roundTrips } = totals;
    const counts = { connections, recipients, refused, transactions, roundTrips, dnsQuestions };
    const kinds = violations.map(({ kind }) => kind);
    process.send({
      ...counts,
      recipientsByAddress: sandbox.statistics.recipients,
      violations: [...new Set(kinds)],
      connectionsBeyondLimit: kinds.filter((kind) => kind === 'too-many-connections').length,
      // The highest number of connections open at one exchange.
      mostConnectionsAtOnce: Math.max(
        ...[...exchanges.values()].map(({ peakConnections }) => peakConnections),
      ),
    });
  }
});

/** Domains whose exchanges accept connections and never greet, and domains whose name servers never answer. */
function hangingWorld({ domains, addressesPerDomain } = { domains: 0, addressesPerDomain: 0 }) {
  const names = (kind) => Array.from({ length: domains }, (_, index) => `silent-${kind}${index}.example.net`);
  const addressesAt = (name) =>
    Array.from({ length: addressesPerDomain }, (_, index) => `person${index}@${name}`);
  const [atExchanges, atNameServers] = [names('mx'), names('dns')];
  return {
    domains: {
      ...Object.fromEntries(atExchanges.map((name) => [name, { mx: [`mx.${name}`] }])),
      ...Object.fromEntries(atNameServers.map((name) => [name, { dns: 'silent' }])),
    },
    exchanges: Object.fromEntries(atExchanges.map((name) => [`mx.${name}`, { fault: 'silent' }])),
    addresses: {
      exchanges: atExchanges.flatMap(addressesAt),
      nameServers: atNameServers.flatMap(addressesAt),
    },
  };
}
