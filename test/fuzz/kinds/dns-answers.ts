import { encode } from 'dns-packet';
import { createDns } from '../../../adapters/net/dns/dns.ts';
import type { DnsAnswer, MxRecord } from '../../../src/ports/dns.ts';
import { frame, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';
import { dnsDictionary, dnsResponses } from './dns-responses.ts';

/** Long enough for a server on this machine. */
const timeoutMs = 40;

/**
 * What a resolver answers over UDP and, after a truncated answer, over TCP. The first byte chooses how the id is set
 * and whether the answer over TCP has a wrong length.
 */
export const dnsAnswers: FuzzKind = {
  name: 'dns-answers',
  corpus: dnsResponses.map((response, index) => withChoices([index], encode(response))),
  dictionary: dnsDictionary,
  maxBytes: 8_000,
  concurrency: 16,
  async start() {
    const inputs = new Map<string, Uint8Array>();
    let count = 0;
    const answerFor = (message: Buffer): Buffer | undefined => {
      const name = /f(\d+)/.exec(message.toString('latin1'))?.[1] ?? '';
      const input = inputs.get(name);
      return input === undefined ? undefined : answerOf(input, message);
    };
    const resolver = await startScriptedResolver({
      onQuery: ({ message, respond }) => {
        const answer = answerFor(message);
        if (answer !== undefined) respond(answer);
      },
      onConnection: (connection) => {
        connection.once('data', (framed: Buffer) => {
          const answer = answerFor(framed.subarray(2));
          if (answer === undefined) {
            connection.destroy();
            return;
          }
          const whole = frame(answer);
          if ((answer[3] ?? 0) % 7 === 1) whole[1] = (whole[1] ?? 0) ^ 5;
          connection.end(whole);
        });
      },
    });
    const dns = createDns({ servers: [resolver.address], timeoutMs, tries: 1 });
    return {
      async run(input) {
        count = (count + 1) % 1_000_000;
        const number = String(count);
        inputs.set(number, input);
        try {
          return outcomeOf(await dns.mx(`f${number}.example.com`), input);
        } finally {
          inputs.delete(number);
        }
      },
      async [Symbol.asyncDispose]() {
        await dns.close();
        await resolver.close();
      },
    };
  },
};

/** The input as an answer to this query: with its id and, mostly, its question. */
function answerOf(input: Uint8Array, query: Buffer): Buffer {
  const [flags = 0] = input;
  const message = Buffer.from(input.subarray(1));
  if (message.length < 12 || flags % 16 === 15) return message;
  query.copy(message, 0, 0, 2);
  const questionEnd = endOfQuestion(query);
  const ownEnd = Math.min(message.length, 12 + 17);
  if (flags % 16 === 14) return message;
  return Buffer.concat([message.subarray(0, 12), query.subarray(12, questionEnd), message.subarray(ownEnd)]);
}

function endOfQuestion(query: Buffer): number {
  let at = 12;
  while (at < query.length && query[at] !== 0) at += 1 + (query[at] ?? 0);
  return Math.min(query.length, at + 5);
}

function outcomeOf(answer: DnsAnswer<MxRecord>, input: Uint8Array): string {
  const code = (input[4] ?? 0) & 0xf;
  switch (answer.kind) {
    case 'no-domain':
      mustHold(code === 3, () => `invalid: no such domain by response code ${code}`);
      return 'no domain';
    case 'no-data':
      mustHold(code === 0, () => `invalid: no exchanges by response code ${code}`);
      return 'no data';
    case 'records':
      mustHold(code === 0, () => `records by response code ${code}`);
      mustHold(answer.records.length > 0, () => 'records without a record');
      return `records ${answer.records.length} ${answer.records.some(({ exchange }) => exchange === '')}`;
    case 'failure':
      return `failure ${answer.reason} ${answer.detail.replaceAll(/\d+|".*"|f\d+\S*/gs, '')}`.slice(0, 80);
  }
}
