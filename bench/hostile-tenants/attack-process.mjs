/**
 * Attacks 1 to 5 at once, as a process. `attack` answers with how many requests of each got which status, once `ms` are over:
 * single requests at servers that never greet, questions of DNS that cost nothing, long lists that cost nothing, results that are never
 * read, and lists that are costly to read and cannot be paid for.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

// What attackers do with processors of their own must not keep the server and its store from theirs.
setPriority(constants.priority.PRIORITY_LOW);

// The parent is gone.
process.on('disconnect', () => process.exit());

const agent = new Agent({ keepAlive: true });
/** Made beforehand: an attacker has processors of its own. More than are taken of one account. */
const longLists = [0, 1, 2, 3].map((number) => {
  const emails = Array.from(
    { length: 100_000 },
    (_, index) => `free${index}@list${number}-${index % 500}.example`,
  );
  return Buffer.from(JSON.stringify({ emails }));
});
/** As costly as labels are that DNS allows. */
const costlyList = Buffer.from(
  JSON.stringify(
    Array.from({ length: 5_000 }, (_, index) => `a${index}@${labelOf(index)}.${labelOf(index + 7)}.example`),
  ),
);

process.on('message', async (options) => process.send(await attack(options)));

async function attack({ port, keys, sessions, silent, silentDns, jobId, ms }) {
  const endsAt = performance.now() + ms;
  const statuses = {};
  const open = new Set();
  const ask = async (attack, options, body) => {
    const outcome = `${attack} ${await send({ port, ...options }, body, open)}`;
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  };
  const steadily = async (perSecond, work) => {
    for (let number = 0, startedAt = performance.now(); performance.now() < endsAt; number += 1) {
      const waitMs = startedAt + (number * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await delay(waitMs);
      void work(number);
    }
  };
  const inTurn = async (work) => {
    for (let number = 0; performance.now() < endsAt; number += 1) await work(number);
  };
  const console = (account, path, headers) => ({
    method: 'POST',
    path: `/console/api/${path}`,
    headers: { ...sessions[account], Accept: 'application/json', ...headers },
  });
  await Promise.race([
    Promise.all([
      steadily(19, (number) => {
        const email = `person${number}@${silent[number % silent.length]}`;
        return ask('silent', {
          path: `/v1/verify?email=${email}&timeout=30`,
          headers: { 'X-API-Key': keys.silent },
        });
      }),
      steadily(80, (number) => {
        const email = `person${number}@${silentDns[number % silentDns.length]}`;
        return ask('free dns', console('questions', 'verify'), JSON.stringify({ email, level: 'dns' }));
      }),
      inTurn((number) => {
        const headers = { 'Idempotency-Key': `list ${number}` };
        const level = number % 2 === 0 ? 'syntax' : 'dns';
        return ask(
          'free lists',
          console('free', `jobs?level=${level}`, headers),
          longLists[number % longLists.length],
        );
      }),
      steadily(19, () =>
        ask('unread', {
          path: `/v1/bulk/${jobId}/results`,
          headers: { 'X-API-Key': keys.reader },
          unread: true,
        }),
      ),
      ...[1, 2].map(() =>
        inTurn(() =>
          ask(
            'refused',
            { method: 'POST', path: '/v1/bulk', headers: { 'X-API-Key': keys.poor } },
            costlyList,
          ),
        ),
      ),
    ]),
    delay(ms + 2_000),
  ]);
  for (const one of open) one.destroy();
  return statuses;
}

async function send({ unread = false, ...options }, body, open) {
  const asked = request({ host: '127.0.0.1', ...options, ...(unread ? { agent: false } : { agent }) });
  open.add(asked);
  try {
    const answered = once(asked, 'response');
    asked.end(body);
    const [response] = await answered;
    // Nothing of it is ever read.
    if (unread && response.statusCode === 200) return 200;
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  } catch (error) {
    return error.code ?? 'failed';
  } finally {
    if (!unread) open.delete(asked);
  }
}

function labelOf(seed) {
  return Array.from({ length: 14 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((seed * 31 + index * 997) % 20_000)),
  ).join('');
}
