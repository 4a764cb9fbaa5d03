import { providerTexts } from '../smtp/provider-texts.ts';
import { type DemoDomain, servedBy } from './demo-domain.ts';

const hosting = ['mx1.hosting.example.com', 'mx2.hosting.example.com'] as const;

/** Companies with working servers. Each server behaves differently in one way. */
export const demoCompanies: readonly DemoDomain[] = [
  {
    domain: 'bakery.example.com',
    settings: {
      mx: hosting,
      mailboxes: { 'ann.baker': 'accepts', tom: 'accepts', info: 'accepts', kim: 'full', lee: 'disabled' },
    },
    exchanges: { [hosting[0]]: { startTls: 'offered' }, [hosting[1]]: { startTls: 'offered' } },
    cases: [
      ['ann.baker', 'safe/deliverable', 'an ordinary mailbox'],
      ['Tom', 'safe/deliverable', 'letter case does not matter'],
      ['info', 'risky/role_account', 'a role account that exists'],
      ['sales', 'invalid/mailbox_not_found', 'a role account that does not'],
      ['kim', 'risky/mailbox_full', '452 4.2.2, the mailbox is full'],
      ['lee', 'invalid/mailbox_disabled', '550 5.2.1, the mailbox is disabled'],
    ],
  },
  {
    domain: 'bücher.example.com',
    settings: { mx: hosting, mailboxes: ['clara'] },
    cases: [
      ['clara', 'safe/deliverable', 'an internationalised domain'],
      ['carl', 'invalid/mailbox_not_found', 'no such person at the company'],
    ],
  },
  {
    domain: 'quoted.example.com',
    settings: { mx: hosting, mailboxes: ['john doe'] },
    cases: [['"john doe"', 'safe/deliverable', 'a quoted local part']],
  },
  servedBy('umlaut.example.com', {
    exchange: { smtpUtf8: true },
    mailboxes: ['jörg'],
    cases: [
      ['jörg', 'safe/deliverable', 'its server takes SMTPUTF8'],
      ['jürgen', 'invalid/mailbox_not_found', 'asked with SMTPUTF8 and refused'],
    ],
  }),
  {
    domain: 'ascii.example.com',
    settings: { mx: hosting, mailboxes: ['jörg'] },
    cases: [['jörg', 'unknown/smtputf8_unsupported', 'its server does not take SMTPUTF8']],
  },
  {
    domain: 'everybody.example.com',
    settings: { mx: hosting, mailboxes: { eve: 'accepts', info: 'accepts', max: 'full' }, catchAll: true },
    cases: [
      ['eve', 'risky/catch_all', 'the domain accepts everybody'],
      ['info', 'risky/catch_all', 'catch-all comes before role account'],
      ['max', 'risky/catch_all', 'catch-all comes before full mailbox'],
    ],
  },
  {
    domain: 'quota.example.com',
    settings: { mx: hosting, mailboxes: { quinn: { reply: '552 5.2.2 {echo}Mailbox quota exceeded' } } },
    cases: [['quinn', 'risky/mailbox_full', '552 5.2.2, quota exceeded']],
  },
  {
    domain: 'implicit.example.com',
    settings: { mx: 'implicit', mailboxes: ['ida'] },
    exchanges: { 'implicit.example.com': {} },
    cases: [
      ['ida', 'safe/deliverable', 'no MX: the domain itself is the exchange'],
      ['ivo', 'invalid/mailbox_not_found', 'refused by the implicit exchange'],
    ],
  },
  {
    domain: 'secondary.example.com',
    settings: { mx: ['mx1.secondary.example.com', 'mx2.secondary.example.com'], mailboxes: ['sam'] },
    exchanges: { 'mx1.secondary.example.com': { refusesConnections: true }, 'mx2.secondary.example.com': {} },
    cases: [
      ['sam', 'safe/deliverable', 'the primary exchange is dead, the secondary is not'],
      ['sue', 'invalid/mailbox_not_found', 'the secondary knows the users too'],
    ],
  },
  servedBy('twoaddresses.example.com', {
    exchange: { deadAddresses: 1 },
    mailboxes: ['tess'],
    cases: [['tess', 'safe/deliverable', 'the first address of the exchange is dead']],
  }),
  servedBy('ipv6.example.com', {
    exchange: { ip: '6' },
    mailboxes: ['six'],
    cases: [['six', 'safe/deliverable', 'the exchange has an IPv6 address only']],
  }),
  {
    domain: 'alias.example.com',
    settings: { mx: ['mail.alias.example.com'], mailboxes: ['alma'] },
    zone: { 'mail.alias.example.com': { cname: hosting[0] } },
    cases: [['alma', 'safe/deliverable', 'the exchange is an alias']],
  },
  {
    domain: 'truncated.example.com',
    settings: { mx: hosting, mailboxes: ['trudy'] },
    zone: {
      'truncated.example.com': {
        mx: [
          [0, '.'],
          [10, hosting[0]],
        ],
        truncate: true,
      },
    },
    cases: [['trudy', 'safe/deliverable', 'DNS over TCP; a null MX beside a real one is ignored']],
  },
  servedBy('encrypted.example.com', {
    exchange: { startTls: 'required' },
    mailboxes: ['enid'],
    cases: [['enid', 'safe/deliverable', 'STARTTLS is required']],
  }),
  servedBy('brokentls.example.com', {
    exchange: { startTls: 'broken' },
    mx: ['mx1.brokentls.example.com'],
    mailboxes: ['bert'],
    cases: [['bert', 'safe/deliverable', 'STARTTLS is offered and answered with 454']],
  }),
  servedBy('failedtls.example.com', {
    exchange: { startTls: 'fails' },
    mailboxes: ['fay'],
    cases: [['fay', 'safe/deliverable', 'the TLS handshake fails']],
  }),
  servedBy('oldschool.example.com', {
    exchange: { ehlo: false, pipelining: false, enhancedCodes: false, echo: false },
    mailboxes: ['otto'],
    cases: [
      ['otto', 'safe/deliverable', 'the server knows HELO only'],
      ['olga', 'invalid/mailbox_not_found', 'and no enhanced status codes'],
    ],
  }),
  servedBy('serial.example.com', {
    exchange: { pipelining: false, hangsUpAfterPipelining: true, texts: providerTexts.exim },
    mailboxes: ['sven'],
    cases: [
      ['sven', 'safe/deliverable', 'a server that disconnects clients that pipeline'],
      ['stig', 'invalid/mailbox_not_found', 'Exim: 550 Unrouteable address'],
    ],
  }),
  servedBy('postscreen.example.com', {
    exchange: {
      greeting: {
        lines: ['220-mx.postscreen.example.com ESMTP', '220 mx.postscreen.example.com ESMTP Postfix'],
        pauseMs: 600,
      },
    },
    mailboxes: ['posy'],
    cases: [['posy', 'safe/deliverable', 'the greeting pauses between its lines']],
  }),
  servedBy('impatient.example.com', {
    exchange: { maxRefusals: 3, maxConnections: 2 },
    mailboxes: ['ina', 'iris'],
    cases: [
      ['ina', 'safe/deliverable', 'a server that hangs up after three refusals'],
      ['iris', 'safe/deliverable', 'and takes two connections at a time'],
      ['nora', 'invalid/mailbox_not_found', 'first refusal'],
      ['noel', 'invalid/mailbox_not_found', 'second refusal'],
      ['nina', 'invalid/mailbox_not_found', 'third refusal: it hangs up'],
      ['nick', 'invalid/mailbox_not_found', 'asked over another connection'],
    ],
  }),
  servedBy('small.example.com', {
    exchange: {
      maxRecipientsPerTransaction: 1,
      texts: { tooManyRecipients: '552 5.5.3 Too many recipients' },
    },
    mailboxes: ['amy', 'abe', 'ada'],
    cases: [
      ['amy', 'safe/deliverable', 'one recipient at a time'],
      ['abe', 'safe/deliverable', '552 here means too many recipients'],
      ['ada', 'safe/deliverable', 'not a full mailbox'],
    ],
  }),
];
