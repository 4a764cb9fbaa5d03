import type { Answer, Question } from 'dns-packet';
import type { ZoneFault, ZoneIndex, ZoneRecords } from './zone.ts';
import { zoneName } from './zone.ts';

/** The server's answer to one question. */
export type ZoneAnswer =
  | { readonly kind: 'silent' | 'malformed' }
  | {
      readonly kind: 'reply';
      readonly rcode: number;
      readonly answers: Answer[];
      readonly authorities: Answer[];
    };

const rcodes = { noError: 0, serverFailure: 2, noDomain: 3, refused: 5 } as const;
const defaultTtlSeconds = 300;

/**
 * Answers like a recursive resolver: follows aliases, and stops without a record at an alias that leads back into its
 * own chain. `nxdomainAddress`: the IPv4 address of every name that does not exist.
 */
export function answerFrom(zone: ZoneIndex, question: Question, nxdomainAddress?: string): ZoneAnswer {
  const answer = answerTruly(zone, question);
  const isLie = nxdomainAddress !== undefined && answer.kind === 'reply' && answer.rcode === rcodes.noDomain;
  if (!isLie || question.type !== 'A') return answer;
  const { name } = question;
  const invented: Answer = { type: 'A', class: 'IN', name, ttl: defaultTtlSeconds, data: nxdomainAddress };
  return reply(rcodes.noError, [invented]);
}

function answerTruly(zone: ZoneIndex, question: Question): ZoneAnswer {
  if (question.class !== 'IN') return reply(rcodes.refused);
  const aliases: Answer[] = [];
  const passed = new Set<string>();
  for (let name = zoneName(question.name); ; ) {
    const records = zone.get(name);
    const fault = faultOf(records, question);
    if (fault !== undefined) return faulty(fault, aliases, records);
    if (records === undefined) return empty(zone.exists(name) ? rcodes.noError : rcodes.noDomain, aliases);
    const ttl = records.ttlSeconds ?? defaultTtlSeconds;
    if (records.cname === undefined || question.type === 'CNAME') {
      const found = recordsOf(records, question).map(
        (record) => ({ ...record, name, ttl, class: 'IN' }) as Answer,
      );
      return found.length > 0
        ? reply(rcodes.noError, [...aliases, ...found])
        : empty(rcodes.noError, aliases, records);
    }
    passed.add(name);
    aliases.push({ type: 'CNAME', class: 'IN', name, ttl, data: records.cname });
    name = zoneName(records.cname);
    if (records.followCname === false || passed.has(name)) return reply(rcodes.noError, aliases);
  }
}

function recordsOf(records: ZoneRecords, question: Question) {
  switch (question.type) {
    case 'MX':
      return (records.mx ?? []).map(([preference, exchange]) => ({
        type: 'MX',
        data: { preference, exchange },
      }));
    case 'A':
      return (records.a ?? []).map((data) => ({ type: 'A', data }));
    case 'AAAA':
      return (records.aaaa ?? []).map((data) => ({ type: 'AAAA', data }));
    case 'TXT':
      return (records.txt ?? []).map((text) => ({ type: 'TXT', data: characterStrings(text) }));
    case 'PTR':
      return (records.ptr ?? []).map((data) => ({ type: 'PTR', data }));
    case 'CNAME':
      return records.cname === undefined ? [] : [{ type: 'CNAME', data: records.cname }];
    default:
      return [];
  }
}

/** Splits a text as TXT records do; the empty text is one empty string. */
function characterStrings(text: string): string[] {
  return text === '' ? [''] : (text.match(/.{1,255}/gs) ?? []);
}

function faultOf(records: ZoneRecords | undefined, question: Question): ZoneFault | undefined {
  const answer = records?.answer;
  if (answer === undefined || typeof answer === 'string') return answer;
  switch (question.type) {
    case 'MX':
      return answer.mx;
    case 'A':
      return answer.a;
    case 'AAAA':
      return answer.aaaa;
    case 'TXT':
      return answer.txt;
    case 'PTR':
      return answer.ptr;
    default:
      return undefined;
  }
}

function faulty(fault: ZoneFault, aliases: Answer[], records: ZoneRecords | undefined): ZoneAnswer {
  switch (fault) {
    case 'server-failure':
      return reply(rcodes.serverFailure);
    case 'refused':
      return reply(rcodes.refused);
    case 'no-domain':
      return empty(rcodes.noDomain, aliases, records);
    case 'silent':
    case 'malformed':
      return { kind: fault };
  }
}

function empty(rcode: number, aliases: Answer[], records: ZoneRecords = {}): ZoneAnswer {
  if (records.soa === null) return reply(rcode, aliases);
  const ttlSeconds = records.ttlSeconds ?? defaultTtlSeconds;
  const soa = records.soa ?? { ttlSeconds, minimumSeconds: ttlSeconds };
  return reply(rcode, aliases, [
    {
      type: 'SOA',
      class: 'IN',
      // The simulated internet is a single zone: the root.
      name: '.',
      ttl: soa.ttlSeconds,
      data: {
        mname: 'ns.example.net',
        rname: 'hostmaster.example.net',
        serial: 1,
        refresh: 3600,
        retry: 600,
        expire: 86_400,
        minimum: soa.minimumSeconds,
      },
    },
  ]);
}

function reply(rcode: number, answers: Answer[] = [], authorities: Answer[] = []): ZoneAnswer {
  return { kind: 'reply', rcode, answers, authorities };
}
