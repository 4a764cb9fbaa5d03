import type { DemoDomain } from './demo-domain.ts';

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
  {
    domain: 'dead.example.net',
    settings: { mx: ['mx1.dead.example.net', 'mx2.dead.example.net'], mailboxes: ['ann'] },
    exchanges: {
      'mx1.dead.example.net': { refusesConnections: true },
      'mx2.dead.example.net': { refusesConnections: true },
    },
    cases: [['ann', 'unknown/mail_server_unavailable', 'all exchanges refuse connections']],
  },
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
  {
    domain: 'closes.example.net',
    settings: { mx: ['mx.closes.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.closes.example.net': { fault: 'closes' } },
    cases: [['ann', 'unknown/mail_server_unavailable', 'hangs up without a word']],
  },

  // --------------------------------------------------------------------------------------- we are refused
  {
    domain: 'blocklist.example.net',
    settings: { mx: ['mx.blocklist.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.blocklist.example.net': { blocks: 'greeting' } },
    cases: [['ann', 'unknown/blocked', 'blocked at the greeting']],
  },
  {
    domain: 'spamhaus.example.net',
    settings: { mx: ['mx.spamhaus.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.spamhaus.example.net': { blocks: 'rcpt' } },
    cases: [
      ['ann', 'unknown/blocked', 'blocked at RCPT'],
      ['nobody', 'unknown/blocked', 'so it is not known who exists'],
    ],
  },
  {
    domain: 'nosender.example.net',
    settings: { mx: ['mx.nosender.example.net'], mailboxes: ['ann'] },
    exchanges: {
      'mx.nosender.example.net': {
        replies: { rcpt: '550 5.1.8 <{sender}>: Sender address rejected: Domain not found' },
      },
    },
    cases: [['ann', 'unknown/blocked', '550 5.1.8 is about our sender']],
  },
  {
    domain: 'noreverse.example.net',
    settings: { mx: ['mx.noreverse.example.net'], mailboxes: ['ann'] },
    exchanges: {
      'mx.noreverse.example.net': {
        replies: { mail: '550 5.7.25 Client host rejected: cannot find your reverse hostname, [{client}]' },
      },
    },
    cases: [['ann', 'unknown/blocked', '550 5.7.25 is about our address']],
  },
  {
    domain: 'blacklist.example.net',
    settings: {
      mx: ['mx.blacklist.example.net'],
      mailboxes: { ann: { reply: '550 5.2.1 Mailbox unavailable. Your IP address {client} is blacklisted' } },
    },
    exchanges: { 'mx.blacklist.example.net': {} },
    cases: [['ann', 'unknown/blocked', '550 5.2.1, but it speaks of us']],
  },

  // ----------------------------------------------------------------------------------- temporary failures
  {
    domain: 'greylist.example.net',
    settings: { mx: ['mx.greylist.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.greylist.example.net': { greylistMs: 300_000 } },
    cases: [['ann', 'unknown/greylisted', 'everybody is greylisted']],
  },
  {
    domain: 'lategrey.example.net',
    settings: { mx: ['mx.lategrey.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.lategrey.example.net': { greylistMs: 300_000, greylists: 'existing' } },
    cases: [
      ['ann', 'unknown/greylisted', 'who exists is greylisted'],
      ['bob', 'invalid/mailbox_not_found', 'who does not is refused at once'],
    ],
  },
  {
    domain: 'busy.example.net',
    settings: { mx: ['mx.busy.example.net'], mailboxes: ['ann'] },
    exchanges: {
      'mx.busy.example.net': {
        greeting: '421 4.3.2 {host} Service not available, closing transmission channel',
      },
    },
    cases: [['ann', 'unknown/temporary_failure', '421 at the greeting']],
  },
  {
    domain: 'trouble.example.net',
    settings: {
      mx: ['mx.trouble.example.net'],
      mailboxes: {
        ann: { reply: '451 4.3.0 {echo}Temporary lookup failure' },
        bob: { reply: '452 4.3.1 Insufficient system storage' },
        cat: {
          reply:
            '450 4.1.1 {echo}Recipient address rejected: unverified address: Address verification in progress',
        },
      },
    },
    exchanges: { 'mx.trouble.example.net': {} },
    cases: [
      ['ann', 'unknown/temporary_failure', '451 4.3.0, a lookup failed'],
      ['bob', 'unknown/temporary_failure', '452 4.3.1 is not a full mailbox'],
      ['cat', 'unknown/temporary_failure', '450 4.1.1, the server is still asking itself'],
    ],
  },

  // ------------------------------------------------------------------------------------- no usable answer
  {
    domain: 'silent.example.net',
    settings: { mx: ['mx.silent.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.silent.example.net': { fault: 'silent' } },
    cases: [['ann', 'unknown/timeout', 'accepts the connection and says nothing']],
  },
  {
    domain: 'mute.example.net',
    settings: { mx: ['mx.mute.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.mute.example.net': { fault: 'silent', faultAt: 'rcpt' } },
    cases: [['ann', 'unknown/timeout', 'falls silent at RCPT']],
  },
  {
    domain: 'tarpit.example.net',
    settings: { mx: ['mx.tarpit.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.tarpit.example.net': { tarpitMs: tooLongMs } },
    cases: [['ann', 'unknown/timeout', 'takes 20 seconds for every reply']],
  },
  {
    domain: 'endless.example.net',
    settings: { mx: ['mx.endless.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.endless.example.net': { fault: 'endless-lines', faultAt: 'hello' } },
    cases: [['ann', 'unknown/unexpected_response', 'a reply that never ends']],
  },
  {
    domain: 'garbage.example.net',
    settings: { mx: ['mx.garbage.example.net'], mailboxes: ['ann'] },
    exchanges: { 'mx.garbage.example.net': { fault: 'garbage' } },
    cases: [['ann', 'unknown/unexpected_response', 'what it speaks is not SMTP']],
  },
  {
    domain: 'riddle.example.net',
    settings: { mx: ['mx.riddle.example.net'], mailboxes: { ann: { reply: '500 5.5.0 Zwiebelfisch 42' } } },
    exchanges: { 'mx.riddle.example.net': {} },
    cases: [['ann', 'unknown/unexpected_response', 'a refusal that cannot be interpreted']],
  },
];
