import { type Answer, decode, encode, type Question } from 'dns-packet';

/** One question as it came. */
export interface DnsQuery {
  readonly id: number;
  /** Spelled as it was asked: the answer repeats it letter by letter. */
  readonly question: Question;
  /** The largest UDP answer the client takes, if it speaks EDNS at all (RFC 6891 §6.2.3). */
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
/** The name of the question, in one pointer (RFC 1035 §4.1.4). */
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

/** Undefined for what is no question: garbage, an answer, several questions at once. */
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

/** Answers with EDNS whoever asked with it. */
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

/** An answer to the question whose one record promises more bytes than there are. */
export function encodeBrokenReply(query: DnsQuery): Buffer {
  const whole = encodeReply({ ...query, ednsBytes: undefined }, { rcode: 0 });
  whole.writeUInt16BE(1, 6);
  const record = Buffer.alloc(13);
  record.writeUInt16BE(pointerToQuestion, 0);
  // The type and class of the question stand at its end.
  whole.copy(record, 2, whole.length - 4);
  record.writeUInt32BE(300, 6);
  record.writeUInt16BE(64, 10);
  return Buffer.concat([whole, record]);
}
