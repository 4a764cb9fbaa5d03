import type { Dns, DnsAnswer, MxRecord } from '../../../src/ports.ts';
import { printable } from './printable.ts';
import { seconds } from './trace-printer.ts';

/** Shows every question and its answer, then hands the answer on as it is. Owns `dns`: closing closes it. */
export function tracedDns(
  dns: Dns,
  options: { write: (text: string) => void; now: () => number; startedAt: number },
): Dns {
  const { write, now, startedAt } = options;
  const shown = async <Data>(
    question: string,
    answer: Promise<DnsAnswer<Data>>,
    textOf: (data: Data) => string,
  ) => {
    const settled = await answer;
    write(
      `${seconds(now() - startedAt)} DNS * ${printable(`${question}: ${answerText(settled, textOf)}`)}\n`,
    );
    return settled;
  };
  return {
    mx: (domain, wait) => shown(`MX ${domain}`, dns.mx(domain, wait), mxText),
    a: (host, wait) => shown(`A ${host}`, dns.a(host, wait), (address) => address),
    aaaa: (host, wait) => shown(`AAAA ${host}`, dns.aaaa(host, wait), (address) => address),
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
