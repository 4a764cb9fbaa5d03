import type { DnsAnswer, MxRecord } from '../ports/dns.ts';

/** Returns an answer of DNS in one line, such as `10 mx.example.com, 20 mx2.example.com (TTL 300 s)`. */
export function dnsAnswerText(answer: DnsAnswer<MxRecord> | DnsAnswer<string>): string {
  switch (answer.kind) {
    case 'records': {
      const records: readonly (MxRecord | string)[] = answer.records;
      return `${records.map(recordText).join(', ')} (TTL ${answer.ttlSeconds} s)`;
    }
    case 'no-data':
      return 'no such record';
    case 'no-domain':
      return 'no such name';
    case 'failure':
      return `${answer.reason} (${answer.detail})`;
  }
}

function recordText(record: MxRecord | string): string {
  if (typeof record === 'string') return record;
  return `${record.preference} ${record.exchange === '' ? '.' : record.exchange}`;
}
