import { companyWorld } from '../../dist/adapters/sandbox/index.js';
import { worldOf } from '../bulk/world.mjs';
import { peopleWorld } from '../lookup/people.mjs';
import { load } from '../service/load.mjs';

const isRight = (answer, { status, substatus }) => answer.status === status && answer.substatus === substatus;

const idleMs = 20_000;
/** Some 8 seconds after its last work, V8 collects garbage twice, which costs an idle process more than a minute does. */
const settleMs = 20_000;

/**
 * Each operation has a world and says what to do with an engine in it. `warmUp` is not counted; `measure` returns how many
 * addresses (or people, or seconds) it was about, and how many of the answers were wrong.
 */
export const operations = [
  {
    name: 'alone',
    plan: () => verifications({ domains: 600, addressesPerDomain: 1 }),
  },
  {
    name: 'together',
    plan: () => verifications({ domains: 60, addressesPerDomain: 50 }),
  },
  {
    name: 'cached',
    plan() {
      const { world, measured } = verifications({ domains: 60, addressesPerDomain: 50 });
      const emails = measured.map(({ email }) => email);
      return {
        world,
        async warmUp(engine) {
          await engine.ask({ kind: 'verify', emails });
          await engine.ask({ kind: 'another' });
        },
        measure: async (engine) => outcome(await engine.ask({ kind: 'verify', emails }), measured),
      };
    },
  },
  {
    name: 'again, HTTP',
    plan() {
      const { world, measured } = verifications({ domains: 1, addressesPerDomain: 10 });
      let server;
      return {
        world,
        async warmUp(engine) {
          server = await engine.ask({ kind: 'serve', email: measured[0].email });
          await load(server, { warmUpMs: 0, durationMs: 2_000 });
        },
        async measure() {
          const durationMs = 3_000;
          const rate = await load(server, { warmUpMs: 0, durationMs });
          return { count: (rate * durationMs) / 1_000, wrong: 0 };
        },
      };
    },
  },
  {
    name: 'in a job',
    plan: ({ addresses }) => jobs(addresses),
  },
  {
    name: 'looked up',
    plan() {
      const { world, people } = peopleWorld({ companies: 60, seed: 1, doubtfulNames: false });
      const split = splitAt(people, 10, ({ row }) => row.domain);
      const rows = (list) => list.map(({ row }) => row);
      return {
        world,
        warmUp: (engine) => engine.ask({ kind: 'lookup', people: rows(split.few) }),
        async measure(engine) {
          const answers = await engine.ask({ kind: 'lookup', people: rows(split.others) });
          const isFalse = ({ email }, index) => email !== null && email !== split.others[index].email;
          return { count: answers.length, wrong: answers.filter(isFalse).length };
        },
      };
    },
  },
  {
    name: 'idle, a second',
    plan() {
      const { world } = verifications({ domains: 1, addressesPerDomain: 1 });
      return {
        world,
        async warmUp(engine) {
          await engine.ask({ kind: 'work' });
          await sleep(settleMs);
        },
        async measure() {
          await sleep(idleMs);
          return { count: idleMs / 1_000, wrong: 0 };
        },
      };
    },
  },
];

/** A tenth of the domains is for the warm-up, so that nothing is known about the others. */
function verifications(options) {
  const { world, addresses } = companyWorld({ ...options, missingShare: 0.5 });
  const { few, others } = splitAt(addresses, Math.ceil(options.domains / 10), domainOf);
  const emails = (list) => list.map(({ email }) => email);
  return {
    world,
    measured: others.length > 0 ? others : few,
    warmUp: (engine) => engine.ask({ kind: 'verify', emails: emails(few) }),
    measure: async (engine) => outcome(await engine.ask({ kind: 'verify', emails: emails(others) }), others),
  };
}

function jobs(count) {
  const { world, addresses } = companyWorld({ ...worldOf((count * 11) / 10), catchAllDomains: 0 });
  const { few, others } = splitAt(addresses, Math.ceil(count / 500), domainOf);
  const emails = (list) => list.map(({ email }) => email);
  return {
    world,
    warmUp: (engine) => engine.ask({ kind: 'bulk', emails: emails(few) }),
    async measure(engine) {
      const truths = new Map(others.map((truth) => [truth.email, truth]));
      const rows = await engine.ask({ kind: 'bulk', emails: emails(others) });
      const missing = truths.size - rows.length;
      const wrong = rows.filter((row) => !isRight(row, truths.get(row.email))).length;
      return { count: truths.size, wrong: wrong + missing };
    },
  };
}

function outcome(answers, truths) {
  return {
    count: truths.length,
    wrong: truths.filter((truth, index) => !isRight(answers[index], truth)).length,
  };
}

function splitAt(list, domainCount, keyOf) {
  const first = new Set([...new Set(list.map(keyOf))].slice(0, domainCount));
  return {
    few: list.filter((item) => first.has(keyOf(item))),
    others: list.filter((item) => !first.has(keyOf(item))),
  };
}

function domainOf({ email }) {
  return email.slice(email.indexOf('@') + 1);
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
