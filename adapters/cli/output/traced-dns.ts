import type { Dns, DnsAnswer, MxRecord } from '../../../src/ports/dns.ts';
import { printable } from './printable.ts';
import { secondsText } from './trace-printer.ts';

/** Wraps `dns` and writes every query with its answer. Closing it closes `dns`. */
export function tracedDns(
  dns: Dns,
  options: { write: (text: string) => void; now: () => number; startedAt: number },
): Dns {
  const { write, now, startedAt } = options;
  const traced = async <Data>(
    question: string,
    answer: Promise<DnsAnswer<Data>>,
    textOf: (data: Data) => string,
  ) => {
    const settled = await answer;
    write(
      `${secondsText(now() - startedAt)} DNS * ${printable(`${question}: ${answerText(settled, textOf)}`)}\n`,
    );
    return settled;
  };
  return {
    ...(dns.maxQuestions === undefined ? {} : { maxQuestions: dns.maxQuestions }),
    mx: (domain, wait) => traced(`MX ${domain}`, dns.mx(domain, wait), mxText),
    a: (host, wait) => traced(`A ${host}`, dns.a(host, wait), (address) => address),
    aaaa: (host, wait) => traced(`AAAA ${host}`, dns.aaaa(host, wait), (address) => address),
    close: () => dns.close(),
  };
}

function answerText<Data>(answer: DnsAnswer<Data>, textOf: (data: Data) => string): string {
  switch (answer.kind) {
    case 'records':
      return `${answer.records.map(textOf).join(', ')} (TTL ${answer.ttlSeconds} s)`;
    case 'no-data':
      return 'no such record';
    case 'no-domain':
      return 'no such name';
    case 'failure':
      return `${answer.reason} (${answer.detail})`;
  }
}

function mxText({ preference, exchange }: MxRecord): string {
  return `${preference} ${exchange === '' ? '.' : exchange}`;
}
