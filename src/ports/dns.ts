/**
 * The answer to one DNS query: records, NOERROR without records (`no-data`), NXDOMAIN (`no-domain`), or no usable
 * answer (`failure`). Only `no-data` and `no-domain` are evidence that something does not exist (RFC 2308 §2).
 */
export type DnsAnswer<Data> =
  | { readonly kind: 'records'; readonly records: readonly Data[]; readonly ttlSeconds: number }
  | { readonly kind: 'no-data'; readonly ttlSeconds: number }
  | { readonly kind: 'no-domain'; readonly ttlSeconds: number }
  | { readonly kind: 'failure'; readonly reason: DnsFailure; readonly detail: string };

/**
 * `server-failure` (SERVFAIL), `refused` and `malformed`: a resolver responded, but not with an answer. `timeout` and
 * `unreachable`: no resolver responded, which may be a fault of our own network.
 */
export type DnsFailure = 'server-failure' | 'refused' | 'malformed' | 'timeout' | 'unreachable';

/** One MX record (RFC 1035 §3.3.9). */
export interface MxRecord {
  /** Lower is preferred (RFC 5321 §5.1). */
  readonly preference: number;
  /** Host name in lower case, no trailing dot. The empty string is the root, which makes a null MX (RFC 7505). */
  readonly exchange: string;
}

/**
 * Queries recursive resolvers. Names are A-labels without a trailing dot, in letters of any case; addresses are text. The
 * adapter follows CNAMEs, also those that the resolver has not followed (a loop is a failure), retries when a question or
 * its answer is lost, and times out; an answer that is too long for a packet is fetched whole, over TCP. It does not cache,
 * because the core does. `ttlSeconds` is the smallest TTL of the CNAME chain and the records; for negative answers the
 * lesser of the SOA's TTL and MINIMUM (RFC 2308 §5), 0 without an SOA. A name with names below it exists (RFC 8020). At the
 * end of a CNAME chain, the target decides whether it is `no-data`, `no-domain` or a failure.
 *
 * Rejects only with the signal's reason, if that fires before or during the question; other questions are not affected. A
 * name that DNS cannot hold gets an answer without records. Many questions may be asked at the same time.
 */
export interface Dns {
  /** How many questions may be asked at a time. The core asks no more, so that none waits here. Default 128. */
  readonly maxQuestions?: number | undefined;
  /** Returns the MX records of a domain. */
  mx(domain: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<MxRecord>>;
  /** Returns the IPv4 addresses of a host. */
  a(host: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<string>>;
  /** Returns the IPv6 addresses of a host. */
  aaaa(host: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<string>>;
  /**
   * Answers all pending and later queries with the failure `unreachable`, and frees every socket and timer. A second call
   * does nothing.
   */
  close(): Promise<void>;
}

/**
 * What `diagnose` asks besides. Verifying addresses does not need it. Names, answers and failures are as in `Dns`.
 */
export interface DiagnosticDns extends Dns {
  /** The resolvers that are asked, each by itself, in order of preference. */
  readonly resolvers: readonly SingleResolver[];
  /**
   * Returns the TXT records of a name. The strings of a record are joined (RFC 7208 §3.3), with one character for each
   * octet.
   */
  txt(name: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<string>>;
  /**
   * Returns the names that a reverse name, such as `25.2.0.192.in-addr.arpa`, points to (RFC 1035 §3.5): in lower case,
   * without a trailing dot.
   */
  ptr(reverseName: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<string>>;
}

/** One resolver, asked without falling back to the others. */
export interface SingleResolver {
  /** `ip:port` or `[ipv6]:port`. */
  readonly address: string;
  /** Returns the IPv4 addresses of a host. `overTcp`: asks over TCP at once, instead of after a truncated answer. */
  a(
    host: string,
    options?: { overTcp?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<DnsAnswer<string>>;
  /** Returns the MX records of a domain. */
  mx(domain: string, options?: { signal?: AbortSignal | undefined }): Promise<DnsAnswer<MxRecord>>;
}
