import { realLookupsAtOnce } from '../peer-network.mjs';
import { companies, run } from '../run.mjs';
import { median, number } from '../table.mjs';

const peers = ['deep-email-validator', 'email-check'];

/** Names that the peers may resolve at a time: by Node's default, with a larger thread pool, without a limit. */
const lookups = [
  { atOnce: realLookupsAtOnce, as: 'as it comes' },
  { atOnce: 2 * realLookupsAtOnce, as: 'UV_THREADPOOL_SIZE=8' },
  { atOnce: Number.POSITIVE_INFINITY, as: 'ideal lookup' },
];

export const throughput = {
  title: 'Throughput: 1,000 addresses at 20 domains, 50 at once',
  defaultRuns: 5,
  measure,
};

async function measure({ runs, note }) {
  const ours = [];
  const bareWire = [];
  for (let round = 1; round <= runs; round += 1) {
    note(`mailproof and bare wire, ${round} of ${runs}`);
    ours.push(await run('ours', { world: companies, lists: 2 }));
    bareWire.push(await run('bare-wire', { world: companies, lists: 2 }));
  }
  const entries = [summary('mailproof', ours), summary('bare wire', bareWire)];
  for (const { atOnce, as } of lookups) {
    for (const peer of peers) {
      note(`${peer}, ${as}`);
      const results = await run(peer, { world: companies, options: { lookupsAtOnce: atOnce } });
      entries.push(summary(`${peer}, ${as}`, [results]));
    }
  }
  const [mailproof, wire, ...others] = entries;
  const bestPeer = Math.max(...others.slice(0, peers.length).map(({ rate }) => rate));
  return {
    heads: [
      '',
      'addresses/s',
      'ours is',
      'second list/s',
      'ours is',
      'connections',
      'per address',
      'RCPTs',
      'per address',
      'right',
    ],
    rows: entries.map((entry) => row(entry, mailproof)),
    checks: [
      { what: 'times the better npm peer', measured: mailproof.rate / bestPeer, atLeast: 10, digits: 1 },
      { what: 'of the bare wire', measured: mailproof.rate / wire.rate, atLeast: 0.8, digits: 2 },
      { what: 'connections an address', measured: mailproof.perAddress.connections, atMost: 0.1, digits: 3 },
      { what: 'RCPTs an address', measured: mailproof.perAddress.recipients, atMost: 1.05, digits: 3 },
      { what: 'right answers', measured: mailproof.right, atLeast: mailproof.addresses },
    ],
    wrong: ours.flat().flatMap(({ wrong }) => wrong),
  };
}

/** Medians for speed; the worst of the runs for everything else. */
function summary(name, runs) {
  const lists = runs.flat();
  const addresses = lists[0].outcomes.length;
  const worst = (count) => Math.max(...lists.map(({ traffic }) => traffic[count]));
  const traffic = { connections: worst('connections'), recipients: worst('recipients') };
  return {
    name,
    addresses,
    rate: median(runs.map(([first]) => first.rate)),
    secondRate: runs[0].length > 1 ? median(runs.map(([, second]) => second.rate)) : undefined,
    traffic,
    perAddress: {
      connections: traffic.connections / addresses,
      recipients: traffic.recipients / addresses,
    },
    right: addresses - Math.max(...lists.map(({ wrong }) => wrong.length)),
  };
}

function row({ name, addresses, rate, secondRate, traffic, perAddress, right }, ours) {
  return [
    name,
    number(rate),
    times(ours.rate / rate),
    secondRate === undefined ? '' : number(secondRate),
    secondRate === undefined ? '' : times(ours.secondRate / secondRate),
    number(traffic.connections),
    number(perAddress.connections, 3),
    number(traffic.recipients),
    number(perAddress.recipients, 3),
    `${number(right)} of ${number(addresses)}`,
  ];
}

function times(ratio) {
  return `${number(ratio, ratio < 2 ? 2 : 1)} x`;
}
