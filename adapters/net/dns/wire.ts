import { type Answer, decode, encode } from 'dns-packet';
import { receivedName } from './name.ts';

export type QuestionType = 'MX' | 'A' | 'AAAA';

export interface Question {
  /** As `askableName` gives it. */
  readonly name: string;
  readonly type: QuestionType;
}

/** A record that matters for mail; others are left out. Class IN, names as `receivedName` gives them. */
export type ResourceRecord = { readonly name: string; readonly ttlSeconds: number } & (
  | { readonly type: 'MX'; readonly preference: number; readonly exchange: string }
  | { readonly type: 'A' | 'AAAA'; readonly address: string }
  | { readonly type: 'CNAME'; readonly target: string }
  | { readonly type: 'SOA'; readonly minimumSeconds: number }
  | { readonly type: 'NS' }
);

export interface Reply {
  /** The extended one where EDNS came back (RFC 6891 §6.1.3). */
  readonly rcode: number;
  /** If true there is more, and the records are left out. */
  readonly truncated: boolean;
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
}

export const rcodes = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  noDomain: 3,
  notImplemented: 4,
  refused: 5,
  badVersion: 16,
} as const;

const recursionDesired = 1 << 8;
const headerBytes = 12;
/** Fits into every path's packets, so that answers are never fragmented (DNS flag day 2020). */
const ednsBytes = 1232;
/** Answers about mail have a few dozen; the bound keeps a hostile one from costing time. */
const mostRecords = 1024;

export function encodeQuery(question: Question, options: { id: number; edns: boolean }): Buffer {
  return encode({
    type: 'query',
    id: options.id,
    flags: recursionDesired,
    questions: [{ ...question, class: 'IN' }],
    additionals: options.edns ? [edns] : [],
  });
}

const edns: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: ednsBytes,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

/**
 * Does this message answer this query: same id, a response, the same question (letter case aside)? Whoever
 * forges one has to guess the id, and the port it was asked from.
 */
export function answersQuery(message: Buffer, query: Buffer): boolean {
  if (message.length < headerBytes || message.readUInt16BE(0) !== query.readUInt16BE(0)) return false;
  const flags = message.readUInt16BE(2);
  const isStandardResponse = flags >> 11 === 0b1_0000;
  if (!isStandardResponse) return false;
  const questions = message.readUInt16BE(4);
  // A server that cannot read a query may not be able to repeat its question.
  if (questions === 0)
    return [rcodes.formatError, rcodes.notImplemented].some((rcode) => rcode === (flags & 0xf));
  const end = endOfQuestion(query);
  return questions === 1 && end <= message.length && equalButForCase(message, query, headerBytes, end);
}

/** Undefined for a message that is not well-formed. */
export function decodeReply(message: Buffer): Reply | undefined {
  const flags = message.readUInt16BE(2);
  if ((flags & (1 << 9)) !== 0) return { rcode: flags & 0xf, truncated: true, answers: [], authorities: [] };
  const end = endOfRecords(message);
  if (end === undefined) return undefined;
  try {
    const packet = decode(message);
    if (decode.bytes !== end) return undefined;
    const options = packet.additionals?.find((record) => record.type === 'OPT');
    return {
      rcode: ((options?.extendedRcode ?? 0) << 4) | (flags & 0xf),
      truncated: false,
      answers: (packet.answers ?? []).flatMap(recordOf),
      authorities: (packet.authorities ?? []).flatMap(recordOf),
    };
  } catch {
    return undefined;
  }
}

function recordOf(record: Answer): ResourceRecord[] {
  if (record.type === 'OPT' || record.class !== 'IN') return [];
  const name = receivedName(record.name);
  const ttlSeconds = secondsOf(record.ttl);
  switch (record.type) {
    case 'MX': {
      const { preference = 0, exchange } = record.data;
      return [{ type: 'MX', name, ttlSeconds, preference, exchange: receivedName(exchange) }];
    }
    case 'A':
    case 'AAAA':
      return [{ type: record.type, name, ttlSeconds, address: record.data }];
    case 'CNAME':
      return [{ type: 'CNAME', name, ttlSeconds, target: receivedName(record.data) }];
    case 'SOA':
      return [{ type: 'SOA', name, ttlSeconds, minimumSeconds: secondsOf(record.data.minimum) }];
    case 'NS':
      return [{ type: 'NS', name, ttlSeconds }];
    default:
      return [];
  }
}

/** A TTL with the highest bit set counts as zero (RFC 2181 §8). */
function secondsOf(ttl = 0): number {
  return ttl < 2 ** 31 ? ttl : 0;
}

/** Letters are the only octets from A to Z in a question: lengths end at 63, types and classes asked for at 28. */
function equalButForCase(message: Buffer, query: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (lowerCase(message.readUInt8(at)) !== lowerCase(query.readUInt8(at))) return false;
  }
  return true;
}

function lowerCase(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
}

function endOfQuestion(message: Buffer): number {
  return endOfName(message, headerBytes) + 4;
}

/**
 * Walks over the records by their lengths. Undefined where they do not fit into the message: the decoder itself
 * goes by the type of a record, and would read on behind its end.
 */
function endOfRecords(message: Buffer): number | undefined {
  const questions = message.readUInt16BE(4);
  const records = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10);
  if (questions > 1 || records > mostRecords) return undefined;
  let at = questions === 0 ? headerBytes : endOfQuestion(message);
  for (let count = 0; count < records; count++) {
    const fixed = endOfName(message, at);
    if (fixed + 10 > message.length) return undefined;
    at = fixed + 10 + message.readUInt16BE(fixed + 8);
  }
  return at <= message.length ? at : undefined;
}

/** The first octet after the name at `start`; past the end of the message where the name is cut off. */
function endOfName(message: Buffer, start: number): number {
  let at = start;
  while (at < message.length) {
    const length = message.readUInt8(at);
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2;
    at += length + 1;
  }
  return message.length + 1;
}
