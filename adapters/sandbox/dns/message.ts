import { type Answer, decode, encode, type Question } from 'dns-packet';

/** A received question. */
export interface DnsQuery {
  readonly id: number;
  /** In the client's spelling, which the answer repeats letter by letter. */
  readonly question: Question;
  /** The largest UDP answer that the client accepts; undefined without EDNS (RFC 6891 §6.2.3). */
  readonly ednsBytes: number | undefined;
}

export interface DnsReply {
  readonly rcode: number;
  readonly truncated?: boolean;
  readonly answers?: readonly Answer[];
  readonly authorities?: readonly Answer[];
}

const flags = { truncated: 1 << 9, recursionDesired: 1 << 8, recursionAvailable: 1 << 7 } as const;
const headerBytes = 12;
/** A pointer to the name of the question (RFC 1035 §4.1.4). */
const pointerToQuestion = 0xc000 | headerBytes;
const ownEdns: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

/** Returns undefined for anything but one question: garbage, an answer, several questions. */
export function decodeQuery(message: Buffer): DnsQuery | undefined {
  try {
    const packet = decode(message);
    const [question, another] = packet.questions ?? [];
    if (packet.flag_qr || question === undefined || another !== undefined) return undefined;
    const edns = packet.additionals?.find((record) => record.type === 'OPT');
    return { id: packet.id ?? 0, question, ednsBytes: edns?.udpPayloadSize };
  } catch {
    return undefined;
  }
}

/** Encodes a reply, with EDNS if the question used it. */
export function encodeReply(query: DnsQuery, reply: DnsReply): Buffer {
  return encode({
    type: 'response',
    id: query.id,
    flags:
      flags.recursionDesired |
      flags.recursionAvailable |
      (reply.truncated === true ? flags.truncated : 0) |
      reply.rcode,
    questions: [query.question],
    answers: [...(reply.answers ?? [])],
    authorities: [...(reply.authorities ?? [])],
    additionals: query.ednsBytes === undefined ? [] : [ownEdns],
  });
}

/** Encodes an answer whose only record announces more bytes than there are. */
export function encodeBrokenReply(query: DnsQuery): Buffer {
  const whole = encodeReply({ ...query, ednsBytes: undefined }, { rcode: 0 });
  whole.writeUInt16BE(1, 6);
  const record = Buffer.alloc(13);
  record.writeUInt16BE(pointerToQuestion, 0);
  // The question ends with its type and class.
  whole.copy(record, 2, whole.length - 4);
  record.writeUInt32BE(300, 6);
  record.writeUInt16BE(64, 10);
  return Buffer.concat([whole, record]);
}
