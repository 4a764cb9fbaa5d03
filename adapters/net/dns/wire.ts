import { type Answer, decode, encode, type TxtData } from 'dns-packet';
import { fromWireName } from './name.ts';

export type QuestionType = 'MX' | 'A' | 'AAAA' | 'TXT' | 'PTR';

export interface Question {
  /** In the form of `toQueryName`. */
  readonly name: string;
  readonly type: QuestionType;
}

/**
 * A record that matters for mail. Class IN, names in the form of `fromWireName`. The strings of a TXT record are joined,
 * with one character for each octet.
 */
export type ResourceRecord = { readonly name: string; readonly ttlSeconds: number } & (
  | { readonly type: 'MX'; readonly preference: number; readonly exchange: string }
  | { readonly type: 'A' | 'AAAA'; readonly address: string }
  | { readonly type: 'CNAME' | 'PTR'; readonly target: string }
  | { readonly type: 'TXT'; readonly text: string }
  | { readonly type: 'SOA'; readonly minimumSeconds: number }
  | { readonly type: 'NS' }
);

/** A decoded message, as far as it matters for mail. */
export interface DnsResponse {
  /** The extended RCODE if the response has EDNS (RFC 6891 §6.1.3). */
  readonly rcode: number;
  /** True if the message was truncated. The records are then left out. */
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
/** Small enough that answers are never fragmented (DNS flag day 2020). */
const ednsBytes = 1232;
/** Answers about mail have a few dozen records. More would only cost time. */
const maxRecords = 1024;

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
 * True if the message is a response with the query's id and question, compared without letter case. A forger has to
 * guess the id and the port of the query.
 */
export function answersQuery(message: Buffer, query: Buffer): boolean {
  if (message.length < headerBytes || message.readUInt16BE(0) !== query.readUInt16BE(0)) return false;
  const flags = message.readUInt16BE(2);
  const isStandardResponse = flags >> 11 === 0b1_0000;
  if (!isStandardResponse) return false;
  const questions = message.readUInt16BE(4);
  // A server that cannot parse a query may not be able to repeat its question.
  if (questions === 0)
    return [rcodes.formatError, rcodes.notImplemented].some((rcode) => rcode === (flags & 0xf));
  const end = endOfQuestion(query);
  return questions === 1 && end <= message.length && equalsIgnoringCase(message, query, headerBytes, end);
}

/** Returns undefined if the message is malformed. */
export function decodeResponse(message: Buffer): DnsResponse | undefined {
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
      answers: (packet.answers ?? []).flatMap(toRecords),
      authorities: (packet.authorities ?? []).flatMap(toRecords),
    };
  } catch {
    return undefined;
  }
}

function toRecords(record: Answer): ResourceRecord[] {
  if (record.type === 'OPT' || record.class !== 'IN') return [];
  const name = fromWireName(record.name);
  const ttlSeconds = parseTtl(record.ttl);
  switch (record.type) {
    case 'MX': {
      const { preference = 0, exchange } = record.data;
      return [{ type: 'MX', name, ttlSeconds, preference, exchange: fromWireName(exchange) }];
    }
    case 'A':
    case 'AAAA':
      return [{ type: record.type, name, ttlSeconds, address: record.data }];
    case 'CNAME':
    case 'PTR':
      return [{ type: record.type, name, ttlSeconds, target: fromWireName(record.data) }];
    case 'TXT':
      return [{ type: 'TXT', name, ttlSeconds, text: joinStrings(record.data) }];
    case 'SOA':
      return [{ type: 'SOA', name, ttlSeconds, minimumSeconds: parseTtl(record.data.minimum) }];
    case 'NS':
      return [{ type: 'NS', name, ttlSeconds }];
    default:
      return [];
  }
}

function joinStrings(data: TxtData): string {
  const strings = Array.isArray(data) ? data : [data];
  return strings.map((part) => Buffer.from(part).toString('latin1')).join('');
}

/** A TTL with the highest bit set counts as zero (RFC 2181 §8). */
function parseTtl(ttl = 0): number {
  return ttl < 2 ** 31 ? ttl : 0;
}

/** In a question, only letters are octets from A to Z: lengths are at most 63, types and classes at most 28. */
function equalsIgnoringCase(message: Buffer, query: Buffer, start: number, end: number): boolean {
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
 * Returns the end of the records, by their lengths, or undefined if they do not fit into the message. The decoder
 * goes by the type of a record instead, and could read past its end.
 */
function endOfRecords(message: Buffer): number | undefined {
  const questions = message.readUInt16BE(4);
  const records = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10);
  if (questions > 1 || records > maxRecords) return undefined;
  let at = questions === 0 ? headerBytes : endOfQuestion(message);
  for (let count = 0; count < records; count++) {
    const fixed = endOfName(message, at);
    if (fixed + 10 > message.length) return undefined;
    at = fixed + 10 + message.readUInt16BE(fixed + 8);
  }
  return at <= message.length ? at : undefined;
}

/** Returns the position after the name at `start`, beyond the end of the message if the name is cut off. */
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
