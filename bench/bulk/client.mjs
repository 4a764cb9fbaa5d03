/** A client of the service: submits, asks for cached verdicts at a steady rate, reads results. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** Of the 20 that a key may make. */
const mostPerKeyAndSecond = 15;
const settlingMs = 2_000;
const bytesBetweenPauses = 1_000_000;
const pauseMs = 50;

/** Posts a list. Returns the receipt, and when the request began and ended. */
export async function submit({ port, key }, body) {
  const startedAt = performance.now();
  const response = await exchange(
    { port, method: 'POST', path: '/v1/bulk', headers: headersOf(key, body) },
    body,
  );
  const text = await textOf(response);
  const endedAt = performance.now();
  if (response.statusCode !== 200)
    throw new Error(`The submission was answered ${response.statusCode} ${text}`);
  return { receipt: JSON.parse(text), startedAt, endedAt, durationMs: endedAt - startedAt };
}

function headersOf(key, body) {
  return { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length };
}

/**
 * Requests a cached verdict 15 times a second, or as often as given, with each key until stopped, whether or not the previous request was
 * answered. `stop` returns when each request was due, and how long after that its answer was complete.
 */
export function askSteadily(
  { port, cached: { path, body, keys } },
  { perKeyAndSecond = mostPerKeyAndSecond } = {},
) {
  const agent = new Agent({ keepAlive: true });
  const everyMs = 1_000 / (perKeyAndSecond * keys.length);
  const startedAt = performance.now();
  const answers = [];
  const ask = async (dueAt, key) => {
    const response = await exchange({ port, path, agent, headers: { 'X-API-Key': key } });
    const text = await textOf(response);
    if (text !== body) throw new Error(`A cached verdict was answered ${response.statusCode} ${text}`);
    return { dueAt, durationMs: performance.now() - dueAt };
  };
  const timer = setInterval(() => {
    for (;;) {
      const dueAt = startedAt + answers.length * everyMs;
      if (dueAt > performance.now()) return;
      answers.push(ask(dueAt, keys[answers.length % keys.length]));
    }
  }, 1);
  return {
    stop: async () => {
      clearInterval(timer);
      const asked = await Promise.all(answers);
      agent.destroy();
      return asked;
    },
  };
}

/** Reads and discards all results of a job, a little more slowly than they arrive. Returns their number. */
export async function readResults({ port, key, jobId }) {
  const response = await exchange({
    port,
    path: `/v1/bulk/${jobId}/results`,
    headers: { 'X-API-Key': key },
  });
  if (response.statusCode !== 200)
    throw new Error(`The results were answered ${response.statusCode} ${await textOf(response)}`);
  const count = occurrences('"explanation":');
  let bytes = 0;
  let pausedAfter = 0;
  let results = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    results += count(chunk);
    if (bytes - pausedAfter < bytesBetweenPauses) continue;
    pausedAfter = bytes;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return results;
}

/** Counts a text in a stream of chunks, even if it spans two of them. */
function occurrences(text) {
  let rest = '';
  return (chunk) => {
    const pieces = (rest + chunk.toString('latin1')).split(text);
    rest = pieces[pieces.length - 1].slice(1 - text.length);
    return pieces.length - 1;
  };
}

async function exchange(options, body) {
  const asked = request({ host: '127.0.0.1', ...options });
  const response = once(asked, 'response').then(([value]) => value);
  asked.end(body);
  return response;
}

async function textOf(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Warms up a new service. */
export async function settle(server, rate) {
  const asking = askSteadily(server, rate);
  await new Promise((resolve) => setTimeout(resolve, settlingMs));
  await asking.stop();
}
