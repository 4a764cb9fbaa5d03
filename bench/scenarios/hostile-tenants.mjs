import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { companyWorld } from '../../dist/adapters/sandbox/index.js';
import { inFolder } from '../bulk/scratch.mjs';
import { startStorage } from '../bulk/storage.mjs';
import { latency } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { median, megabytes, number } from '../table.mjs';

const storages = ['memory', 'sqlite', 'redis'];
const warmUpMs = 6_000;
const attackMs = 20_000;
const perSecond = { cached: 12, fresh: 4 };
const addressesPerDomain = 200;
const soundDomains = 600;
const shortList = 50;
const longList = 1_000;
/** As docs/operations.md counts 100,000 items with texts of 25 characters. */
const bytesOfFreeList = 100_000 * (600 + 2 * 25);
const silentNames = Array.from({ length: 40 }, (_, index) => `silent${index}.example.net`);
const silentDns = Array.from({ length: 200 }, (_, index) => `unanswered${index}.example.net`);
/** In milli-credits. */
const accounts = {
  ...{ victim: 1e9, fresh: 1e9, lists: 1e9, long: 1e9 },
  ...{ silent: 1e9, reader: 1e9, poor: 1_000, questions: 0, free: 0 },
};

export const hostileTenants = {
  title: 'Hostile tenants: what five attacks at once cost another account',
  defaultRuns: 1,
  measure,
};

async function measure({ runs, note, print }) {
  const rows = [];
  const checks = [];
  for (let run = 1; run <= runs; run += 1) {
    for (const storage of storages) {
      note(`${storage}, ${run} of ${runs}`);
      // A whole run each, so that the process is as warm, and as much is stored, when either is measured.
      const idle = await inFolder((folder) => runOn(storage, folder, { attacks: false }));
      const attacked = await inFolder((folder) => runOn(storage, folder, { attacks: true }));
      const { grownBytes, storedBytes, statuses } = attacked;
      print(`${storage}: ${JSON.stringify(statuses)}`);
      rows.push(rowOf(`${storage} alone`, idle), [
        ...rowOf(`${storage} attacked`, attacked),
        megabytes(grownBytes),
        megabytes(storedBytes),
      ]);
      checks.push(
        { what: `ms for cached answers (p99) on ${storage}`, measured: attacked.cachedMs, atMost: 200 },
        {
          what: `ms for fresh ones (p99) beyond those without an attack on ${storage}`,
          measured: attacked.freshMs - idle.freshMs,
          atMost: 300,
        },
        {
          what: `times as long for a list of ${shortList} on ${storage}`,
          measured: attacked.shortMs / idle.shortMs,
          atMost: 1.5,
          digits: 2,
        },
        {
          what: `times as long for a list of ${longList} on ${storage}`,
          measured: attacked.longMs / idle.longMs,
          atMost: 1.5,
          digits: 2,
        },
        {
          what: `MB more resident memory on ${storage}, beside what is stored there`,
          measured: (grownBytes - (storage === 'memory' ? storedBytes : 0)) / 1e6,
          atMost: 100,
        },
        { what: `MB stored on ${storage}`, measured: storedBytes / 1e6, atMost: 268 },
      );
    }
  }
  return {
    heads: ['', 'cached p99 ms', 'fresh p99 ms', `${shortList} ms`, `${longList} ms`, 'resident', 'stored'],
    rows,
    checks,
    wrong: [],
  };
}

/** Measures an account while five others attack, or for as long without them. */
async function runOn(storage, folder, { attacks }) {
  const place = await startStorage(storage, folder);
  const processes = [
    new Child(new URL('../given-world-process.mjs', import.meta.url)),
    new Child(new URL('../hostile-tenants/server-process.mjs', import.meta.url), [storage, place.place]),
    new Child(new URL('../hostile-tenants/attack-process.mjs', import.meta.url)),
  ];
  const [sandbox, server, attacker] = processes;
  try {
    const { world, addresses } = worldOfAll();
    const { network } = await sandbox.ask({ kind: 'start', world, latency });
    const target = await server.ask({ kind: 'start', network, accounts });
    const victim = new Victim(target, addresses);
    const jobId = await victim.submitUnread();
    await victim.measure(warmUpMs);
    const before = await server.ask({ kind: 'watch' });
    const storedBefore = await bytesIn(folder);
    const ends = attacks
      ? attacker.ask({ ...target, silent: silentNames, silentDns, jobId, ms: attackMs })
      : delay(attackMs, {});
    await delay(500);
    const times = await victim.measure(attackMs - 1_000);
    const statuses = await ends;
    const after = await server.ask({ kind: 'memory' });
    return {
      ...times,
      statuses,
      grownBytes: after.peak - before.rss,
      storedBytes:
        storage === 'memory'
          ? (statuses['free lists 202'] ?? 0) * bytesOfFreeList
          : (await bytesIn(folder)) - storedBefore,
    };
  } finally {
    for (const child of processes) await child.end();
    await place.stop();
  }
}

function worldOfAll() {
  const sound = {
    domains: soundDomains,
    addressesPerDomain,
    exchanges: 75,
    missingShare: 0.5,
    catchAllDomains: 0,
    seed: 1,
  };
  const { world, addresses } = companyWorld(sound);
  const domains = { ...world.domains };
  const exchanges = { ...world.exchanges };
  for (const name of silentNames) {
    domains[name] = { mx: [`mx.${name}`] };
    exchanges[`mx.${name}`] = { fault: 'silent' };
  }
  for (const name of silentDns) domains[name] = { dns: 'silent' };
  // One of each domain after another, so that a list asks many servers.
  const mixed = addresses.map(
    (_, index) => addresses[(index % soundDomains) * addressesPerDomain + Math.floor(index / soundDomains)],
  );
  return { world: { domains, exchanges }, addresses: mixed.map(({ email }) => email) };
}

/** An account that asks, submits lists and waits for them. */
class Victim {
  #base;
  #keys;
  #addresses;

  constructor({ port, keys }, addresses) {
    this.#base = `http://127.0.0.1:${port}`;
    this.#keys = keys;
    this.#addresses = addresses;
  }

  /** Has a job made of 20,000 texts that are no addresses, whose results are for somebody who does not read them. */
  async submitUnread() {
    const texts = Array.from({ length: 20_000 }, (_, index) => `person ${index} at example.org`);
    return (await this.#finishedJob('reader', texts)).jobId;
  }

  async measure(ms) {
    const endsAt = performance.now() + ms;
    const known = this.#addresses.pop();
    await this.#verify('victim', known);
    const [cached, fresh, short, long] = await Promise.all([
      this.#steadily(endsAt, perSecond.cached, () => this.#verify('victim', known)),
      this.#steadily(endsAt, perSecond.fresh, () => this.#verify('fresh', this.#addresses.pop())),
      this.#inTurn(endsAt, 'lists', shortList),
      this.#inTurn(endsAt, 'long', longList),
    ]);
    return {
      cachedMs: percentile(cached, 0.99),
      freshMs: percentile(fresh, 0.99),
      shortMs: median(short),
      longMs: median(long),
    };
  }

  async #steadily(endsAt, rate, ask) {
    const startedAt = performance.now();
    const times = [];
    for (let count = 0; performance.now() < endsAt; count += 1) {
      const dueAt = startedAt + (count * 1_000) / rate;
      await delay(Math.max(0, dueAt - performance.now()));
      times.push(ask().then(() => performance.now() - dueAt));
    }
    return Promise.all(times);
  }

  async #inTurn(endsAt, account, length) {
    const times = [];
    do {
      const addresses = this.#addresses.splice(-length);
      times.push((await this.#finishedJob(account, addresses)).ms);
      await delay(250);
    } while (performance.now() < endsAt);
    return times;
  }

  async #verify(account, email) {
    await this.#fetch(account, `/v1/verify?email=${encodeURIComponent(email)}`);
  }

  /** By the clock of the server, which is ours: how often we ask makes no difference. */
  async #finishedJob(account, list) {
    const startedAt = Date.now();
    const receipt = await this.#fetch(account, '/v1/bulk', { method: 'POST', body: JSON.stringify(list) });
    const { job_id: jobId } = receipt;
    for (;;) {
      await delay(100);
      const body = await this.#fetch(account, `/v1/bulk/${jobId}`);
      if (body.status === 'complete') return { jobId, ms: Date.parse(body.completed_at) - startedAt };
    }
  }

  async #fetch(account, path, options = {}) {
    const response = await fetch(this.#base + path, {
      ...options,
      headers: { 'X-API-Key': this.#keys[account] },
    });
    const body = await response.json();
    if (response.status !== 200) throw new Error(`${account} ${path} ${response.status} ${body.detail}`);
    return body;
  }
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function bytesIn(folder) {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function rowOf(name, { cachedMs, freshMs, shortMs, longMs }) {
  return [name, ...[cachedMs, freshMs, shortMs, longMs].map((ms) => number(ms))];
}
