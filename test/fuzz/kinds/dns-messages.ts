import { isIP } from 'node:net';
import { encode } from 'dns-packet';
import { answersQuery, decodeResponse, encodeQuery } from '../../../adapters/net/dns/wire.ts';
import { type FuzzKind, mustHold } from '../fuzz-kind.ts';
import { dnsDictionary, dnsResponses } from './dns-responses.ts';

const query = encodeQuery({ name: 'example.com', type: 'MX' }, { id: 4711, edns: true });

/** Messages in answer to a query, as the decoder gets them. */
export const dnsMessages: FuzzKind = {
  name: 'dns-messages',
  corpus: dnsResponses.map((response) => new Uint8Array(encode({ ...response, id: 4711 }))),
  dictionary: dnsDictionary,
  maxBytes: 65_535,
  concurrency: 64,
  async start() {
    return { run, [Symbol.asyncDispose]: async () => {} };
  },
};

function run(input: Uint8Array): string {
  const message = Buffer.from(input);
  if (!answersQuery(message, query)) return 'no answer';
  const response = decodeResponse(message);
  if (response === undefined) return 'malformed';
  mustHold((response.rcode & 0xf) === (message.readUInt16BE(2) & 0xf), () => 'another response code');
  const records = [...response.answers, ...response.authorities];
  mustHold(records.length <= message.length / 11, () => 'more records than fit into the message');
  for (const record of records) {
    mustHold(record.ttlSeconds >= 0 && record.ttlSeconds < 2 ** 31, () => 'a time to live that is none');
    if (record.type === 'A') mustHold(isIP(record.address) === 4, () => `no IPv4 address: ${record.address}`);
    if (record.type === 'AAAA')
      mustHold(isIP(record.address) === 6, () => `no IPv6 address: ${record.address}`);
  }
  return `${response.rcode & 0xf} ${response.truncated} ${[...new Set(records.map(({ type }) => type))].join(' ')}`;
}
