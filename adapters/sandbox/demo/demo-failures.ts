import { type DemoDomain, servedBy } from './demo-domain.ts';

/** Longer than the demonstration waits for an address. */
const tooLongMs = 20_000;

/** Domains that take no mail, and servers that do not reveal whether a mailbox exists. */
export const demoFailures: readonly DemoDomain[] = [
  // --------------------------------------------------------------------------------------- no mail at all
  {
    domain: 'nosuchdomain.example.net',
    cases: [['ann', 'invalid/no_mx_records', 'NXDOMAIN']],
  },
  {
    domain: 'weblog.example.net',
    settings: {},
    cases: [['ann', 'invalid/no_mx_records', 'the domain has neither MX nor address']],
  },
  {
    domain: 'nullmx.example.net',
    settings: { mx: 'null' },
    cases: [['ann', 'invalid/no_mx_records', 'null MX']],
  },
  { domain: 'foo.test', cases: [['ann', 'invalid/no_mx_records', 'a name reserved for tests']] },
  { domain: 'mail.invalid', cases: [['ann', 'invalid/no_mx_records', 'a name that is never valid']] },

  // ------------------------------------------------------------------------------- no server can be asked
  {
    domain: 'servfail.example.net',
    settings: { dns: 'server-failure' },
    cases: [['ann', 'unknown/dns_error', 'SERVFAIL is not "no MX"']],
  },
  {
    domain: 'refused.example.net',
    settings: { dns: 'refused' },
    cases: [['ann', 'unknown/dns_error', 'its name server refuses']],
  },
  {
    domain: 'hostfail.example.net',
    settings: { mx: ['mx.hostfail.example.net'] },
    zone: { 'mx.hostfail.example.net': { answer: 'server-failure' } },
    cases: [['ann', 'unknown/dns_error', 'SERVFAIL for the address of the exchange']],
  },
  servedBy('dead.example.net', {
    exchange: { refusesConnections: true },
    mx: ['mx1.dead.example.net', 'mx2.dead.example.net'],
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/mail_server_unavailable', 'all exchanges refuse connections']],
  }),
  {
    domain: 'dangling.example.net',
    settings: { mx: ['mx.dangling.example.net'] },
    zone: { 'mx.dangling.example.net': { answer: 'no-domain' } },
    cases: [['ann', 'unknown/mail_server_unavailable', 'the exchange has no address']],
  },
  {
    domain: 'intranet.example.net',
    settings: { mx: ['mx.intranet.example.net'] },
    zone: { 'mx.intranet.example.net': { a: ['10.1.2.3', '127.0.0.1'] } },
    cases: [
      ['ann', 'unknown/mail_server_unavailable', 'the exchange is in a private network, and not dialled'],
    ],
  },
  servedBy('closes.example.net', {
    exchange: { fault: 'closes' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/mail_server_unavailable', 'hangs up without a word']],
  }),

  // --------------------------------------------------------------------------------------- we are refused
  servedBy('blocklist.example.net', {
    exchange: { blocks: 'greeting' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/blocked', 'blocked at the greeting']],
  }),
  servedBy('spamhaus.example.net', {
    exchange: { blocks: 'rcpt' },
    mailboxes: ['ann'],
    cases: [
      ['ann', 'unknown/blocked', 'blocked at RCPT'],
      ['nobody', 'unknown/blocked', 'so it is not known who exists'],
    ],
  }),
  servedBy('nosender.example.net', {
    exchange: {
      replies: { rcpt: '550 5.1.8 <{sender}>: Sender address rejected: Domain not found' },
    },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/blocked', '550 5.1.8 is about our sender']],
  }),
  servedBy('noreverse.example.net', {
    exchange: {
      replies: { mail: '550 5.7.25 Client host rejected: cannot find your reverse hostname, [{client}]' },
    },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/blocked', '550 5.7.25 is about our address']],
  }),
  servedBy('blacklist.example.net', {
    mailboxes: { ann: { reply: '550 5.2.1 Mailbox unavailable. Your IP address {client} is blacklisted' } },
    cases: [['ann', 'unknown/blocked', '550 5.2.1, but it speaks of us']],
  }),

  // ----------------------------------------------------------------------------------- temporary failures
  servedBy('greylist.example.net', {
    exchange: { greylistMs: 300_000 },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/greylisted', 'everybody is greylisted']],
  }),
  servedBy('lategrey.example.net', {
    exchange: { greylistMs: 300_000, greylists: 'existing' },
    mailboxes: ['ann'],
    cases: [
      ['ann', 'unknown/greylisted', 'who exists is greylisted'],
      ['bob', 'invalid/mailbox_not_found', 'who does not is refused at once'],
    ],
  }),
  servedBy('busy.example.net', {
    exchange: {
      greeting: '421 4.3.2 {host} Service not available, closing transmission channel',
    },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/temporary_failure', '421 at the greeting']],
  }),
  servedBy('trouble.example.net', {
    mailboxes: {
      ann: { reply: '451 4.3.0 {echo}Temporary lookup failure' },
      bob: { reply: '452 4.3.1 Insufficient system storage' },
      cat: {
        reply:
          '450 4.1.1 {echo}Recipient address rejected: unverified address: Address verification in progress',
      },
    },
    cases: [
      ['ann', 'unknown/temporary_failure', '451 4.3.0, a lookup failed'],
      ['bob', 'unknown/temporary_failure', '452 4.3.1 is not a full mailbox'],
      ['cat', 'unknown/temporary_failure', '450 4.1.1, the server is still asking itself'],
    ],
  }),

  // ------------------------------------------------------------------------------------- no usable answer
  servedBy('silent.example.net', {
    exchange: { fault: 'silent' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/timeout', 'accepts the connection and says nothing']],
  }),
  servedBy('mute.example.net', {
    exchange: { fault: 'silent', faultAt: 'rcpt' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/timeout', 'falls silent at RCPT']],
  }),
  servedBy('tarpit.example.net', {
    exchange: { tarpitMs: tooLongMs },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/timeout', 'takes 20 seconds for every reply']],
  }),
  servedBy('endless.example.net', {
    exchange: { fault: 'endless-lines', faultAt: 'hello' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/unexpected_response', 'a reply that never ends']],
  }),
  servedBy('garbage.example.net', {
    exchange: { fault: 'garbage' },
    mailboxes: ['ann'],
    cases: [['ann', 'unknown/unexpected_response', 'what it speaks is not SMTP']],
  }),
  servedBy('riddle.example.net', {
    mailboxes: { ann: { reply: '500 5.5.0 Zwiebelfisch 42' } },
    cases: [['ann', 'unknown/unexpected_response', 'a refusal that cannot be interpreted']],
  }),
];
