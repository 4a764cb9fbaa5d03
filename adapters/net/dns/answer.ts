import type { DnsAnswer, DnsFailure } from '../../../src/ports.ts';
import { type QuestionType, type Reply, type ResourceRecord, rcodes } from './wire.ts';

/** The names from the one asked for to the last alias known, and the smallest TTL between them. */
export interface Trail {
  readonly names: readonly [string, ...string[]];
  readonly ttlSeconds: number;
}

export type Failure = Extract<DnsAnswer<never>, { kind: 'failure' }>;

/** What a reply comes to; `alias` where its CNAMEs lead to a name that it says nothing about. */
export type Reading = DnsAnswer<ResourceRecord> | { readonly kind: 'alias'; readonly trail: Trail };

/** Longer chains are taken for a loop; resolvers themselves give up near here. */
const longestTrail = 16;

export function startOfTrail(name: string): Trail {
  return { names: [name], ttlSeconds: Number.POSITIVE_INFINITY };
}

export function endOfTrail(trail: Trail): string {
  return trail.names[trail.names.length - 1] ?? trail.names[0];
}

export function failure(reason: DnsFailure, detail: string): Failure {
  return { kind: 'failure', reason, detail };
}

/** Reads the reply to a question about the end of the trail. */
export function readReply(reply: Reply, type: QuestionType, start: Trail): Reading {
  if (reply.rcode !== rcodes.noError && reply.rcode !== rcodes.noDomain) return failureOfRcode(reply.rcode);
  const trail = follow(reply.answers, type, start);
  if (isFailure(trail)) return trail;
  const end = endOfTrail(trail);
  const records = reply.answers.filter((record) => record.type === type && record.name === end);
  if (records.length > 0) {
    if (reply.rcode === rcodes.noDomain)
      return failure('malformed', `records for ${end} and NXDOMAIN at once`);
    return { kind: 'records', records, ttlSeconds: smallestTtl(records, trail.ttlSeconds) };
  }
  const followed = trail.names.length > start.names.length;
  if (reply.answers.length > 0 && !followed) return failure('malformed', `answers, but none about ${end}`);
  return readEmpty(reply, trail, followed);
}

/** No record at the end of the trail: RFC 2308 §2 tells apart why. */
function readEmpty(reply: Reply, trail: Trail, followed: boolean): Reading {
  const end = endOfTrail(trail);
  const soa = reply.authorities.find((record) => record.type === 'SOA' && isWithin(end, record.name));
  const ttlSeconds = soa?.type === 'SOA' ? Math.min(trail.ttlSeconds, soa.ttlSeconds, soa.minimumSeconds) : 0;
  // With aliases in the answer, NXDOMAIN speaks of the last one (RFC 6604 §3).
  if (reply.rcode === rcodes.noDomain) return { kind: 'no-domain', ttlSeconds };
  if (soa !== undefined) return { kind: 'no-data', ttlSeconds };
  if (followed) return { kind: 'alias', trail };
  if (reply.authorities.some((record) => record.type === 'NS')) {
    return failure('server-failure', 'a referral: this server does not resolve for others');
  }
  return { kind: 'no-data', ttlSeconds };
}

function follow(answers: readonly ResourceRecord[], type: QuestionType, start: Trail): Trail | Failure {
  let trail = start;
  for (;;) {
    const end = endOfTrail(trail);
    const owned = answers.filter((record) => record.name === end);
    const alias = owned.find((record) => record.type === 'CNAME');
    if (alias?.type !== 'CNAME' || owned.some((record) => record.type === type)) return trail;
    if (trail.names.includes(alias.target)) return failure('server-failure', `CNAME loop at ${alias.target}`);
    if (trail.names.length === longestTrail)
      return failure('server-failure', `too many CNAMEs, the last at ${end}`);
    trail = {
      names: [...trail.names, alias.target],
      ttlSeconds: Math.min(trail.ttlSeconds, alias.ttlSeconds),
    };
  }
}

function failureOfRcode(rcode: number): Failure {
  const name = rcodeNames.get(rcode) ?? `RCODE ${rcode}`;
  return failure(rcode === rcodes.refused ? 'refused' : 'server-failure', name);
}

const rcodeNames = new Map<number, string>([
  [rcodes.formatError, 'FORMERR'],
  [rcodes.serverFailure, 'SERVFAIL'],
  [rcodes.notImplemented, 'NOTIMP'],
  [rcodes.refused, 'REFUSED'],
  [rcodes.badVersion, 'BADVERS'],
]);

function isFailure(value: Trail | Failure): value is Failure {
  return 'kind' in value;
}

function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

function smallestTtl(records: readonly ResourceRecord[], limit: number): number {
  return records.reduce((least, record) => Math.min(least, record.ttlSeconds), limit);
}
