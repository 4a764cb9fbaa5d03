import type { Packet } from 'dns-packet';

const questions: Packet['questions'] = [{ type: 'MX', class: 'IN', name: 'example.com' }];
const base: Packet = { type: 'response', id: 0, questions, flags: (1 << 8) | (1 << 7) };

/** Sound answers to the question for the exchanges of example.com. */
export const dnsResponses: readonly Packet[] = [
  {
    ...base,
    answers: [10, 20].map((preference) => ({
      type: 'MX',
      name: 'example.com',
      ttl: 300,
      data: { preference, exchange: `mx${preference}.example.com` },
    })),
  },
  {
    ...base,
    answers: [{ type: 'MX', name: 'example.com', ttl: 300, data: { preference: 0, exchange: '.' } }],
  },
  { ...base, flags: (1 << 8) | (1 << 7) | 3, authorities: [soa()] },
  { ...base, authorities: [soa()] },
  { ...base, flags: (1 << 8) | (1 << 7) | 2 },
  { ...base, flags: (1 << 8) | (1 << 7) | 5 },
  { ...base, flags: (1 << 9) | (1 << 8) | (1 << 7) },
  {
    ...base,
    answers: [
      { type: 'CNAME', name: 'example.com', ttl: 60, data: 'mail.example.net' },
      { type: 'MX', name: 'mail.example.net', ttl: 60, data: { preference: 5, exchange: 'mx.example.net' } },
    ],
    additionals: [
      { type: 'A', name: 'mx.example.net', ttl: 60, data: '192.0.2.1' },
      { type: 'AAAA', name: 'mx.example.net', ttl: 60, data: '2001:db8::1' },
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: 1232,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  },
  {
    ...base,
    answers: [
      { type: 'TXT', name: 'example.com', ttl: 60, data: ['v=spf1 -all'] },
      { type: 'SRV', name: 'example.com', ttl: 60, data: { port: 25, target: 'mx.example.com' } },
    ],
  },
];

export const dnsDictionary = [
  ...[
    '\u0007example\u0003com\0',
    '\0\u000f\0\u0001',
    '\0\u0001\0\u0001',
    '\0\u0005\0\u0001',
    '\0\u0006\0\u0001',
    '\0\u0029\u0004\u00d0',
  ],
  ...['\u0001a', '\u003f', '\0', '\0\0\u0001\u002c'],
];

function soa() {
  return {
    type: 'SOA' as const,
    name: 'example.com',
    ttl: 300,
    data: {
      mname: 'ns.example.com',
      rname: 'host.example.com',
      serial: 1,
      refresh: 1,
      retry: 1,
      expire: 1,
      minimum: 60,
    },
  };
}
