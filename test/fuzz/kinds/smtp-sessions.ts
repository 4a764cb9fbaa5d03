import { memoryStores } from '../../../adapters/memory/index.ts';
import { createEngine } from '../../../src/index.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import { ReplyParser } from '../../../src/smtp/reply-parser.ts';
import { WireConnection } from '../../../src/smtp/wire-connection.ts';
import { gateShutOf } from '../../../src/verdict/gate-shut.ts';
import { labelledReplies, sessionNames } from '../../probe/reply/labelled-replies.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { oneEgress } from '../../support/one-egress.ts';
import { type ScriptedEngine, scriptedEngine } from '../../support/scripted-engine.ts';
import { type Fault, oneExchangeDns } from '../../support/scripted-exchange.ts';
import { type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';

const people = ['ann', 'bob', 'cay', 'dan', 'eve', 'fay'] as const;
const faultKinds: readonly Fault['kind'][] = ['lost', 'late', 'doubled', 'hang-up', 'closing'];
const timeoutMs = 600_000;
/** For one address, and a catch-all probe, at a server that answers nothing. */
const mostConnections = 12;
/** Ends the bytes that answer one packet of ours. */
const separator = 0xff;

const greetings = '220 mx.example.com ESMTP\r\n\xff250-mx.example.com\r\n250 PIPELINING\r\n\xff';
const corpusOfBytes = labelledReplies
  .filter((_, index) => index % 4 === 0)
  .map(
    ({ reply }) =>
      `${greetings}250 2.1.0 Ok\r\n${reply.replaceAll('\n', '\r\n')}\r\n250 2.0.0 Ok\r\n\xff221 Bye\r\n`,
  );

/**
 * Whole sessions over a wire without sockets. If the first byte is even, the others are what a server sends. If it is
 * odd, they say which replies of a sound server are lost, late or doubled, and how its bytes are split.
 */
export const smtpSessions: FuzzKind = {
  name: 'smtp-sessions',
  corpus: [
    ...corpusOfBytes.map((text, index) => withChoices([(index % 8) * 2], Buffer.from(text, 'latin1'))),
    ...faultKinds.flatMap((_, index) => [
      Uint8Array.of(1, 0b101010, 3, 17, 4, index),
      Uint8Array.of(3, 0b111, 63, 1, 60, 3, index, 5, (index + 1) % faultKinds.length),
    ]),
  ],
  dictionary: [
    '\r\n',
    '250 ',
    '250 2.1.5 Ok\r\n',
    '550 5.1.1 User unknown\r\n',
    '421 4.3.2 Closing\r\n',
    '250-',
    '354 ',
  ],
  maxBytes: 4_000,
  concurrency: 8,
  async start() {
    return {
      run: (input) => ((input[0] ?? 0) % 2 === 0 ? runBytes(input) : runFaults(input)),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};

/** One verification by a server that answers each packet with the next bytes, on every connection. */
async function runBytes([flags = 0, ...rest]: Uint8Array): Promise<string> {
  const clock = new ManualClock();
  const answers = splitBy(rest, separator);
  const endsWhenDone = (flags & 2) !== 0;
  const chunkBytes = 1 + ((flags >> 2) % 61);
  let open = 0;
  let opened = 0;
  const engine = createEngine({
    ...memoryStores({ clock }),
    dns: oneExchangeDns(),
    clock,
    random: { next: () => 0.5, uuid: () => '00000000-0000-4000-8000-000000000000' },
    egresses: oneEgress(
      {
        connect: async () => {
          open += 1;
          opened += 1;
          mustHold(opened <= mostConnections, () => 'whatever the server says, it is asked again');
          let isOpen = true;
          let next = 0;
          return new WireConnection(clock, (sink) => {
            const answer = () => {
              const bytes = answers[next];
              next += 1;
              for (let from = 0; bytes !== undefined && from < bytes.length; from += chunkBytes)
                sink.received(bytes.slice(from, from + chunkBytes));
              if (next >= answers.length && endsWhenDone) sink.ended();
            };
            queueMicrotask(answer);
            return {
              write: async () => queueMicrotask(answer),
              upgrade: () => Promise.reject(new Error('no TLS here')),
              destroy: async () => {
                if (isOpen) open -= 1;
                isOpen = false;
              },
            };
          });
        },
      },
      { helo: sessionNames.helo, mailFrom: sessionNames.sender },
    ),
  });
  // A server that says that it blocks us, but not in an answer about the recipient, is left alone.
  const verified = engine.verify('ann@example.org', { timeoutMs }).catch((error: unknown) => {
    mustHold(gateShutOf(error) !== undefined, () => `rejects: ${error}`);
    return { status: 'none', substatus: 'left alone', explanation: '' };
  });
  const [verdict] = await settle(clock, verified);
  await settle(clock, engine.close());
  mustHold(open === 0, () => `${open} connections stay open`);
  if (verdict.status === 'invalid') {
    mustHold(
      refusesAnn(Uint8Array.from(answers.flatMap((bytes) => [...bytes]))),
      () => 'invalid: although no reply refuses the recipient',
    );
  }
  return `bytes ${verdict.status} ${verdict.substatus} ${verdict.explanation}`;
}

/** True if a reply after those to the greeting, EHLO and MAIL says that the mailbox is missing or disabled. */
function refusesAnn(bytes: Uint8Array): boolean {
  const parser = new ReplyParser();
  parser.push(bytes);
  try {
    for (let index = 0; ; index += 1) {
      const reply = parser.next();
      if (reply === undefined) return false;
      const { meaning } = classify(reply, { stage: 'rcpt', recipient: 'ann@example.org', ...sessionNames });
      if (index >= 3 && (meaning === 'mailbox-not-found' || meaning === 'mailbox-disabled')) return true;
    }
  } catch {
    return false;
  }
}

/** Verifications by a sound server, some of whose replies are lost, late or doubled. */
async function runFaults([flags = 0, knowing = 0, asking = 0, ...rest]: Uint8Array): Promise<string> {
  const known = people.filter((_, index) => (knowing >> index) % 2 === 1);
  const asked = people.filter((_, index) => index === 0 || (asking >> index) % 2 === 1);
  const chunks = rest.slice(0, 2).map((size) => 1 + (size % 60));
  const faults: Fault[] = [];
  for (let at = 2; at + 1 < rest.length && faults.length < 4; at += 2) {
    const kind = faultKinds[(rest[at + 1] ?? 0) % faultKinds.length] ?? 'lost';
    faults.push({ reply: (rest[at] ?? 0) % 24, kind });
  }
  const emails = asked.map((person) => `${person}@example.com`);
  const world = scriptedEngine(
    {
      knows: (recipient) => known.some((person) => recipient === `${person}@example.com`),
      pipelining: (flags & 2) !== 0,
      echo: (flags & 4) !== 0,
      chunks,
      // At most one fault in each connection: two of them can make a false answer look sound.
      faults: faults.map((fault) => [fault]),
    },
    { connectionsPerExchange: 1 },
  );
  const verdicts = await verifyAll(world, emails);
  for (const [index, { status }] of verdicts.entries()) {
    const truth = known.some((person) => emails[index] === `${person}@example.com`) ? 'safe' : 'invalid';
    mustHold(status === 'unknown' || status === truth, () => `invalid: ${status} instead of ${truth}`);
  }
  await settle(world.clock, world.engine.close());
  mustHold(world.exchange.open === 0, () => 'connections stay open');
  return `faults ${verdicts.map(({ substatus }) => substatus).join(' ')}`;
}

async function verifyAll({ clock, engine }: ScriptedEngine, emails: readonly string[]) {
  return settle(clock, ...emails.map((email) => engine.verify(email, { timeoutMs })));
}

/** Moves the clock on until all have settled. Throws if that takes longer than any deadline. */
async function settle<T>(clock: ManualClock, ...work: readonly Promise<T>[]): Promise<[T, ...T[]]> {
  let settled = false;
  const all = Promise.all(work).finally(() => {
    settled = true;
  });
  all.catch(() => {});
  for (let minutes = 0; !settled && minutes < 30; minutes += 1) await clock.advance(60_000);
  mustHold(settled, () => 'hang: no verdict long after the deadline');
  return (await all) as [T, ...T[]];
}

function splitBy(bytes: readonly number[], end: number): readonly Uint8Array[] {
  const pieces: number[][] = [[]];
  for (const byte of bytes) {
    if (byte === end) pieces.push([]);
    else pieces.at(-1)?.push(byte);
  }
  return pieces.map((piece) => Uint8Array.from(piece));
}
