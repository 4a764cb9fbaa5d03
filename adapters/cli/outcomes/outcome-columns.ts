import { InvalidArgument } from '../../../src/errors.ts';
import type { MailOutcome } from '../../../src/verdict/outcomes/outcome-count.ts';
import { columnList, findColumn } from '../csv/named-column.ts';
import type { UnknownText } from './unknown-texts.ts';

/** Where a mail provider's export has what. Each index is that of a column. */
export interface OutcomeColumns {
  readonly address: number;
  /** What happened: an event, the type of a bounce, or an SMTP status. */
  readonly outcome: number;
  /** What kind of bounce or failure it was. */
  readonly kind: number | undefined;
  /** The SMTP reply code or enhanced status code. */
  readonly code: number | undefined;
  /** Why it bounced, or was not sent. */
  readonly reasons: readonly number[];
}

/** Names, of which the first that a file has counts, without case, spaces, hyphens and underscores. */
const addressNames = [
  'email', // SendGrid, Postmark, Brevo
  'emailaddress', // Amazon SES: suppression list
  'recipient', // Mailgun and HubSpot: events; Postmark: activity
  'address', // Mailgun: bounces
  'destination', // Amazon SES: message insights
  'to',
];
const outcomeNames = [
  'event', // SendGrid: activity; Mailgun and Brevo: events
  'eventtype', // Amazon SES: events
  'lastdeliveryevent', // Amazon SES: message insights
  'recordtype', // Postmark: webhooks
  'notificationtype', // Amazon SES: notifications
  'outcome',
  'bouncetype', // Amazon SES
  'type', // Postmark: bounces; HubSpot: events
  'status', // SendGrid: bounces, with an enhanced status code
  'code', // Mailgun: bounces
  'reason', // Amazon SES: suppression list
];
const kindNames = ['bouncetype', 'severity', 'type'];
const codeNames = ['code', 'status', 'deliverystatuscode', 'smtpcode'];
const reasonNames = [
  'bouncesubtype', // Amazon SES
  'complaintsubtype', // Amazon SES
  'bounceclassification', // SendGrid: events
  'category', // HubSpot: events; SendGrid: activity, where it is the sender's own
];

/** Finds the columns of an export. Throws InvalidArgument that lists the columns. */
export function findOutcomeColumns(
  header: readonly string[],
  file: string,
  wanted: { readonly column?: string; readonly outcomeColumn?: string },
): OutcomeColumns {
  const address = columnOf(header, { file, wanted: wanted.column, names: addressNames, flag: '--column' });
  const outcome = columnOf(header, {
    file,
    wanted: wanted.outcomeColumn,
    names: outcomeNames,
    flag: '--outcome-column',
  });
  const further = (names: readonly string[]) => {
    const index = firstNamed(header, names);
    return index === outcome || index === address ? undefined : index;
  };
  const reasons = reasonNames.map((name) => further([name])).filter((index) => index !== undefined);
  return { address, outcome, kind: further(kindNames), code: further(codeNames), reasons };
}

function columnOf(
  header: readonly string[],
  {
    file,
    wanted,
    names,
    flag,
  }: { file: string; wanted?: string | undefined; names: readonly string[]; flag: string },
): number {
  const found = wanted === undefined ? (firstNamed(header, names) ?? 'none') : findColumn(wanted, header);
  if (typeof found === 'number') return found;
  const what = flag === '--column' ? 'the addresses' : 'what happened';
  const problem =
    found === 'several' ? `${file} has several columns "${wanted}".` : `Which column of ${file} has ${what}?`;
  throw new InvalidArgument(flag, `${problem} Set ${flag} to one of: ${columnList(header)}.`);
}

function firstNamed(header: readonly string[], names: readonly string[]): number | undefined {
  const normalised = header.map((name) => name.toLowerCase().replace(/[\s_.-]/g, ''));
  const name = names.find((each) => normalised.includes(each));
  return name === undefined ? undefined : normalised.indexOf(name);
}

/** `skipped`: it does not say whether the mailbox takes mail. */
export type ReadOutcome = MailOutcome | 'skipped';

/** What a row says. */
export type ReadRow =
  | { readonly kind: 'outcome'; readonly outcome: MailOutcome }
  /** It does not say whether the mailbox takes mail: `text` is why. Empty if it has no event. */
  | { readonly kind: 'skipped'; readonly text: string }
  | UnknownText;

/** `bounced` and `failed` need more: they may be temporary, or the provider's own doing. */
type Word = ReadOutcome | 'bounce' | 'failed';

/**
 * What exports call it, in letters alone. A bounce counts only if it is permanent (hard). Skipped are temporary (soft)
 * ones and blocks, which may be about the sender, and whatever is no attempt to deliver.
 */
const words: Readonly<Record<string, Word>> = {
  ...of('delivered', 'delivered delivery success'),
  ...of('bounced', 'hardbounce hardbounces hardbounced hard permanent permanentbounce permanentfail'),
  ...of('bounced', 'bademailaddress'),
  ...of('complained', 'complaint complained spamcomplaint spamreport spam markedasspam abuse'),
  ...of('bounce', 'bounce bounced'),
  ...of('failed', 'failed fail failure'),
  ...of(
    'skipped',
    'softbounce softbounces softbounced soft transient temporary temporaryfail transientbounce',
  ),
  ...of('skipped', 'deferred deferral'),
  // SendGrid: what is given up after three days, the status of messages, and why it never sent some.
  ...of('skipped', 'expired processing notdelivered accountstatuschange'),
  ...of('skipped', 'bouncedaddress unsubscribedaddress spamreportingaddress spamcontent duplicatemessage'),
  ...of('skipped', 'invalidsmtpapiheader recipientlistoverpackagequota'),
  ...of('skipped', 'maildomainmentionedinemailaddressisunknown'),
  ...of('skipped', 'undetermined undeterminedbounce deliverydelay blocked block dropped drop suppressed'),
  ...of('skipped', 'rejected reject processed accepted injected send sent stored open opened click clicked'),
  ...of(
    'skipped',
    'linkclick unsubscribe unsubscribed groupunsubscribe groupresubscribe subscribe subscription',
  ),
  ...of('skipped', 'subscriptionchange autoresponder addresschange dnserror spamnotification openrelaytest'),
  ...of(
    'skipped',
    'requests clicks firstopening uniqueopened proxyopen loadedbyproxy invalid invalidemail error',
  ),
  ...of('skipped', 'contactdeleted contactupdated contactaddedtolist listaddition'),
  ...of('skipped', 'mtadropped unbounce statuschange forward print'),
  ...of('skipped', 'unknown virusnotification challengeverification manuallydeactivated unconfirmed'),
  ...of('skipped', 'smtpapierror inbounderror dmarcpolicy templaterenderingfailed renderingfailure'),
};

function of(word: Word, texts: string): Readonly<Record<string, Word>> {
  return Object.fromEntries(texts.split(' ').map((text) => [text, word]));
}

/** Reasons that are not the mailbox. Other texts say nothing: a category may be the sender's own. */
const otherReasons: ReadonlySet<string> = new Set([
  // Amazon SES did not send it.
  ...'suppressed onaccountsuppressionlist unsubscribedrecipient'.split(' '),
  // SendGrid: the message or the sender, or the connection.
  ...'frequencyorvolumetoohigh reputation technicalfailure'.split(' '),
  // HubSpot: the message, the sender, or a state that passes.
  ...'spam content filtered policy dmarc ipreputation domainreputation sendingdomainmisconfiguration'.split(
    ' ',
  ),
  ...'mailboxfull mailboxmisconfiguration ispmisconfiguration dnsfailure'.split(' '),
  ...'temporaryproblem timeout throttled greylisting'.split(' '),
]);

/** Types of the message instead of the bounce. */
const messageTypes: ReadonlySet<string> = new Set(
  'transactional marketing broadcast campaign bulk'.split(' '),
);

/** Returns what became of mail by one row, or the text of which that is not known: the file may be misread. */
export function readOutcome(row: readonly string[], columns: OutcomeColumns): ReadRow {
  const cell = (index: number | undefined) => (index === undefined ? '' : (row[index] ?? '').trim());
  const code = cell(columns.code);
  const byCode = outcomeByCode(code);
  const text = cell(columns.outcome);
  if (text === '') return skipped('');
  const word = outcomeByCode(text) ?? wordOf(text);
  if (word === undefined) return { kind: 'unknown', column: columns.outcome, text };
  if (word === 'skipped') return skipped(text);
  if (word === 'delivered') return { kind: 'outcome', outcome: word };
  const reason = columns.reasons.map(cell).find((each) => otherReasons.has(lettersOf(each)));
  if (reason !== undefined) return skipped(reason);
  // A permanent code that is about a policy, or a temporary one, tells nothing of the mailbox.
  if (word === 'bounced') return byCode === 'skipped' ? skipped(code) : { kind: 'outcome', outcome: word };
  if (word === 'complained') return { kind: 'outcome', outcome: word };
  return readBounce(word, { text, code, byCode, kind: cell(columns.kind) }, columns);
}

/** Returns what a bounce or a failure says, which may be temporary, or the provider's own doing. */
function readBounce(
  word: 'bounce' | 'failed',
  {
    text,
    code,
    byCode,
    kind: written,
  }: {
    readonly text: string;
    readonly code: string;
    readonly byCode: ReadOutcome | undefined;
    readonly kind: string;
  },
  columns: OutcomeColumns,
): ReadRow {
  const kind = messageTypes.has(lettersOf(written)) ? '' : written;
  const byKind = kind === '' ? undefined : wordOf(kind);
  if (columns.kind !== undefined && kind !== '' && byKind === undefined)
    return { kind: 'unknown', column: columns.kind, text: kind };
  if (byKind === 'complained') return { kind: 'outcome', outcome: byKind };
  if (byKind === 'skipped') return skipped(kind);
  if (byCode === 'skipped') return skipped(code);
  // By itself, a bounce is a permanent one: SendGrid calls others blocked or deferred, Amazon SES lists no others.
  if (word === 'bounce' || byKind === 'bounced' || byCode === 'bounced')
    return { kind: 'outcome', outcome: 'bounced' };
  return { kind: 'unknown', column: columns.outcome, text };
}

function skipped(text: string): ReadRow {
  return { kind: 'skipped', text };
}

function wordOf(text: string): Word | undefined {
  return Object.hasOwn(words, lettersOf(text)) ? words[lettersOf(text)] : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/** Returns what an SMTP reply code or enhanced status code (RFC 3463) says; undefined for any other text. */
function outcomeByCode(text: string): ReadOutcome | undefined {
  const [, digit, subject] = /^([245])(?:\d\d|\.(\d{1,3})\.\d{1,3})$/.exec(text) ?? [];
  if (digit === undefined) return /^\d{3}$/.test(text) ? 'skipped' : undefined;
  if (digit === '2') return 'delivered';
  return digit === '5' && subject !== '7' ? 'bounced' : 'skipped';
}
