import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  answerLimits,
  longBodyLength,
  mostAnswers,
  unreadAnswerTimeoutMs,
} from '../../../adapters/http/answers/answer-limits.ts';
import { AnswersUnderWay } from '../../../adapters/http/answers/answers-under-way.ts';
import { operatorParty, type Party, partyOf, strangerParty } from '../../../adapters/http/answers/party.ts';
import { bufferedResponse, type ResponseChunks, toFetchResponse } from '../../../adapters/http/response.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { withResolvers } from '../../support/until.ts';

const [acme, globex] = [partyOf('acme'), partyOf('globex')];

async function* rows(): AsyncGenerator<string, undefined> {
  yield 'first';
  yield 'second';
  return undefined;
}

function start() {
  const clock = new ManualClock();
  const answers = new AnswersUnderWay({ clock, engine: {} });
  const open = (party = acme, chunks: ResponseChunks = rows()) =>
    answers.stream(party, { kind: 'rows', chunks, headers: {} });
  return { answers, clock, open };
}

const status = (expected: number) => expect.objectContaining({ status: expected });

it('an account is sent eight answers with rows at once; another one, and the operator, do not notice', async () => {
  const { open } = start();
  const sent = [];
  for (let n = 0; n < 8; n += 1) sent.push((await open()).chunks);
  expect(() => open()).toThrow(status(429));
  await open(globex);
  await open(operatorParty);
  // Whether a client reads all of it or leaves.
  await sent[0]?.return?.();
  await open();
  expect(() => open()).toThrow(status(429));
  const read = [];
  for (let step = await sent[1]?.next(); step?.done === false; step = await sent[1]?.next())
    read.push(step.value);
  expect(read).toEqual(['first', 'second']);
  await open();
});

it('answers of `/v1` and of the console count together, if they are of one engine', async () => {
  const [engine, clock] = [{}, new ManualClock()];
  const open = (of: object) =>
    new AnswersUnderWay({ clock, engine: of }).stream(acme, { kind: 'rows', chunks: rows(), headers: {} });
  const sent = [];
  for (let n = 0; n < 8; n += 1) sent.push((await open(engine)).chunks);
  expect(() => open(engine)).toThrow(status(429));
  await open({});
  await sent[0]?.return?.();
  await open(engine);
});

it('a refusal says which limit it is, and when the first answer that nobody reads is cut off', async () => {
  const { clock, open } = start();
  for (let n = 0; n < 8; n += 1) await open();
  await clock.advance(298_000);
  const refused = {
    message: expect.stringMatching(/maximum is 8 at once per account.* cut off in 2 seconds\.$/),
    headers: { 'Retry-After': '2' },
  };
  expect(() => open()).toThrow(expect.objectContaining(refused));
});

it('of one account, one answer reads rows at a time; that of another account does not wait for them', async () => {
  const { open } = start();
  const reading: string[] = [];
  const { promise: held, resolve: release } = withResolvers();
  async function* heldRows(name: string): AsyncGenerator<string, undefined> {
    reading.push(name);
    await held;
    yield name;
    return undefined;
  }
  const answers = Promise.all([open(acme, heldRows('first')), open(acme, heldRows('second'))]);
  expect((await (await open(globex)).chunks.next()).value).toBe('first');
  expect(reading).toEqual(['first']);
  release();
  const steps = (await answers).map(({ chunks }) => chunks.next());
  expect((await Promise.all(steps)).map(({ value }) => value)).toEqual(['first', 'second']);
  expect(reading).toEqual(['first', 'second']);
});

it('an account holds a megabyte of rows that nobody has taken, and one more piece', async () => {
  const { open } = start();
  async function* long(): AsyncGenerator<string, undefined> {
    for (;;) yield 'x'.repeat(600_000);
  }
  const [first, second] = [await open(acme, long()), await open(acme, long())];
  const third = open(acme, long());
  const settled = await Promise.race([third.then(() => 'read'), open(globex, long()).then(() => 'waits')]);
  expect(settled).toBe('waits');
  await first.chunks.next();
  await first.chunks.return?.();
  await third;
  await second.chunks.return?.();
});

it('an answer of which nothing is taken for five minutes is cut off, and one that is read slowly is not', async () => {
  const { clock, open } = start();
  let ended = false;
  async function* watched(): AsyncGenerator<string, undefined> {
    try {
      yield* rows();
    } finally {
      ended = true;
    }
    return undefined;
  }
  const [unread, slow] = [await open(acme, watched()), await open()];
  const steps = [];
  for (let n = 0; n < 3; n += 1) {
    steps.push((await slow.chunks.next()).value);
    await clock.advance(299_999);
  }
  expect(steps).toEqual(['first', 'second', undefined]);
  expect([unread.cutOff?.aborted, slow.cutOff?.aborted, ended]).toEqual([true, false, true]);
  await unread.chunks.next();
  await expect(unread.chunks.next()).rejects.toThrow('cut off');
  expect(clock.pending).toBe(0);
});

it('a host of the fetch standard that lets an answer lie gets an error instead of its end', async () => {
  const { clock, open } = start();
  const { body } = toFetchResponse(await open(), { omitBody: false });
  await clock.advance(300_000);
  const reader = body!.getReader();
  await expect(reader.read()).rejects.toThrow('cut off');
});

it('an answer that ends before anybody reads it ends its source', async () => {
  const { clock, open } = start();
  let ended = false;
  async function* source(): AsyncGenerator<string, undefined> {
    try {
      yield* rows();
    } finally {
      ended = true;
    }
    return undefined;
  }
  const { chunks } = await open(acme, source());
  await chunks.return?.();
  expect(ended).toBe(true);
  expect(clock.pending).toBe(0);
});

it('a whole answer counts if it is long, and stays as it is if it is short', async () => {
  const { answers } = start();
  const headers = { 'Content-Type': 'application/json' };
  const short = bufferedResponse(200, '{}', headers);
  expect(await answers.count(short, () => acme)).toBe(short);
  const long = bufferedResponse(200, JSON.stringify('é'.repeat(20_000)), headers);
  const counted = await answers.count(long, () => acme);
  const response = toFetchResponse(counted, { omitBody: false });
  expect(response.headers.get('content-length')).toBe(String(40_002));
  expect(await response.text()).toBe(long.body);
  for (let n = 0; n < 8; n += 1) await answers.count(long, () => acme);
  expect(() => answers.count(long, () => acme)).toThrow(status(429));
});

it('the limits are those of docs/operations.md', async () => {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const { rows, events } = answerLimits;
  for (const row of [
    `| long answers at once (results, and others over ${longBodyLength / 1024} KiB) | ${rows.most} |`,
    `still to be sent | ${rows.bytes / 1024 ** 2} MiB, and a page of 250 rows |`,
    `| streams of events at once (console) | ${events.most} |`,
    `| events of a stream that are still to be sent | ${events.bytes / 1024} KiB |`,
    `| answers and streams of all accounts together | ${mostAnswers.account.toLocaleString('en')}; all strangers ${mostAnswers['client address']}; twice as many with the first of an account or address |`,
    `| time in which nothing of an answer is sent, because its client does not read | ${unreadAnswerTimeoutMs / 1_000} s |`,
  ])
    expect(text).toContain(row);
});

it('more answers than the server can send are refused, but for the first of an account or client address, and for the operator', async () => {
  const { open } = start();
  const openFor = (many: number, party: (n: number) => Party) =>
    Promise.all(Array.from({ length: many }, (_, n) => open(party(n))));
  await openFor(1_000, (n) => partyOf(`account ${n % 200}`));
  expect(() => open(partyOf('account 1'))).toThrow(status(503));
  await openFor(1_000, (n) => partyOf(`another ${n}`));
  expect(() => open(partyOf('the last'))).toThrow(status(503));
  await open(operatorParty);
  await openFor(200, (n) => strangerParty(`client ${n}`));
  expect(() => open(strangerParty('another'))).toThrow(status(503));
});
