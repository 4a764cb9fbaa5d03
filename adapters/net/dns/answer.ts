import type { DnsAnswer, DnsFailure } from '../../../src/ports/dns.ts';
import { type DnsResponse, type QuestionType, type ResourceRecord, rcodes } from './wire.ts';

/** A chain of CNAMEs: the names from the one in the question to the last known target, and the smallest TTL. */
export interface CnameChain {
  readonly names: readonly [string, ...string[]];
  readonly ttlSeconds: number;
}

/** The answer `failure`, with its reason. */
export type FailureAnswer = Extract<DnsAnswer<never>, { kind: 'failure' }>;

/** The answer in a response. `alias`: its CNAMEs lead to a name that it has no records of. */
export type AnswerOrAlias =
  | DnsAnswer<ResourceRecord>
  | { readonly kind: 'alias'; readonly chain: CnameChain };

/** Longer chains count as loops. Resolvers have similar limits. */
const maxChainLength = 16;

/** Returns a chain of one name. */
export function startChain(name: string): CnameChain {
  return { names: [name], ttlSeconds: Number.POSITIVE_INFINITY };
}

/** Returns the last name of the chain, which queries must ask about. */
export function endOfChain(chain: CnameChain): string {
  return chain.names[chain.names.length - 1] ?? chain.names[0];
}

export function failure(reason: DnsFailure, detail: string): FailureAnswer {
  return { kind: 'failure', reason, detail };
}

/** Reads the response to a question about the end of the chain. */
export function readResponse(response: DnsResponse, type: QuestionType, start: CnameChain): AnswerOrAlias {
  if (response.rcode !== rcodes.noError && response.rcode !== rcodes.noDomain)
    return rcodeFailure(response.rcode);
  const chain = followAliases(response.answers, type, start);
  if (isFailure(chain)) return chain;
  const end = endOfChain(chain);
  const records = response.answers.filter((record) => record.type === type && record.name === end);
  if (records.length > 0) {
    if (response.rcode === rcodes.noDomain)
      return failure('malformed', `records for ${end} and NXDOMAIN at once`);
    return { kind: 'records', records, ttlSeconds: smallestTtl(records, chain.ttlSeconds) };
  }
  const followed = chain.names.length > start.names.length;
  if (response.answers.length > 0 && !followed) return failure('malformed', `answers, but none about ${end}`);
  return readNegativeResponse(response, chain, followed);
}

/** Returns the reason why there is no record at the end of the chain (RFC 2308 §2). */
function readNegativeResponse(response: DnsResponse, chain: CnameChain, followed: boolean): AnswerOrAlias {
  const end = endOfChain(chain);
  const soa = response.authorities.find((record) => record.type === 'SOA' && isWithin(end, record.name));
  const ttlSeconds = soa?.type === 'SOA' ? Math.min(chain.ttlSeconds, soa.ttlSeconds, soa.minimumSeconds) : 0;
  // If the answer has aliases, NXDOMAIN is about the last one (RFC 6604 §3).
  if (response.rcode === rcodes.noDomain) return { kind: 'no-domain', ttlSeconds };
  if (soa !== undefined) return { kind: 'no-data', ttlSeconds };
  if (followed) return { kind: 'alias', chain };
  if (response.authorities.some((record) => record.type === 'NS')) {
    return failure('server-failure', 'a referral: this server does not resolve for others');
  }
  return { kind: 'no-data', ttlSeconds };
}

/** Extends the chain by the aliases among the answers. */
function followAliases(
  answers: readonly ResourceRecord[],
  type: QuestionType,
  start: CnameChain,
): CnameChain | FailureAnswer {
  let chain = start;
  for (;;) {
    const end = endOfChain(chain);
    const owned = answers.filter((record) => record.name === end);
    const alias = owned.find((record) => record.type === 'CNAME');
    if (alias?.type !== 'CNAME' || owned.some((record) => record.type === type)) return chain;
    if (chain.names.includes(alias.target)) return failure('server-failure', `CNAME loop at ${alias.target}`);
    if (chain.names.length === maxChainLength)
      return failure('server-failure', `too many CNAMEs, the last at ${end}`);
    chain = {
      names: [...chain.names, alias.target],
      ttlSeconds: Math.min(chain.ttlSeconds, alias.ttlSeconds),
    };
  }
}

function rcodeFailure(rcode: number): FailureAnswer {
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

/** Returns whether a chain could not be followed, or a query got no response. */
export function isFailure(value: object): value is FailureAnswer {
  return 'kind' in value;
}

function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

function smallestTtl(records: readonly ResourceRecord[], limit: number): number {
  return records.reduce((least, record) => Math.min(least, record.ttlSeconds), limit);
}
