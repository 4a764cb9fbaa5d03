import type { SmtpReply } from '../../../src/ports/smtp-transport.ts';
import type { Classification, Meaning, Stage, Subject } from '../../../src/probe/reply/meanings.ts';

/** A reply as a server sends it, and how a person who knows the server classifies it. */
export interface LabelledReply {
  /** As on the wire, CRLF written as \n. */
  readonly reply: string;
  readonly stage: Stage;
  readonly recipient: string;
  readonly provider?: string;
  readonly meaning: Meaning;
  readonly certainty?: Classification['certainty'];
  readonly reach?: Classification['reach'];
  readonly wordless?: boolean;
  /** Who or what the reply is about. `temporary`: a passing condition (greylisting, verification, a busy mailbox). */
  readonly subject: Subject | 'temporary';
  readonly note?: string;
}

/** Our names in all of them. */
export const sessionNames = {
  sender: 'probe@verify.example.net',
  helo: 'mx1.verify.example.net',
} as const;

/** The note of replies whose code alone has the meaning. */
export const codeAlone = 'the code alone';

/** Parses the wire form into the reply that a transport returns. */
export function parseReply(wire: string): SmtpReply {
  const lines = wire.split('\n');
  return { code: Number(lines[0]?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
}

type Options = Partial<Omit<LabelledReply, 'reply' | 'meaning' | 'subject'>>;
type Row = readonly [reply: string, meaning: Meaning, options?: Options];

function about(
  subject: LabelledReply['subject'],
  rows: readonly Row[],
  common: Options = {},
): LabelledReply[] {
  return rows.map(([reply, meaning, options]) => ({
    reply,
    meaning,
    subject,
    stage: 'rcpt',
    recipient: 'ann@example.org',
    ...common,
    ...options,
  }));
}

const weak = { certainty: 'weak' } as const;
const explicit = { certainty: 'explicit' } as const;
const wordless = { certainty: 'weak', wordless: true } as const;
const worded = { wordless: false } as const;
const ofDomain = { reach: 'domain' } as const;
const ofRecipient = { reach: 'recipient' } as const;
const everywhere = { reach: undefined } as const;

// ------------------------------------------------------------------------------------------------ the recipient

const accepted = about('recipient', [
  ['250 2.1.5 Ok', 'accepted', explicit],
  ['250 OK', 'accepted'],
  ['250', 'accepted', { note: 'RFC 5321 §4.2: text is optional' }],
  ['250 2.1.5 <ann@example.org>... Recipient ok', 'accepted', { note: 'Sendmail' }],
  [
    '250 2.1.5 ann@example.org OK f12-20020a05600c154c00b003fe.123 - gsmtp',
    'accepted',
    { provider: 'gmail' },
  ],
  ['250 2.1.5 Recipient OK', 'accepted', { provider: 'microsoft-365' }],
  ['250 recipient <ann@example.org> ok', 'accepted', { provider: 'yahoo' }],
  ['250 Accepted', 'accepted', { note: 'Exim' }],
  ['250 2.1.5 Recipient address accepted; mailbox full warning', 'accepted', { note: 'the class decides' }],
  ['251 2.1.5 User not local; will forward to <ann@example.com>', 'accepted'],
  ['252 2.0.0 Cannot VRFY user; try RCPT to attempt delivery', 'no-information'],
  ['252 2.5.2 Cannot verify user, but will accept message and attempt delivery', 'no-information'],
]);

const notFound = about('recipient', [
  // Servers.
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in local recipient table',
    'mailbox-not-found',
    { ...explicit, note: 'Postfix' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    'mailbox-not-found',
    { note: 'Postfix' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in virtual alias table',
    'mailbox-not-found',
    { note: 'Postfix' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in relay recipient table',
    'mailbox-not-found',
    { note: 'Postfix' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: undeliverable address: host mx.example.com[203.0.113.9] said: 550 5.1.1 <ann@example.org>: User unknown (in reply to RCPT TO command)',
    'mailbox-not-found',
    { note: 'Postfix with address verification set to 550' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: example.org',
    'mailbox-not-found',
    { ...explicit, note: 'Zimbra: the code alone' },
  ],
  [
    '550 <ann@example.org>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { ...explicit, note: 'words, no enhanced code' },
  ],
  ['550 5.1.1 <ann@example.org>... User unknown', 'mailbox-not-found', { note: 'Sendmail' }],
  [
    '550 5.3.0 <ann@example.org>... No such user here',
    'mailbox-not-found',
    { note: 'Sendmail access table' },
  ],
  ['550 5.1.6 <ann@example.org>... User has moved; please try <ann@example.com>', 'mailbox-not-found'],
  ['550 No such user here', 'mailbox-not-found', { note: 'Exim, cPanel' }],
  ['550 No Such User Here"', 'mailbox-not-found', { note: 'cPanel, stray quote' }],
  ['550-ann@example.org\n550 Unknown user', 'mailbox-not-found'],
  [
    '550 Unrouteable address',
    'mailbox-not-found',
    { ...weak, ...worded, note: 'Exim: a missing user as well as a missing route' },
  ],
  ['550 <ann@example.org>: Unrouteable address', 'mailbox-not-found', weak],
  [
    '550-Callout verification failed:\n550 550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { note: 'Exim callout' },
  ],
  [
    '550-Verification failed for <ann@example.org>\n550-Unknown user\n550 Recipient verify failed',
    'mailbox-not-found',
  ],
  ['553 sorry, no mailbox here by that name. (#5.1.1)', 'mailbox-not-found', { note: 'qmail' }],
  ['550 sorry, no mailbox here by that name (#5.1.1)', 'mailbox-not-found', { note: 'qmail' }],
  [
    '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
    'mailbox-not-found',
    { note: 'qmail chkuser' },
  ],
  [
    '550 sorry, this recipient is not in my validrcptto list (#5.1.1)',
    'mailbox-not-found',
    { note: 'qmail validrcptto' },
  ],
  ['550 #5.1.1 unknown user account', 'mailbox-not-found', { note: 'CommuniGate' }],
  ['550 5.1.1 User unknown', 'mailbox-not-found', { note: 'Exchange' }],
  [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    'mailbox-not-found',
    { note: 'Exchange' },
  ],
  ['550 5.1.1 RESOLVER.ADR.RecipNotFound; not found', 'mailbox-not-found', { note: 'Exchange 2007' }],
  ['550 Invalid recipient: <ann@example.org>', 'mailbox-not-found', { note: 'OpenSMTPD' }],
  ['550 5.1.1 Recipient address rejected: {Gone}', 'mailbox-not-found', { ...explicit, note: codeAlone }],
  ['550 User <ann@example.org> unknown.', 'mailbox-not-found', { note: 'Courier' }],
  ['550 5.1.1 ann... User not listed in Domino Directory', 'mailbox-not-found', { note: 'Lotus Domino' }],
  ['550 ann@example.org... No such user', 'mailbox-not-found', { note: 'Lotus Domino' }],
  [
    '554 ann@example.org not listed in public Name & Address Book',
    'mailbox-not-found',
    { note: 'Lotus Notes' },
  ],
  ['550 <ann@example.org>, Recipient unknown', 'mailbox-not-found', { note: 'MDaemon' }],
  ['550 5.1.1 Recipient unknown <ann@example.org>', 'mailbox-not-found', { note: 'MDaemon' }],
  ['550 5.1.1 User does not exist', 'mailbox-not-found', { note: 'Kerio' }],
  ['550 Unknown user', 'mailbox-not-found', { ...explicit, note: 'hMailServer' }],
  [
    '550 Requested action not taken: mailbox unavailable or not local',
    'mailbox-not-found',
    { ...weak, note: 'MailEnable' },
  ],
  ['550 Unknown or illegal user: ann@example.org', 'mailbox-not-found', { note: 'IMail' }],
  ['550 not a valid mailbox', 'mailbox-not-found'],
  ['550 5.1.1 unknown or illegal alias: ann@example.org', 'mailbox-not-found', { note: 'Sun, iCloud' }],
  ['550 Addressee unknown, relay=[192.0.2.25]', 'mailbox-not-found', { note: 'Axigen, SurgeMail' }],
  ['550 5.1.1 Unknown user; rejecting', 'mailbox-not-found', { note: 'IceWarp' }],
  ['550 vdeliver: Invalid or unknown virtual user "ann"', 'mailbox-not-found'],
  ['501 5.1.3 Bad recipient address syntax', 'mailbox-not-found', explicit],
  ['550 5.1.3 Invalid address', 'mailbox-not-found'],

  // Providers.
  [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550-5.1.1 unnecessary spaces. For more information, go to\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser f12-20020a05600c154c.123 - gsmtp",
    'mailbox-not-found',
    { ...explicit, provider: 'gmail' },
  ],
  [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. - gsmtp",
    'mailbox-not-found',
    { provider: 'google-workspace' },
  ],
  [
    '550 5.4.1 Recipient address rejected: Access denied. [SN1NAM02FT0036.eop-nam02.prod.protection.outlook.com 2024-02-20T09:00:00.000Z 08DC2F0000000000]',
    'mailbox-not-found',
    { ...weak, ...worded, provider: 'microsoft-365' },
  ],
  [
    '550 5.4.1 [ann@example.org]: Recipient address rejected: Access denied [CY1GCC01FT007.eop-gcc01.prod.protection.outlook.com]',
    'mailbox-not-found',
    { ...weak, ...worded, note: 'provider identified by the text' },
  ],
  [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.org not found by SMTP address lookup [AM6PR05MB1234.eurprd05.prod.outlook.com]',
    'mailbox-not-found',
    { ...explicit, provider: 'microsoft-365' },
  ],
  [
    '550 5.1.10 Recipient rejected [DB5EUR01FT014.eop-EUR01.prod.protection.outlook.com]',
    'mailbox-not-found',
    { ...explicit, provider: 'microsoft-365' },
  ],
  [
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [DB8EUR05FT045.eop-eur05.prod.protection.outlook.com]',
    'mailbox-not-found',
    { ...explicit, provider: 'outlook-com' },
  ],
  [
    '550 Requested action not taken: mailbox unavailable (-1234567:4321:-2147467259)',
    'mailbox-not-found',
    { ...weak, note: 'old Hotmail' },
  ],
  [
    "554 delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.com) [0] - mta1234.mail.ne1.yahoo.com",
    'mailbox-not-found',
    { ...explicit, provider: 'yahoo', recipient: 'ann@yahoo.com' },
  ],
  [
    '554 delivery error: dd Requested mail action not taken: mailbox unavailable',
    'mailbox-not-found',
    { ...weak, provider: 'yahoo' },
  ],
  [
    '550 5.1.1 <ann@icloud.com>: user does not exist',
    'mailbox-not-found',
    { provider: 'icloud', recipient: 'ann@icloud.com' },
  ],
  [
    '550 5.1.1 unknown or illegal alias: ann@icloud.com',
    'mailbox-not-found',
    { provider: 'icloud', recipient: 'ann@icloud.com' },
  ],
  ['550 5.1.1 User does not exist - <ann@example.org>', 'mailbox-not-found', { provider: 'zoho' }],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: Address does not exist',
    'mailbox-not-found',
    { provider: 'proton' },
  ],
  [
    '550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.ru is unavailable: user not found',
    'mailbox-not-found',
    { ...explicit, provider: 'mail-ru', recipient: 'ann@mail.ru' },
  ],
  [
    '550 5.7.1 No such user!',
    'mailbox-not-found',
    { ...explicit, provider: 'yandex', note: 'a policy code that names the user' },
  ],
  [
    '550 5.7.1 No such user! 1708412345-abcdefghij-klmnop',
    'mailbox-not-found',
    { note: 'Yandex by its text' },
  ],
  [
    '550 Requested action not taken: mailbox unavailable\n550 For explanation visit https://postmaster.gmx.net/en/case?c=r0601&i=ip&v=192.0.2.25',
    'mailbox-not-found',
    { note: 'GMX by its text' },
  ],
  [
    '550 Requested action not taken: mailbox unavailable',
    'mailbox-not-found',
    { ...explicit, provider: 'gmx' },
  ],
  [
    '550 Requested action not taken: mailbox unavailable',
    'mailbox-not-found',
    { ...explicit, provider: 'web-de' },
  ],
  [
    '550 Requested action not taken: mailbox unavailable',
    'mailbox-not-found',
    { ...weak, note: 'unknown server' },
  ],
  [
    '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728',
    'mailbox-not-found',
    { ...explicit, provider: 'qq' },
  ],
  [
    '550 User not found: ann@163.com',
    'mailbox-not-found',
    { ...explicit, provider: 'netease', recipient: 'ann@163.com' },
  ],
  ['550 Invalid User: ann@126.com', 'mailbox-not-found', { provider: 'netease', recipient: 'ann@126.com' }],
  [
    '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [pGqRlyw6NJK8V0pYkzDcmw.uk74]',
    'mailbox-not-found',
    { ...explicit, provider: 'mimecast' },
  ],
  ['550 5.1.1 User Unknown', 'mailbox-not-found', { provider: 'proofpoint' }],
  [
    '550 permanent failure for one or more recipients (ann@example.org:550 5.1.1 User unknown)',
    'mailbox-not-found',
    { provider: 'barracuda' },
  ],
  ['550 #5.1.0 Address rejected.', 'mailbox-not-found', { ...explicit, provider: 'cisco' }],
  ['550 #5.1.0 Address rejected ann@example.org', 'mailbox-not-found', weak],
  ['550 5.1.1 Not our Customer', 'mailbox-not-found', { ...explicit, provider: 'comcast' }],
  [
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
    'mailbox-not-found',
    { provider: 'orange' },
  ],
  [
    '550 5.1.1 <ann@free.fr>: Recipient address rejected: User unknown in virtual mailbox table',
    'mailbox-not-found',
    { recipient: 'ann@free.fr' },
  ],
  ['550 5.1.1 user unknown', 'mailbox-not-found', { provider: 't-online' }],
  [
    '550 5.1.1 <ann@example.org>: Email address could not be found, or was misspelled (G8)',
    'mailbox-not-found',
    { provider: 'rackspace' },
  ],
  ['550 5.1.1 <ann@example.org> user unknown. IB603', 'mailbox-not-found', { provider: 'godaddy' }],
  [
    '550 Requested action not taken: mailbox unavailable',
    'mailbox-not-found',
    { ...explicit, provider: 'ionos' },
  ],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { provider: 'ovh' },
  ],
  ["550 5.1.1 szn; User hasn't got the service mapped", 'mailbox-not-found', { provider: 'seznam' }],
  ['550 5.1.1 No such user - hf1si123', 'mailbox-not-found', { provider: 'naver' }],
  [
    '550 5.1.1 <ann@fastmail.com>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { recipient: 'ann@fastmail.com' },
  ],
  ['550 5.1.1 Mailbox does not exist!', 'mailbox-not-found', { note: 'Amazon' }],
  ['550 user unknown', 'mailbox-not-found', { provider: 'alibaba' }],

  // Other wordings.
  [
    '550 Unknown recipient. Please check the address and try again.',
    'mailbox-not-found',
    { note: '"try again" with a better address' },
  ],
  ['550 There is no such person at this address.', 'mailbox-not-found'],
  ['550 5.1.1 The recipient address is not a valid address', 'mailbox-not-found'],
  ['550 Nobody here by that name', 'mailbox-not-found'],
  ['550 recipient ann@example.org does not exist here', 'mailbox-not-found'],
  ['550 5.0.0 mailbox for ann@example.org does not exist', 'mailbox-not-found'],
  ['554 5.1.1 Mailbox not found', 'mailbox-not-found'],
  ['550 Non-existent user', 'mailbox-not-found'],
  ['550 Account ann@example.org is not registered on this server', 'mailbox-not-found'],
  ['550 That user is not known to this system', 'mailbox-not-found'],
  ['550 user_unknown', 'mailbox-not-found'],
  ['551 5.1.1 This user doesn’t exist', 'mailbox-not-found', { note: 'typographic apostrophe' }],
  ['553 5.3.0 <ann@example.org>... Unknown local-part', 'mailbox-not-found'],
  ['550 (5.1.1) recipient', 'mailbox-not-found', { ...explicit, note: 'code in parentheses' }],
  [
    '550-Something else first\n550 5.1.1 the rest',
    'mailbox-not-found',
    { ...explicit, note: 'code on a later line' },
  ],
  ['550 4.1.1 User unknown', 'mailbox-not-found', { ...weak, note: 'the codes contradict each other' }],
  ['500 User unknown', 'mailbox-not-found'],
  ['550', 'mailbox-not-found', { ...wordless, note: 'no code, no words' }],
  ['550 <ann@example.org>', 'mailbox-not-found', wordless],
  [
    '550 <ann@example.org>: Recipient address rejected',
    'mailbox-not-found',
    { ...wordless, note: 'no reason given' },
  ],
  [
    '553 Requested action not taken: mailbox name not allowed',
    'mailbox-not-found',
    { ...weak, ...worded, note: 'the text of RFC 5321' },
  ],
  ['550 5.1.1', 'mailbox-not-found', explicit],

  // Other languages.
  ['550 Benutzer nicht bekannt/User unknown', 'mailbox-not-found', { note: 'web.de' }],
  ['550 Empfänger unbekannt', 'mailbox-not-found'],
  ['550 Die Empfaengeradresse existiert nicht', 'mailbox-not-found'],
  ['550 Unbekannter Empfaenger', 'mailbox-not-found'],
  ['550 Postfach nicht vorhanden', 'mailbox-not-found'],
  ['550 Utilisateur inconnu !', 'mailbox-not-found'],
  ["550 L'adresse n'existe pas", 'mailbox-not-found'],
  ['550 Destinataire inconnu', 'mailbox-not-found'],
  ['550 Usuario desconocido', 'mailbox-not-found'],
  ['550 No existe ese usuario en este servidor', 'mailbox-not-found'],
  ['550 La dirección de correo no existe', 'mailbox-not-found'],
  ['550 Usuário não encontrado', 'mailbox-not-found'],
  ['550 Conta inexistente', 'mailbox-not-found'],
  ['550 Utente sconosciuto', 'mailbox-not-found'],
  ['550 Indirizzo inesistente', 'mailbox-not-found'],
  ['550 Onbekende gebruiker', 'mailbox-not-found'],
  ['550 Nie ma takiego konta', 'mailbox-not-found'],
  ['550 Пользователь не найден', 'mailbox-not-found'],
  ['550 Нет такого пользователя', 'mailbox-not-found'],
  ['550 收件人不存在', 'mailbox-not-found'],
  ['550 用户不存在', 'mailbox-not-found'],
  ['550 宛先が見つかりません', 'mailbox-not-found'],
  ['550 ユーザーが存在しません', 'mailbox-not-found'],

  // With names repeated that must not hide the meaning.
  [
    '550 5.1.1 <blocked.user@example.org>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { recipient: 'blocked.user@example.org' },
  ],
  ['550 5.1.1 <spam@example.org>... User unknown', 'mailbox-not-found', { recipient: 'spam@example.org' }],
  ['550 5.1.1 ghost1@example.org: user unknown', 'mailbox-not-found', { recipient: 'ghost1@example.org' }],
  ['550 Mailbox abuse not found', 'mailbox-not-found', { recipient: 'abuse@example.org' }],
  ['550 No such user: greylist', 'mailbox-not-found', { recipient: 'greylist@example.org' }],
  ['550 User unknown', 'mailbox-not-found', { recipient: 'user@example.org' }],
  ['550 User unknown', 'mailbox-not-found', { recipient: 'unknown@example.org' }],
  ['550 5.1.1 unknown... User unknown', 'mailbox-not-found', { recipient: 'unknown@example.org' }],
  [
    '550 5.1.1 <ann@blacklist.example.org>: Recipient address rejected: User unknown',
    'mailbox-not-found',
    { recipient: 'ann@blacklist.example.org' },
  ],
  [
    '550 5.1.1 No such user at spamhaus.example.org',
    'mailbox-not-found',
    { recipient: 'ann@spamhaus.example.org' },
  ],
  [
    '550 5.1.1 BLOCKED.USER@EXAMPLE.ORG does not exist',
    'mailbox-not-found',
    { recipient: 'blocked.user@example.org' },
  ],
  [
    '550 5.1.1 User unknown; see http://www.example.com/bounce?addr=too-many%40example.org',
    'mailbox-not-found',
    { recipient: 'too-many@example.org' },
  ],
  [
    '550 5.1.1 "helo ptr"@example.org: no such mailbox',
    'mailbox-not-found',
    { recipient: '"helo ptr"@example.org' },
  ],
  [
    '550 5.1.1 &lt;banned@example.org&gt;: user unknown',
    'mailbox-not-found',
    { recipient: 'banned@example.org' },
  ],
  [
    "550 5.1.1 Recipient 'quota-full' does not exist",
    'mailbox-not-found',
    { recipient: 'quota-full@example.org' },
  ],
]);

const disabled = about('recipient', [
  [
    '550-5.2.1 The email account that you tried to reach is disabled. Learn more at\n550 5.2.1  https://support.google.com/mail/?p=DisabledUser f12si123 - gsmtp',
    'mailbox-disabled',
    { ...explicit, provider: 'gmail' },
  ],
  [
    '550-5.2.1 The email account that you tried to reach is inactive. For more\n550-5.2.1 information, go to\n550 5.2.1  https://support.google.com/mail/?p=DisabledUser d9443c01a7336 - gsmtp',
    'mailbox-disabled',
    { provider: 'google-workspace' },
  ],
  ['550 5.2.1 <ann@example.org>... User is inactive', 'mailbox-disabled', { provider: 'gmx' }],
  [
    '550 5.2.1 This mailbox has been blocked due to inactivity',
    'mailbox-disabled',
    { note: 'Free.fr: "blocked" is said of the mailbox' },
  ],
  [
    '554 delivery error: dd Sorry your message to ann@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1.mail.yahoo.com',
    'mailbox-disabled',
    { provider: 'yahoo', recipient: 'ann@yahoo.com' },
  ],
  [
    '550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.ru is unavailable: account is disabled',
    'mailbox-disabled',
    { provider: 'mail-ru', recipient: 'ann@mail.ru' },
  ],
  [
    '550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.ru is unavailable: user is terminated',
    'mailbox-disabled',
    { provider: 'mail-ru', recipient: 'ann@mail.ru' },
  ],
  [
    '550 5.2.1 Mailbox disabled, not accepting messages',
    'mailbox-disabled',
    { note: 'the text of RFC 3463' },
  ],
  ['550 User suspended', 'mailbox-disabled', { provider: 'netease' }],
  ['550 user is locked', 'mailbox-disabled', { provider: 'netease' }],
  ['550 5.2.1 <ann@example.org> Mailbox is disabled (G13)', 'mailbox-disabled', { provider: 'rackspace' }],
  ['550 <ann@example.org>: Recipient address rejected: Account Closed', 'mailbox-disabled'],
  [
    '550 5.1.1 This account has been suspended',
    'mailbox-disabled',
    { note: 'words are more precise than 5.1.1' },
  ],
  ['550 Account is blocked', 'mailbox-disabled'],
  ['550 This address no longer accepts mail.', 'mailbox-disabled', { note: 'IMail' }],
  ['550 5.2.1 user disabled; cannot receive new mail: ann@example.org', 'mailbox-disabled'],
  ['550 mailbox <ann@example.org> has been deactivated', 'mailbox-disabled'],
  ['550 Konto gesperrt', 'mailbox-disabled'],
  ['550 Compte désactivé', 'mailbox-disabled'],
  ['550 Cuenta suspendida', 'mailbox-disabled'],
  ['550 Учетная запись отключена', 'mailbox-disabled'],
  ['550 该邮箱已停用', 'mailbox-disabled'],
]);

const full = about('recipient', [
  ['552 5.2.2 Mailbox quota exceeded', 'mailbox-full', explicit],
  ['452 4.2.2 Mailbox full', 'mailbox-full'],
  [
    "452-4.2.2 The recipient's inbox is out of storage space. Please direct the\n452-4.2.2 recipient to\n452 4.2.2  https://support.google.com/mail/?p=OverQuotaTemp f12si123 - gsmtp",
    'mailbox-full',
    { provider: 'gmail' },
  ],
  [
    "552-5.2.2 The recipient's inbox is out of storage space and inactive. Please direct the\n552 5.2.2 recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
    'mailbox-full',
    { provider: 'gmail', note: 'over quota for long' },
  ],
  ['552 5.2.2 Over STORAGE quota', 'mailbox-full', { provider: 't-online' }],
  [
    '550 5.2.2 <ann@example.org>: Recipient address rejected: Quota exceeded (mailbox for user is full)',
    'mailbox-full',
    { note: 'Dovecot quota policy' },
  ],
  ['452 4.2.2 <ann@example.org>: Recipient address rejected: Mailbox is full / Blank', 'mailbox-full'],
  [
    '552 1 Requested mail action aborted, mailbox not found or over quota',
    'mailbox-full',
    { note: 'either: then it may exist' },
  ],
  [
    '552 Requested mail action aborted: exceeded storage allocation',
    'mailbox-full',
    { note: 'the text of RFC 5321' },
  ],
  ['552', 'mailbox-full', wordless],
  ['550 Mailbox quota exceeded / Mailbox voll.', 'mailbox-full'],
  [
    '550 Benutzer hat das Speichervolumen ueberschritten. / User has exhausted allowed storage space.',
    'mailbox-full',
    { provider: 'web-de' },
  ],
  [
    '550 Benutzer hat zuviele Mails auf dem Server. / User has too many messages on the server.',
    'mailbox-full',
    { provider: 'web-de', note: '"too many" is not about us' },
  ],
  [
    '552 5.2.2 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]',
    'mailbox-full',
    { provider: 'orange' },
  ],
  ['550 5.1.1 Mailbox full', 'mailbox-full', { note: 'the code is wrong, the mailbox exists' }],
  ['554 5.2.2 mailbox full;ann', 'mailbox-full'],
  ['451 4.2.2 user over quota; cannot receive new mail: ann@example.org', 'mailbox-full'],
  ['550 4.2.2 Mailbox full', 'mailbox-full', { note: 'the codes contradict each other' }],
  ['552 Buzón lleno', 'mailbox-full'],
  ['552 Почтовый ящик переполнен', 'mailbox-full'],
  ['552 邮箱已满', 'mailbox-full'],
]);

// --------------------------------------------------------------------------------------------------- temporary conditions

const moment = about('temporary', [
  [
    '450 4.2.0 <ann@example.org>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.org.html',
    'greylisted',
    { ...explicit, note: 'postgrey' },
  ],
  ['450 4.2.0 <ann@example.org>: Recipient address rejected: Greylisted for 300 seconds', 'greylisted'],
  [
    '450 4.7.1 <ann@example.org>: Recipient address rejected: Greylisting in action, please come back later',
    'greylisted',
  ],
  [
    '451 4.7.1 Greylisting in action, please come back in 00:05:00',
    'greylisted',
    { note: 'milter-greylist' },
  ],
  ['451 4.7.1 Please try again later', 'greylisted'],
  [
    '450 4.7.1 <ann@example.org>: Recipient address rejected: Try again, see http://www.example.com/',
    'greylisted',
  ],
  [
    '451-192.0.2.25 is not yet authorized to deliver mail from\n451 <probe@verify.example.net> to <ann@example.org>. Please try later.',
    'greylisted',
  ],
  ['451 Greylisted, please try again in 180 seconds', 'greylisted'],
  ['450 Graylisted', 'greylisted'],
  ['450 4.3.2 Greylist: please try again later', 'greylisted'],
  ['421 4.7.1 <ann@example.org>: Recipient address rejected: Grey-listed, try later', 'greylisted'],
  ['450 4.2.0', 'greylisted', { note: codeAlone }],
  ['451 4.7.1', 'greylisted', { note: codeAlone }],
  ['450 4.7.1 <probe@verify.example.net>: Greylisted, please retry', 'greylisted', { stage: 'mail' }],
  ['554 5.7.1 Greylisted, try again later', 'greylisted', { note: 'a 5xx that says what it means' }],
  [
    '451 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#451 [abcdef.uk12]',
    'greylisted',
    { provider: 'mimecast' },
  ],
  [
    '451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451 [x.uk1]',
    'greylisted',
    { note: 'Mimecast by its text' },
  ],
  ['451 Internal resource temporarily unavailable', 'greylisted', { provider: 'mimecast' }],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: Address verification in progress',
    'verification-pending',
    explicit,
  ],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: connect to mx.example.com[203.0.113.9]:25: Connection refused',
    'verification-pending',
  ],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: host mx.example.com[203.0.113.9] said: 451 4.7.1 Greylisted (in reply to RCPT TO command)',
    'verification-pending',
    { note: 'the greylisting is between those two' },
  ],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: host mx.example.com[203.0.113.9] said: 550 5.1.1 <ann@example.org>: User unknown (in reply to RCPT TO command)',
    'temporary-failure',
    { ...ofRecipient, note: 'a permanent answer passed on as 450 stays transient' },
  ],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: host mx.example.com[203.0.113.9] said: 554 5.7.1 Client host blocked using zen.spamhaus.org (in reply to MAIL FROM command)',
    'temporary-failure',
    { note: 'not we are blocked' },
  ],
  ['451 Could not complete recipient verify callout', 'verification-pending', { note: 'Exim' }],
  ['451-Could not complete recipient verify callout:\n451 203.0.113.9 : timed out', 'verification-pending'],
  ['450-Callout verification failed:\n450 550 5.1.1 User unknown', 'temporary-failure'],
  ['451 4.3.0 mx.example.org said: 550 No such user', 'temporary-failure'],
  [
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time. - gsmtp',
    'mailbox-busy',
    { provider: 'gmail', note: 'the mailbox exists' },
  ],
  [
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n450-4.2.1 prevents additional messages from being delivered. For more\n450 4.2.1 information, go to https://support.google.com/mail/?p=ReceivingRate - gsmtp',
    'mailbox-busy',
    { provider: 'google-workspace' },
  ],
  ['450 4.2.1 try again', 'mailbox-busy', { provider: 'gmail', note: 'provider row without words' }],
  [
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents additional messages from being delivered. - gsmtp',
    'mailbox-busy',
    { provider: 'gmail', note: '5xx, and the mailbox exists' },
  ],
  [
    '450 4.2.1 <ann@example.org>: Mailbox received too much email in a short period of time (G30)',
    'mailbox-busy',
    { provider: 'rackspace' },
  ],
  [
    '550 Mailbox unavailable or access denied',
    'mailbox-busy',
    { provider: 'qq', note: 'too much mail for this mailbox just now' },
  ],
  ['432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded', 'mailbox-busy', { note: 'Exchange' }],
  ['550 5.2.121', 'mailbox-busy', { provider: 'microsoft-365', note: codeAlone }],
  ['550 5.2.122', 'mailbox-busy', { provider: 'microsoft-365', note: codeAlone }],
  [
    '450 4.2.1 The recipient has exceeded message rate limit. Try again later.',
    'mailbox-busy',
    { provider: 'yandex' },
  ],
  [
    '451 4.5.1 The recipient <ann@example.org> has exceeded their message rate limit. Try again later.',
    'mailbox-busy',
    { provider: 'yandex' },
  ],
  ['452 4.2.1 Too many messages for this recipient, try again in an hour', 'mailbox-busy'],
  ['450 Too many messages for <ann@example.org>', 'mailbox-busy'],
  ['550 5.2.1 The mailbox is receiving too many messages', 'mailbox-busy'],
  ['450 4.2.1 Mailbox temporarily disabled', 'temporary-failure', ofRecipient],
  [
    '450 Requested mail action not taken: mailbox unavailable',
    'temporary-failure',
    { ...weak, ...worded, ...ofRecipient },
  ],
  [
    '450 4.1.1 <ann@example.org>: Recipient address rejected: User unknown in local recipient table',
    'temporary-failure',
    { ...ofRecipient, note: 'Postfix with unknown_local_recipient_reject_code = 450' },
  ],
  ['450 5.1.1 User unknown', 'temporary-failure', { note: 'the reply code rules' }],
  ['450', 'temporary-failure', { ...wordless, ...ofRecipient }],
  ['451', 'temporary-failure', { ...wordless, ...everywhere }],
  [
    '550 5.2.1 Mailbox temporarily unavailable',
    'temporary-failure',
    { note: 'says itself that it will pass' },
  ],
  ['550 This account is temporarily suspended, please try again later', 'temporary-failure'],
  ['554 5.1.1 <ann@example.org>: temporary lookup failure', 'temporary-failure'],
  ['451 mailbox temporarily locked', 'temporary-failure'],
  ['452 mailbox busy', 'temporary-failure'],
]);

// ---------------------------------------------------------------------------------------------------- our sender

const sender = about('sender', [
  ['450 4.1.8 <probe@verify.example.net>: Sender address rejected: Domain not found', 'sender-refused'],
  ['550 5.1.8 <probe@verify.example.net>: Sender address rejected: Domain not found', 'sender-refused'],
  [
    '553 5.1.8 <probe@verify.example.net>... Domain of sender address probe@verify.example.net does not exist',
    'sender-refused',
    { note: 'Sendmail' },
  ],
  [
    '451 4.1.8 Domain of sender address probe@verify.example.net does not resolve',
    'sender-refused',
    { note: 'Sendmail' },
  ],
  [
    '550 5.1.7 <probe@verify.example.net>: Sender address rejected: undeliverable address: host mx1.verify.example.net[192.0.2.25] said: 550 5.1.1 User unknown',
    'sender-refused',
    { note: 'a user is unknown: ours' },
  ],
  [
    '450 4.1.7 <probe@verify.example.net>: Sender address rejected: unverified address: Address verification in progress',
    'sender-refused',
  ],
  [
    '550 5.1.0 <probe@verify.example.net>: Sender address rejected: User unknown in local recipient table',
    'sender-refused',
  ],
  [
    '550 5.1.1 <probe@verify.example.net>: user does not exist',
    'sender-refused',
    { note: 'only our address is named' },
  ],
  ['550 5.1.1 probe@verify.example.net', 'sender-refused', { note: 'only our address is named' }],
  [
    '550-Verification failed for <probe@verify.example.net>\n550-The mail server could not deliver mail to probe@verify.example.net.  The account or domain may not exist, they may be blacklisted, or missing the proper dns entries.\n550 Sender verify failed',
    'client-blocked',
    { note: 'Exim, cPanel; says "blacklisted" as well' },
  ],
  [
    '550-Verification failed for <probe@verify.example.net>\n550-Called:   192.0.2.25\n550-Sent:     RCPT TO:<probe@verify.example.net>\n550-Response: 550 5.1.1 <probe@verify.example.net>: User unknown\n550 Sender verify failed',
    'sender-refused',
    { note: 'Exim' },
  ],
  ['451 Could not complete sender verify callout', 'sender-refused', { note: 'Exim' }],
  ['550 Sender verify failed', 'sender-refused'],
  ['550 5.7.23 The message was rejected because of Sender Policy Framework violation', 'sender-refused'],
  [
    '550 5.7.23 <ann@example.org>: Recipient address rejected: Message rejected due to: SPF fail - not authorized. Please see http://www.openspf.net/Why',
    'sender-refused',
  ],
  [
    '550 5.7.1 <ann@example.org>: Recipient address rejected: Please see http://www.openspf.net/Why?id=probe%40verify.example.net&ip=192.0.2.25: SPF check failed',
    'sender-refused',
  ],
  [
    '550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.',
    'client-blocked',
    { provider: 'gmail' },
  ],
  ['550 5.7.27 Sender address has null MX', 'sender-refused'],
  ['550 5.7.24 SPF validation error', 'sender-refused'],
  [
    '550 5.7.509 Access denied, sending domain verify.example.net does not pass DMARC verification',
    'sender-refused',
    { provider: 'microsoft-365' },
  ],
  ['553 Requested action not taken: NULL sender is not allowed', 'sender-refused', { provider: 'netease' }],
  ['550 5.1.0 sender rejected', 'sender-refused'],
  ['553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)', 'sender-refused', { note: 'qmail' }],
  ['501 5.1.7 Bad sender address syntax', 'sender-refused', { stage: 'mail' }],
  ['553 5.1.8 Domain name required for sender address probe', 'sender-refused', { stage: 'mail' }],
  ['550 5.1.1 User unknown', 'sender-refused', { stage: 'mail', note: 'at MAIL the user can only be ours' }],
  ['550 No such user', 'sender-refused', { stage: 'mail' }],
  ['550 mailbox unavailable', 'sender-refused', { stage: 'mail' }],
  ['550', 'sender-refused', { stage: 'mail', ...weak }],
  ['553 sorry', 'sender-refused', { stage: 'mail' }],
  [
    '550 5.7.1 <probe@verify.example.net>: Sender address rejected: Access denied',
    'sender-refused',
    { stage: 'mail' },
  ],
  ['550 Invalid sender', 'sender-refused', { stage: 'mail' }],
  ['550 Absender unbekannt', 'sender-refused'],
  [
    '550 Adresse expéditeur invalide, utilisateur inconnu',
    'sender-refused',
    { note: 'the unknown user is ours' },
  ],
  ['550 发件人不存在', 'sender-refused'],
  ['450 4.7.1 <ann@example.org>: Recipient address rejected: SPF temporary error', 'sender-refused'],
]);

// ------------------------------------------------------------------------ us: our address, name and reputation

const client = about('client', [
  // In the greeting.
  [
    '554 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using zen.spamhaus.org',
    'client-blocked',
    { stage: 'greeting' },
  ],
  [
    '554 mx.example.org ESMTP not accepting messages',
    'server-unavailable',
    { stage: 'greeting', note: 'Sendmail: says it of itself' },
  ],
  ['554 mx.example.org', 'client-blocked', { stage: 'greeting' }],
  ['554', 'client-blocked', { stage: 'greeting', ...weak }],
  [
    "554-esa1.example.org\n554 Your access to this mail system has been rejected due to the sending MTA's poor reputation. If you believe that this failure is in error, please contact the intended recipient via alternate means.",
    'client-blocked',
    { stage: 'greeting', provider: 'cisco' },
  ],
  [
    '554 IP=192.0.2.25 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.)',
    'client-blocked',
    { stage: 'greeting', provider: 't-online' },
  ],
  [
    '554 IP=192.0.2.25 - None/bad reputation. Ask your postmaster for help or contact tosa@rx.t-online.de for reset. (NOWL)',
    'client-blocked',
    { stage: 'greeting', provider: 't-online' },
  ],
  [
    '554-gmx.net (mxgmx016) Nemesis ESMTP Service not available\n554-No SMTP service\n554-IP address is block listed.\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r1401',
    'client-blocked',
    { stage: 'greeting', provider: 'gmx' },
  ],
  [
    '554-gmx.net (mxgmx016) Nemesis ESMTP Service not available\n554-No SMTP service\n554-Bad DNS PTR resource record.\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0601',
    'client-blocked',
    { stage: 'greeting', provider: 'gmx' },
  ],
  ['550 5.7.1 Connection refused', 'client-blocked', { stage: 'greeting' }],
  ['550 Too many connections from your IP', 'rate-limited', { stage: 'greeting' }],
  [
    '421 4.7.0 mx.example.org Error: too many connections from 192.0.2.25',
    'rate-limited',
    { stage: 'greeting', note: 'Postfix' },
  ],
  [
    '421 Too many concurrent connections from this client (G2)',
    'rate-limited',
    { stage: 'greeting', provider: 'rackspace' },
  ],
  [
    '421 4.7.0 [TSS04] Messages from 192.0.2.25 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
    'rate-limited',
    { stage: 'mail', provider: 'yahoo' },
  ],
  [
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.25, because the ip is in Spamhaus's list; see http://postmaster.yahoo.com/550-bl23.html",
    'client-blocked',
    { stage: 'greeting', provider: 'yahoo' },
  ],
  [
    '421 HL:REP 163 mx12,QMCowACnDkqB,192.0.2.25',
    'client-blocked',
    { stage: 'greeting', provider: 'netease' },
  ],
  ['421 HL:ICC 163 mx5,PsCowAD3,192.0.2.25', 'rate-limited', { stage: 'greeting', provider: 'netease' }],

  // HELO.
  [
    '504 5.5.2 <mx1>: Helo command rejected: need fully-qualified hostname',
    'client-blocked',
    { stage: 'hello' },
  ],
  ['550 5.7.1 <mx1.verify.example.net>: Helo command rejected: Host not found', 'client-blocked'],
  ['450 4.7.1 <mx1.verify.example.net>: Helo command rejected: Host not found', 'client-blocked'],
  ['501 Syntactically invalid EHLO argument(s)', 'client-blocked', { stage: 'hello', note: 'Exim' }],
  ['550 5.7.1 Access denied', 'client-blocked', { stage: 'hello' }],
  ['554 5.7.1 <mx1.verify.example.net>: Helo command rejected: ACL user unknown', 'client-blocked'],

  // Block lists and reputation.
  [
    '554 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.25',
    'client-blocked',
    explicit,
  ],
  [
    '550 5.7.1 Client host [192.0.2.25] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.25',
    'client-blocked',
    { provider: 'microsoft-365' },
  ],
  ['554 5.7.1 blocked using zen.spamhaus.org', 'client-blocked'],
  [
    '554 5.7.1 <mx1.verify.example.net[192.0.2.25]>: Client host rejected: Access denied',
    'client-blocked',
    { note: 'Postfix access map' },
  ],
  ['554 5.7.1 Client host rejected: Access denied', 'client-blocked'],
  [
    '550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.25 is blacklisted using SpamCop. Details at http://www.spamcop.net/w3m?action=checkblock',
    'client-blocked',
  ],
  ['550 5.2.1 Mailbox unavailable. Your IP address is blacklisted', 'client-blocked'],
  [
    '550 5.1.1 <ann@example.org>: Recipient address rejected: listed in dnsbl.sorbs.net, user unknown',
    'client-blocked',
    { note: 'doubt goes to the mailbox' },
  ],
  [
    '550-5.7.1 [192.0.2.25      12] Our system has detected that this message is\n550-5.7.1 likely unsolicited mail. To reduce the amount of spam sent to Gmail,\n550 5.7.1 this message has been blocked. - gsmtp',
    'client-blocked',
    { provider: 'gmail' },
  ],
  [
    '421-4.7.0 [192.0.2.25      15] Our system has detected an unusual rate of\n421-4.7.0 unsolicited mail originating from your IP address. To protect our\n421 4.7.0 users from spam, mail sent from your IP address has been temporarily rate limited. - gsmtp',
    'rate-limited',
    { provider: 'gmail' },
  ],
  [
    '550 5.7.606 Access denied, banned sending IP [192.0.2.25]. To request removal from this list please visit https://sender.office.com/ and follow the directions. AS(1430)',
    'client-blocked',
    { provider: 'microsoft-365' },
  ],
  [
    '550 5.7.511 Access denied, banned sender[192.0.2.25]. To request removal from this list please forward this message to delist@microsoft.com.',
    'client-blocked',
    { provider: 'microsoft-365' },
  ],
  ['550 5.7.649 [ann@example.org]', 'client-blocked', { provider: 'microsoft-365', note: codeAlone }],
  [
    "550 5.7.1 Unfortunately, messages from [192.0.2.25] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140). You can also refer your provider to http://mail.live.com/mail/troubleshooting.aspx#errors.",
    'client-blocked',
    { provider: 'outlook-com' },
  ],
  [
    "550 5.7.1 Unfortunately, messages from [192.0.2.25] weren't sent. (S3150)",
    'client-blocked',
    { provider: 'outlook-com' },
  ],
  [
    "550 SC-001 (COL004-MC1F1) Unfortunately, messages from 192.0.2.25 weren't sent. Please contact your Internet service provider since part of their network is on our block list.",
    'client-blocked',
    { provider: 'outlook-com' },
  ],
  [
    '554 Service unavailable; Client host [192.0.2.25] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.25',
    'client-blocked',
    { provider: 'barracuda' },
  ],
  [
    '550 permanent failure for one or more recipients (ann@example.org:blocked)',
    'client-blocked',
    { ...ofDomain, provider: 'barracuda', note: 'a block and a missing user look alike' },
  ],
  [
    '554 5.7.1 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.25',
    'client-blocked',
    { provider: 'proofpoint' },
  ],
  [
    '550 5.7.1 See https://www.spamhaus.org/sbl/query/SBL123456',
    'client-blocked',
    { note: 'only the URL tells' },
  ],
  [
    '550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550',
    'client-blocked',
    { ...ofDomain, provider: 'mimecast' },
  ],
  ['421 Sender address blocked', 'client-blocked', { ...ofDomain, provider: 'mimecast' }],
  ['451 IP temporarily blacklisted', 'client-blocked', { provider: 'mimecast' }],
  [
    '550 Spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=x',
    'client-blocked',
    { provider: 'mail-ru' },
  ],
  [
    '554 5.7.1 [2] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc',
    'client-blocked',
    { provider: 'yandex' },
  ],
  [
    '550 5.7.0 Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102 Ref http://csi.cloudmark.com/reset-request [102]',
    'client-blocked',
    { provider: 'orange' },
  ],
  [
    '554 5.7.1 : 192.0.2.25 - Comcast block for spam. Please see http://postmaster.comcast.net/smtp-error-codes.php#BL000000',
    'client-blocked',
    { provider: 'comcast' },
  ],
  ['550 IP address 192.0.2.25 is banned', 'client-blocked'],
  ['550 User unknown. You have been listed in our blackhole list', 'client-blocked'],
  [
    '553 5.3.0 flpd123 DNSBL:RBL 521< 192.0.2.25 >_is_blocked.For assistance forward this error to abuse_rbl@abuse-att.net',
    'client-blocked',
  ],
  ['521 5.7.1 Service unavailable; client [192.0.2.25] blocked using bl.example.com', 'client-blocked'],
  ['550 Dynamic/zombied/spam IPs blocked. Write blockedbyearthlink@abuse.net', 'client-blocked'],
  ['550 Sorry, mail refused: 黑名单', 'client-blocked'],

  // Reverse DNS, name, network.
  ['550 5.7.25 Client host rejected: cannot find your reverse hostname', 'client-blocked'],
  [
    '550 5.7.25 [192.0.2.25] The IP address sending this message does not have a PTR record setup',
    'client-blocked',
    { provider: 'gmail' },
  ],
  [
    '450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.25]',
    'client-blocked',
    { note: 'Postfix' },
  ],
  ['450 4.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.25]', 'client-blocked'],
  ['450 4.7.1 Client host 192.0.2.25 has no PTR record (G1F)', 'client-blocked', { provider: 'rackspace' }],
  ['550 Reverse DNS for your IP was not found', 'client-blocked', { note: '"not found" is a name of ours' }],
  ['550 5.1.1 Your host name does not exist', 'client-blocked'],
  ['554 Refused. Your reverse DNS entry contains your IP address and a country code.', 'client-blocked'],
  ['550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)', 'client-blocked', { note: 'Exim, cPanel' }],
  ['550 Sorry, no access for this IP', 'client-blocked'],

  // Lists and rules of customers.
  [
    '550 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using customer Block list (AS16012607)',
    'client-blocked',
    { ...ofDomain, provider: 'microsoft-365' },
  ],
  [
    '550 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using Spamhaus (AS16012607)',
    'client-blocked',
    { ...everywhere, provider: 'microsoft-365' },
  ],

  // Rates.
  ['450 The mailbox is receiving mail too quickly from your server', 'rate-limited'],
  ['451 4.7.1 The user received too many messages from 192.0.2.25', 'rate-limited'],
  ['421 4.7.0 Receiving mail too quickly', 'rate-limited', { note: 'nobody is named' }],
  ['450 4.7.1 Recipient rate limit exceeded', 'rate-limited', { note: 'how many we may ask about' }],
  [
    '421 4.3.2 The maximum number of concurrent server connections has exceeded a limit, closing transmission channel',
    'rate-limited',
    { ...explicit, stage: 'greeting', provider: 'microsoft-365' },
  ],
  [
    '421 4.3.2 The maximum number of concurrent connections has exceeded a limit, closing transmission channel',
    'rate-limited',
    { ...explicit, stage: 'greeting', note: 'Exchange' },
  ],
  ['421 4.3.2 Max connections reached, service unavailable', 'rate-limited', { stage: 'greeting' }],
  [
    '550 Connection frequency limited. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000722',
    'rate-limited',
    { provider: 'qq' },
  ],
  ['550 Domain frequency limited', 'rate-limited', { provider: 'qq' }],
  [
    '550 Too many invalid recipients',
    'too-many-missing',
    { provider: 'cisco', note: 'says nothing of this one' },
  ],
  ['550 5.1.1 Too many unknown users from your host', 'too-many-missing'],
  [
    '452 Too many recipients received this hour',
    'rate-limited',
    { provider: 'cisco', note: 'a smaller batch would not help' },
  ],
  [
    '452 4.1.1 <ann@comcast.net> too many recent messages from 192.0.2.25',
    'rate-limited',
    { provider: 'comcast', recipient: 'ann@comcast.net' },
  ],
  [
    '451 4.7.500 Server busy. Please try again later from [192.0.2.25]. (S77719)',
    'rate-limited',
    { provider: 'microsoft-365' },
  ],
  [
    '451 4.7.650 The mail server [192.0.2.25] has been temporarily rate limited due to IP reputation. (S775)',
    'rate-limited',
    { provider: 'outlook-com' },
  ],
  [
    '550 5.7.508 Access denied, [192.0.2.25] has exceeded permitted limits within the last hour',
    'rate-limited',
    { provider: 'microsoft-365' },
  ],
  ['421 4.7.0 Try again later, closing connection. - gsmtp', 'rate-limited', { provider: 'gmail' }],
  ['450 4.7.1 Error: too much mail from 192.0.2.25', 'rate-limited', { note: 'Postfix anvil' }],
  [
    '451 4.7.1 Received too many messages from a new or untrusted IP (G28)',
    'rate-limited',
    { provider: 'rackspace' },
  ],
  [
    '421 4.7.0 mx.example.org Error: too many errors',
    'rate-limited',
    { note: 'Postfix at its hard error limit' },
  ],
  ['550 5.7.1 Excessive userid unknowns', 'rate-limited'],
  ['550 Too many failed recipients in this session, user unknown', 'rate-limited'],
  ['451 too many errors from your ip (192.0.2.25), please visit http://postmaster.free.fr/', 'rate-limited'],
  ['450 4.7.0 rate', 'rate-limited', { note: codeAlone }],
]);

// --------------------------------------------------------------------------------------- the server and its domain

const server = about('server', [
  ['421 mx.example.org Service not available, closing transmission channel', 'server-unavailable'],
  ['421', 'server-unavailable', weak],
  ['421 4.3.2 All server ports are busy', 'server-unavailable', { note: 'postscreen' }],
  ['421 4.3.2 Service shutting down', 'server-unavailable', { stage: 'greeting' }],
  ['421 4.4.2 mx.example.org Error: timeout exceeded', 'temporary-failure', { note: 'Postfix' }],
  ['421 Unable to process connection at this time', 'server-unavailable', { provider: 'mimecast' }],
  [
    "450 4.4.1 <ann@example.org>: The recipient's server was temporarily unavailable to accept your message (G6)",
    'temporary-failure',
    { provider: 'rackspace' },
  ],
  ['451 4.3.0 <ann@example.org>: Temporary lookup failure', 'temporary-failure', { note: 'Postfix' }],
  ['451 4.3.5 Server configuration error', 'temporary-failure', { note: 'Postfix' }],
  [
    '451 4.3.5 <ann@example.org>: Recipient address rejected: Server configuration problem',
    'temporary-failure',
    { note: 'Postfix without its policy server' },
  ],
  ['451 Temporary local problem - please try later', 'temporary-failure', { note: 'Exim' }],
  [
    '451 Requested action aborted: local error in processing',
    'temporary-failure',
    { note: 'the text of RFC 5321' },
  ],
  ['451 4.4.3 LDAP lookup failed, try again later', 'temporary-failure'],
  ['452 4.3.1 Insufficient system storage', 'temporary-failure', { ...explicit, note: 'not a full mailbox' }],
  [
    '452 4.3.1 Insufficient system resources (UsedDiskSpace[C:])',
    'temporary-failure',
    { note: 'Exchange back pressure' },
  ],
  [
    '452 Requested action not taken: insufficient system storage',
    'temporary-failure',
    { note: 'the text of RFC 5321' },
  ],
  ['452 4.3.1 Insufficient system storage', 'temporary-failure', { stage: 'mail' }],
  ['451 qq trouble in home directory (#4.3.0)', 'temporary-failure', { note: 'qmail' }],
  ['554 5.4.6 mail loop detected', 'temporary-failure'],
  ['550 5.4.1 Connection timed out', 'temporary-failure', { note: '5.4.1 as RFC 3463 has it' }],
  ['550 5.4.1', 'temporary-failure'],
  ['554 5.3.0 Internal error', 'temporary-failure'],
  ['550 5.1.1 internal server error, user lookup failed', 'temporary-failure'],
  ['554 4.4.4', 'temporary-failure', { note: 'the codes contradict each other' }],
  [
    '554 5.0.0 MX list for example.org. points back to mx.example.org',
    'temporary-failure',
    { note: 'Sendmail' },
  ],
  ['454 4.7.0 TLS not available due to local problem', 'temporary-failure', { stage: 'starttls' }],
  ['454', 'temporary-failure', { stage: 'starttls' }],

  ['550 5.7.1 Unable to relay for ann@example.org', 'not-responsible', { note: 'Exchange' }],
  [
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    'not-responsible',
    { note: 'Exchange' },
  ],
  [
    '550 5.7.64 TenantAttribution; Relay Access Denied [DB5EUR03FT003.eop-EUR03.prod.protection.outlook.com]',
    'not-responsible',
    { provider: 'microsoft-365' },
  ],
  [
    '554 5.7.1 <ann@example.org>: Relay access denied',
    'not-responsible',
    { ...explicit, ...ofDomain, note: 'Postfix' },
  ],
  ['454 4.7.1 <ann@example.org>: Relay access denied', 'not-responsible', { note: 'Postfix' }],
  [
    '550 5.7.1 <ann@example.org>... Relaying denied. Proper authentication required.',
    'policy-refused',
    { ...ofDomain, note: 'Sendmail' },
  ],
  ['550 5.7.1 <ann@example.org>... Relaying denied', 'not-responsible', { ...ofDomain, note: 'Sendmail' }],
  [
    '550 5.7.1 <ann@example.org>... Relaying denied. IP name lookup failed [192.0.2.25]',
    'not-responsible',
    { ...ofDomain, note: 'Sendmail, of domains that it does not serve' },
  ],
  [
    '550 5.7.1 <ann@example.org>... Relaying denied. IP name possibly forged [192.0.2.25]',
    'not-responsible',
    ofDomain,
  ],
  [
    '450 4.4.0 <ann@example.org>... Relaying temporarily denied. Cannot resolve PTR record for 192.0.2.25',
    'not-responsible',
    ofDomain,
  ],
  ['554 5.7.1 IP name lookup failed [192.0.2.25]', 'client-blocked', everywhere],
  ['550 relay not permitted', 'not-responsible', { note: 'Exim' }],
  [
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    'not-responsible',
    { note: 'qmail' },
  ],
  ["553 sorry, that domain or user isn't in my list of allowed rcpthosts (#5.7.1)", 'not-responsible'],
  ['550 I cannot deliver mail for {ann@example.org}', 'not-responsible', { note: 'Haraka' }],
  ['550 I cannot deliver mail for <ann@example.org>', 'not-responsible', { note: 'Haraka' }],
  ['450 I cannot deliver mail for <ann@example.org>', 'not-responsible', { note: 'an early Haraka' }],
  ['554 Relay rejected for policy reasons.', 'not-responsible', { note: 'Lotus Domino' }],
  ['551 User not local; please try <ann@example.com>', 'not-responsible'],
  ['551', 'not-responsible', weak],
  [
    '550 5.1.2 <ann@example.org>... Host unknown (Name server: example.org: host not found)',
    'not-responsible',
    { note: 'Sendmail' },
  ],
  ['550 5.1.2 bad destination system', 'not-responsible'],
  ['550 5.1.1 unknown domain', 'not-responsible'],
  ['550 5.1.10 Recipient address has null MX', 'not-responsible', { note: 'RFC 7505' }],
  ['556 5.1.10 example.org does not accept mail', 'not-responsible', { note: 'RFC 7504' }],
  ['556', 'not-responsible'],
  ['521 mx.example.org does not accept mail', 'not-responsible', { stage: 'greeting' }],
  ['521', 'not-responsible', { stage: 'greeting' }],
  ['521', 'not-responsible'],
  ['550 Domain does not exist', 'not-responsible'],
  ['550 This domain is not hosted here', 'not-responsible'],
  ['550 We do not accept mail for this domain', 'not-responsible'],

  [
    '550 5.7.1 <ann@example.org>: Recipient address rejected: Access denied',
    'policy-refused',
    { note: 'Postfix access map' },
  ],
  ['550 5.7.1 Message rejected due to local policy', 'policy-refused'],
  ['550 5.7.0 Local Policy Violation', 'policy-refused', { provider: 'proofpoint' }],
  ['550 Administrative prohibition', 'policy-refused', { note: 'Exim' }],
  [
    '550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
    'policy-refused',
    { provider: 'microsoft-365' },
  ],
  [
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group',
    'policy-refused',
    { provider: 'microsoft-365', note: 'the group exists' },
  ],
  ['550 5.7.1 RESOLVER.RST.AuthRequired; authentication required', 'policy-refused'],
  ['550 5.1.1 Restricted list: members only', 'policy-refused', { note: 'the list exists' }],
  [
    '553 sorry, your envelope recipient is in my badrcptto list (#5.7.1)',
    'policy-refused',
    { note: 'qmail' },
  ],
  ['530 5.7.1 Client was not authenticated', 'policy-refused', { note: 'Exchange' }],
  ['530 SMTP authentication is required.', 'policy-refused', { note: 'hMailServer' }],
  [
    '503 This mail server requires authentication when attempting to send to a non-local e-mail address.',
    'policy-refused',
    { note: 'MailEnable' },
  ],
  [
    '550 Mail is rejected by recipients. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726',
    'policy-refused',
    { provider: 'qq' },
  ],
  [
    '550 Account inbounds disabled',
    'policy-refused',
    { provider: 'mimecast', note: 'the whole customer, not this mailbox' },
  ],
  ['550 Delivery is not allowed to this address.', 'policy-refused', { note: 'hMailServer' }],
  [
    '550 5.2.1 Delivery not authorized, message refused',
    'policy-refused',
    { note: '5.2.1 without a word of "disabled"' },
  ],
  ['550 5.2.1', 'policy-refused', { ...weak, ...worded, note: '5.2.1 without words' }],
  ['554', 'policy-refused', wordless],
  ['554 Transaction failed', 'policy-refused', { ...weak, ...worded }],
  ['550 \uFFFD\uFFFD\uFFFD\uFFFD', 'policy-refused', { ...weak, ...worded, note: 'words in a code page' }],
  ['554 5.7.1', 'policy-refused'],
  ['550 quelque chose de tout autre', 'policy-refused', { ...weak, note: 'words nobody knows' }],
  ['553', 'policy-refused', weak],
  ['550 5.3.4 Message too big for system', 'policy-refused', { stage: 'mail' }],

  ['503 5.5.1 Error: need MAIL command', 'unexpected'],
  ['500 5.5.1 Command unrecognized', 'unexpected'],
  ['502 5.5.2 Error: command not recognized', 'unexpected', { stage: 'hello' }],
  ['501 5.5.4 Syntax: RCPT TO:<address>', 'unexpected'],
  ['501 5.5.4 Invalid RCPT TO parameters', 'unexpected'],
  ['555 5.5.4 Unsupported option: SMTPUTF8', 'smtputf8-required', { stage: 'mail' }],
  ['502 STARTTLS not supported', 'unexpected', { stage: 'starttls' }],
  ['500 what', 'unexpected', { stage: 'reset' }],
  ['354 Start mail input', 'unexpected'],
  ['220 mx.example.org ESMTP', 'unexpected', { note: 'a greeting in the wrong place' }],
  ['250 OK', 'no-information', { stage: 'mail', note: 'says nothing of a recipient' }],
  ['220 mx.example.org ESMTP', 'no-information', { stage: 'greeting' }],
]);

// ------------------------------------------------------------------------------------------------- the transaction

const transaction = about('transaction', [
  ['452 4.5.3 Error: too many recipients', 'too-many-recipients', { ...explicit, note: 'Postfix' }],
  [
    '452 4.5.3 Recipients belong to multiple regions ATTR38',
    'too-many-recipients',
    { provider: 'microsoft-365' },
  ],
  [
    '452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction.',
    'too-many-recipients',
    { provider: 'google-workspace' },
  ],
  [
    '451 4.3.0 Multiple destination domains per transaction is unsupported. Please try again.',
    'too-many-recipients',
    { provider: 'google-workspace' },
  ],
  ['552 too many recipients', 'too-many-recipients', { note: 'RFC 5321 §4.5.3.1.10' }],
  ['552 5.5.3 Too many recipients', 'too-many-recipients'],
  ['550 5.5.3', 'too-many-recipients'],
  ['452 Too many recipients', 'too-many-recipients'],
  ['553 Too many recipients', 'too-many-recipients', { provider: 'mimecast' }],
  ['530 5.7.0 Must issue a STARTTLS command first', 'tls-required', { stage: 'mail' }],
  ['530 5.7.0 Must issue a STARTTLS command first', 'tls-required'],
  ['530', 'tls-required', { stage: 'mail' }],
  [
    '421 4.7.0 TLS required for RCPT domain, closing connection.',
    'tls-required',
    { provider: 'google-workspace' },
  ],
  ['451 5.7.3 STARTTLS is required to send mail', 'tls-required', { stage: 'mail', note: 'Exchange' }],
  ['550 5.7.10 Encryption needed', 'tls-required'],
  ['553 5.6.7 SMTPUTF8 required for this recipient', 'smtputf8-required'],
  ['550 5.6.7 Address must be ASCII', 'smtputf8-required'],
  ['553 5.6.7 Must use SMTPUTF8', 'smtputf8-required', { stage: 'mail' }],
]);

// --------------------------------------------------------------------------------- EHLO, MAIL and RSET, and the session

const mail = { stage: 'mail' } as const;
const reset = { stage: 'reset' } as const;
const hello = { stage: 'hello' } as const;

const otherStages: readonly LabelledReply[] = [
  ...about('transaction', [
    [
      '554 Too many nonmail commands',
      'session-limit',
      { ...reset, ...explicit, note: 'Exim: the 12th RSET' },
    ],
    ['554 Too many nonmail commands', 'session-limit', mail],
    ['554 Too many nonmail commands', 'session-limit', hello],
    ['554 Too many nonmail commands', 'session-limit', { note: 'pipelined: it answers RCPT' }],
    ['421 too many messages in this connection', 'session-limit', { ...mail, note: 'Exim' }],
    ['421 4.7.0 Maximum number of messages per connection exceeded', 'session-limit', mail],
    ['452 4.5.3 Too many transactions in this session', 'session-limit', mail],
  ]),
  ...about('server', [
    ['421 4.3.2 Service shutting down', 'server-unavailable', mail],
    ['421', 'server-unavailable', { ...mail, ...wordless }],
    ['421 mx.example.org closing connection', 'server-unavailable', { ...reset, ...weak }],
    ['421 4.3.2', 'server-unavailable', { ...reset, ...explicit }],
    ['421 4.3.2 Server busy', 'server-unavailable', hello],
    ['451', 'temporary-failure', { ...mail, ...wordless, ...everywhere }],
    ['450', 'temporary-failure', { ...mail, ...everywhere, note: 'no recipient has been named yet' }],
    ['451 Temporary local problem - please try later', 'temporary-failure', { ...mail, note: 'Exim' }],
    ['451 4.3.0 Internal error', 'temporary-failure', reset],
    ['452 4.3.1 Insufficient system storage', 'temporary-failure', reset],
    ['452 Out of memory', 'temporary-failure', mail],
    ['503 5.5.1 Error: nested MAIL command', 'unexpected', mail],
    ['503 Sender already given', 'unexpected', mail],
    ['503 bad sequence of commands', 'unexpected', reset],
    ['503 5.5.1 Error: send HELO/EHLO first', 'unexpected', { ...mail, note: 'not our client' }],
    ['502 Command not implemented', 'unexpected', reset],
    ['550 5.7.1 Access denied', 'unexpected', { ...reset, note: 'nobody is refused by RSET' }],
  ]),
  ...about('client', [
    ['421 4.7.0 Too many connections', 'rate-limited', mail],
    ['450 4.7.1 Error: too much mail from 192.0.2.25', 'rate-limited', { ...mail, note: 'Postfix anvil' }],
    [
      '451 4.7.500 Server busy. Please try again later',
      'rate-limited',
      { ...mail, provider: 'microsoft-365' },
    ],
    ['421 4.7.0 mx.example.org Error: too many errors', 'rate-limited', { ...reset, note: 'Postfix' }],
    ['421 4.7.28', 'rate-limited', { ...reset, note: codeAlone }],
    ['450 4.7.1 Too many connections from your host', 'rate-limited', hello],
    [
      '554 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using zen.spamhaus.org',
      'client-blocked',
      { ...mail, ...everywhere },
    ],
    ['550 5.7.606', 'client-blocked', { ...mail, note: codeAlone }],
    ['550 5.7.1 Your IP is blacklisted', 'client-blocked', reset],
    ['550 5.7.1 Mail from 192.0.2.25 blocked using zen.spamhaus.org', 'client-blocked', hello],
    ['550 5.7.1 Rejected: listed at bl.example.com', 'client-blocked', { ...hello, ...explicit }],
    ['550', 'client-blocked', { ...hello, ...wordless }],
  ]),
];

// --------------------------------------------------------------------------------------------- repeated names that mislead

const misleading: readonly LabelledReply[] = [
  ...about('client', [
    [
      '550 5.7.1 <user.unknown@example.org>: Client host rejected: blocked',
      'client-blocked',
      { recipient: 'user.unknown@example.org' },
    ],
    [
      '550 Your server is not welcome, user_not_found@example.org',
      'client-blocked',
      { recipient: 'user_not_found@example.org' },
    ],
  ]),
  ...about('server', [
    ['550 5.7.1 <unknown@example.org>: mail refused', 'policy-refused', { recipient: 'unknown@example.org' }],
    [
      '550 5.7.1 <no.such.user@example.org>: Recipient address rejected: Access denied',
      'policy-refused',
      { recipient: 'no.such.user@example.org' },
    ],
    [
      '554 invalid.address@example.org: refused',
      'policy-refused',
      { recipient: 'invalid.address@example.org' },
    ],
    [
      '554 refused: <ann@nosuchuser.example.org>',
      'policy-refused',
      { recipient: 'ann@nosuchuser.example.org' },
    ],
    [
      '550 5.7.1 "user unknown"@example.org refused',
      'policy-refused',
      { recipient: '"user unknown"@example.org' },
    ],
    [
      '550 5.7.1 user-unknown%40example.org refused',
      'policy-refused',
      { recipient: 'user-unknown@example.org' },
    ],
    [
      '554 5.7.1 ACCOUNT.DISABLED@EXAMPLE.ORG refused',
      'policy-refused',
      { recipient: 'account.disabled@example.org' },
    ],
    [
      '451 4.3.0 <greylist@example.org>: Temporary lookup failure',
      'temporary-failure',
      { recipient: 'greylist@example.org' },
    ],
    [
      '450 4.4.1 <mailbox-full@example.org>: no answer',
      'temporary-failure',
      { recipient: 'mailbox-full@example.org' },
    ],
  ]),
];

// A second set, labelled before it was first run.
const recalled: readonly LabelledReply[] = [
  ...about('recipient', [
    [
      '550 5.1.1 <ann@example.org>: Recipient address rejected: undeliverable address: unknown user: "ann"',
      'mailbox-not-found',
      { note: 'Postfix local delivery' },
    ],
    ['550 5.1.1 sorry, no mailbox here by that name; vpopmail (#5.1.1)', 'mailbox-not-found'],
    ['550 unknown user <ann@example.org>', 'mailbox-not-found'],
    ['550 ann@example.org is unknown', 'mailbox-not-found'],
    ['550 ann does not have an email account here', 'mailbox-not-found'],
    ['550 <ann@example.org> is not a valid mailbox', 'mailbox-not-found'],
    ['554 Recipient address rejected: user unknown; unable to deliver', 'mailbox-not-found'],
    ['554 5.1.1 Error: invalid recipients is found from 192.0.2.25', 'mailbox-not-found', { note: 'Daum' }],
    [
      '550 5.1.1 <ann@daum.net>: Recipient address rejected: No such user (ann)',
      'mailbox-not-found',
      { recipient: 'ann@daum.net' },
    ],
    ['501 <ann@example.org>: no such local user', 'mailbox-not-found'],
    ['554 Destinatário não localizado', 'mailbox-not-found'],
    ['550 El usuario indicado no existe', 'mailbox-not-found'],
    ["550 Cet utilisateur n'existe pas", 'mailbox-not-found'],
    ['550 Diese E-Mail-Adresse ist uns nicht bekannt', 'mailbox-not-found'],
    ['550 Данный почтовый ящик не существует', 'mailbox-not-found'],
    ['550 该用户不存在', 'mailbox-not-found'],
    ['550 指定されたユーザは存在しません', 'mailbox-not-found'],
    ["550 L'utente indicato non esiste", 'mailbox-not-found'],
    [
      '550 5.0.350 Remote server returned an error -> 550 User unknown',
      'mailbox-not-found',
      { provider: 'microsoft-365' },
    ],
    [
      '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1',
      'mailbox-not-found',
      { provider: 'microsoft-365' },
    ],
    ['553 5.1.3 <ann@example.org>... User address required', 'mailbox-not-found', { note: 'Sendmail' }],
    ['550 <ann@example.org> Account not found. (AL-001)', 'mailbox-not-found'],
    ['554 Recipient address rejected: Mailbox closed', 'mailbox-disabled'],
    ['550 5.2.1 The mailbox for ann is not active', 'mailbox-disabled'],
    ['550 ann@example.org has left the company', 'mailbox-disabled'],
    ['552 5.2.2 The email account that you tried to reach is over quota', 'mailbox-full'],
    ['422 4.2.2 Quota limit exceeded', 'mailbox-full'],
    ["452 The user's mailbox is 100% full", 'mailbox-full'],
    ['550 user has exceeded its disk space limit', 'mailbox-full'],
    ['250 2.1.5 <ann@example.org>, recipient ok', 'accepted'],
  ]),
  ...about('temporary', [
    ['451 4.7.1 Sorry, I do not trust you yet. Try again in 5 minutes', 'greylisted'],
    [
      '450 4.7.1 <ann@example.org>: Recipient address rejected: Intentional policy rejection, please try again later',
      'greylisted',
      { note: 'policyd' },
    ],
    [
      '450 4.7.1 ann@example.org: Recipient address rejected: Policy Rejection - Please try later',
      'greylisted',
    ],
    ['550 Mailbox <ann@example.org> does not exist or is temporarily disabled', 'temporary-failure'],
    ['550 5.1.1 sid: x Mailbox for ann is not available at this time', 'temporary-failure'],
    ['550 The recipient cannot receive messages right now', 'temporary-failure'],
  ]),
  ...about('sender', [
    ['550 SPF: 192.0.2.25 is not allowed to send mail from verify.example.net', 'sender-refused'],
    ['550 5.7.1 Email rejected per SPF policy', 'sender-refused'],
    ['451 4.7.24 The SPF record of the sending domain has one or more suspicious entries', 'sender-refused'],
    ['451 rejected: temporarily unable to verify sender address (try again later)', 'sender-refused'],
    ['550 5.1.1 Rejecting for Sender Policy Framework', 'sender-refused'],
    ['550 5.1.0 <probe@verify.example.net> is not a known user, reply impossible', 'sender-refused'],
  ]),
  ...about('client', [
    [
      '550 rejected because 192.0.2.25 is in a black list at zen.spamhaus.org',
      'client-blocked',
      { note: 'Exim' },
    ],
    [
      '550-JunkMail rejected - mx1.verify.example.net [192.0.2.25]:4242 is in an\n550 RBL: https://www.example.com/lookup',
      'client-blocked',
      { note: 'cPanel' },
    ],
    ['550 High probability of spam', 'client-blocked'],
    [
      '554 5.7.1 The server sending your mail [192.0.2.25] does not have a reverse DNS entry. Connection Rejected',
      'client-blocked',
    ],
    [
      '550 5.7.1 Mail from 192.0.2.25 rejected; see local admin',
      'sender-refused',
      { note: '"mail from" is read as the command; about us either way' },
    ],
    ['554 Your IP (192.0.2.25) is listed as a source of attack', 'client-blocked'],
    ['421 4.7.28 Gmail has detected an unusual rate of mail', 'rate-limited', { provider: 'gmail' }],
    ['450 Client host rejected: cannot find your hostname, [192.0.2.25]', 'client-blocked'],
    [
      '550 Bad HELO - Host impersonating domain name [verify.example.net]',
      'client-blocked',
      { note: 'cPanel' },
    ],
    ['554 5.7.1 Rejected 192.0.2.25 found in dnsbl.sorbs.net', 'client-blocked'],
    ['550 5.4.5 Daily SMTP relay sending limit exceeded for user', 'rate-limited'],
  ]),
  ...about('server', [
    ['452 4.3.1 Out of memory', 'temporary-failure'],
    ['451 4.3.2 Please try again later', 'server-unavailable'],
    ['451 4.4.0 DNS query failed', 'temporary-failure', { note: 'Exchange' }],
    ['450 4.4.3 <ann@example.org>: DNS lookup timeout', 'temporary-failure'],
    ['421 4.4.5 Server busy, try again later.', 'server-unavailable'],
    ['550 5.4.300 Message expired', 'temporary-failure'],
    ['550 5.4.310 DNS domain example.org does not exist [Message=InfoDomainNonexistent]', 'not-responsible'],
    ['450 4.1.2 <ann@example.org>: Recipient address rejected: Domain not found', 'not-responsible'],
    ['553 5.1.2 <ann@example.org>: Recipient address rejected: Domain not found', 'not-responsible'],
    ['550 5.7.1 <ann@example.org>... we do not relay', 'not-responsible'],
    ['550 not local host example.org, not a gateway', 'not-responsible'],
    ['554 Denied [CS] [abc] (Mode: normal)', 'policy-refused', { note: 'MX Logic' }],
    ['550 5.7.1 You are not permitted to send to this list', 'policy-refused'],
    ['550 5.1.4 RESOLVER.ADR.Ambiguous; ambiguous address', 'policy-refused'],
    ['550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized', 'policy-refused'],
    [
      '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
      'policy-refused',
      { provider: 'yahoo' },
    ],
    ['571 5.7.1 Delivery not authorized, message refused', 'policy-refused'],
    ['550 Previous (cached) callout verification failure', 'policy-refused', { note: 'Exim; of whom?' }],
    ['550 5.5.1 Protocol error', 'unexpected', { provider: 'outlook-com' }],
    ['503 5.5.1 Polite people say hello first', 'unexpected'],
  ]),
  ...about('transaction', [
    ['523 5.7.10 Encryption Needed', 'tls-required'],
    ['452 4.5.3 rcpt count', 'too-many-recipients'],
  ]),
];

// Misleading replies: words about a missing user in a reply about something else, and vice versa.
const traps: readonly LabelledReply[] = [
  ...about('recipient', [
    ["550 5.1.1 The recipient's mailbox does not exist", 'mailbox-not-found'],
    ['550 5.1.1 Recipient mailbox not found on this domain', 'mailbox-not-found'],
    ["550 Sorry, that mailbox doesn't exist", 'mailbox-not-found'],
    ['550 Recipient <ann@example.org> is not known here', 'mailbox-not-found'],
    ['550 invalid mailbox ann@example.org', 'mailbox-not-found'],
    ['550 That user does not have a mailbox on this server', 'mailbox-not-found'],
    ['550 The user ann@example.org could not be found', 'mailbox-not-found'],
    ['550 ann: user not found', 'mailbox-not-found'],
    ['550 5.1.1 No account by that name', 'mailbox-not-found'],
    ['550 Address unknown <ann@example.org>', 'mailbox-not-found'],
    ['553 5.1.1 Addressee unknown', 'mailbox-not-found'],
    ['550 No user with that name', 'mailbox-not-found'],
    ['550 mailbox ann@example.org not known', 'mailbox-not-found'],
    ['550 E-mail address unknown', 'mailbox-not-found'],
    ['550 local recipient unknown', 'mailbox-not-found'],
    ['550 not known at this site', 'mailbox-not-found'],
    ['550 <ann@example.org> no such mailbox on this server', 'mailbox-not-found'],
    ['554 5.1.1 No mailbox for ann@example.org', 'mailbox-not-found'],
    ['550 Undefined mailbox', 'mailbox-not-found'],
    ['550 Account expired', 'mailbox-disabled'],
    ['550 User account has been terminated', 'mailbox-disabled'],
    ['550 mailbox temporarily over quota', 'mailbox-full'],
    ['552 Mailbox size exceeded', 'mailbox-full'],
    ['552 Not enough room in mailbox', 'mailbox-full'],
    ['550 The mailbox is no longer available', 'mailbox-disabled'],
    ['550 the recipient is deactivated', 'mailbox-disabled'],
    [
      '550 5.1.1 unknown@example.org: user unknown',
      'mailbox-not-found',
      { recipient: 'unknown@example.org' },
    ],
    ['550 Mailbox inconnue', 'mailbox-not-found'],
    ["550 Le destinataire n'est pas connu", 'mailbox-not-found'],
    ['550 Die Adresse ann@example.org ist hier nicht bekannt', 'mailbox-not-found'],
    ['550 Kein Benutzer mit diesem Namen', 'mailbox-not-found'],
    ['550 El buzón no existe', 'mailbox-not-found'],
    ['550 La cuenta ann@example.org no existe', 'mailbox-not-found'],
    ['550 Nessun account con questo nome', 'mailbox-not-found'],
    ['550 Casella inesistente', 'mailbox-not-found'],
    ['550 Адресат не найден', 'mailbox-not-found'],
    ['550 用户未找到', 'mailbox-not-found'],
    ['550 このアドレスは存在しません', 'mailbox-not-found'],
    ['550 that account is no longer in use', 'mailbox-disabled'],
    ['550 recipient has no mailbox', 'mailbox-not-found'],
  ]),
  ...about('sender', [
    ['550 We only accept mail from known partners', 'sender-refused'],
    ['550 The user has chosen not to receive mail from unknown correspondents', 'sender-refused'],
    ['550 This user only accepts mail from people in the address book', 'sender-refused'],
    ['550 Recipient does not accept mail from unknown users', 'sender-refused'],
    ["550 The sender's account does not exist", 'sender-refused'],
    ['550 Invalid envelope: address in MAIL FROM does not exist', 'sender-refused'],
    ['550 we could not find your address in DNS', 'sender-refused'],
    ['550 No MX record found for your domain', 'sender-refused'],
    ['550 Unable to find user of origin', 'sender-refused'],
    ['550 callback to you failed: user unknown', 'sender-refused'],
    ['550 Verification of your address failed: mailbox not found', 'sender-refused'],
    ['550 The mailbox is disabled for incoming mail from outside', 'sender-refused'],
    [
      '550 5.7.1 Your mail could not be delivered because the recipient is only accepting mail from specific email addresses',
      'sender-refused',
    ],
    ["550 5.7.1 The email was rejected because the sender's mailbox does not exist", 'sender-refused'],
    ["550 Sender's mailbox unavailable", 'sender-refused'],
    ['550 reverse path address unknown', 'sender-refused'],
    ['553 no such domain in the sender address', 'sender-refused'],
    ['550 5.7.1 Mail from unknown hosts is refused', 'sender-refused'],
    ['550 Bad reverse path; mailbox does not exist', 'sender-refused'],
    ['550 MAIL FROM: user unknown', 'sender-refused'],
    ['550 From: user unknown', 'sender-refused'],
    ['550 envelope originator address does not exist', 'sender-refused'],
    ['550 5.1.8 User unknown', 'sender-refused', { note: codeAlone }],
    ['550 5.7.23 User unknown', 'sender-refused', { note: codeAlone }],
    ['554 SPF hard fail; no such user', 'sender-refused'],
    ['550 Unverifiable sender: no such mailbox', 'sender-refused'],
    ['550 5.5.0 Sender domain is unknown', 'sender-refused'],
    ['550 <probe@verify.example.net>: unknown user', 'sender-refused'],
    ['550 Address <probe@verify.example.net> does not exist', 'sender-refused'],
    ['550 Return address invalid: mailbox disabled', 'sender-refused'],
    ['554 5.1.0 Bad sender; invalid mailbox', 'sender-refused'],
    ['550 We have suspended mail from your provider', 'sender-refused'],
  ]),
  ...about('client', [
    ['550 5.1.1 Your message was classified as junk', 'client-blocked'],
    [
      '550 5.1.1 Access denied for mx1.verify.example.net',
      'policy-refused',
      { note: 'only our name is named' },
    ],
    ['550 5.5.4 invalid HELO argument, user unknown', 'client-blocked'],
    ['550 user disabled SMTP access for your network', 'client-blocked'],
    ['550 quota of unknown users reached for today', 'rate-limited'],
    ['550 session closed, too many unknown recipients', 'too-many-missing'],
    ['550 5.1.1 DHA protection: user unknown limit', 'client-blocked'],
    ['550 5.1.1 Rate limit: user does not exist probes exceeded', 'rate-limited'],
    ['550 Unknown client', 'client-blocked'],
    ['550 Unknown client, no such address', 'client-blocked'],
    ['554 virus found, mailbox closed for you', 'client-blocked'],
    ['550 this account has exceeded its outgoing limit', 'rate-limited'],
    ['550 5.1.1 Unknown mail server, connection refused', 'client-blocked'],
    ['554 5.7.1 Unknown sending system', 'client-blocked'],
    ['550 5.1.1 hostname not found', 'client-blocked'],
    ['550 5.1.1 Unknown TLD in helo', 'client-blocked'],
    ['550 5.7.1 Unresolvable relay host name', 'client-blocked'],
    ['550 rDNS/DNS validation failed: user unknown', 'client-blocked'],
    ['550 Recipient unknown because your certificate is invalid', 'client-blocked'],
    ['550 Dialup pool: account invalid', 'client-blocked'],
    ['550 5.1.1 IP 192.0.2.25 unknown', 'client-blocked'],
    ['550 5.1.1 maximum number of unknown users exceeded', 'rate-limited'],
    ['550 IP reputation: user unknown rate', 'client-blocked'],
  ]),
  ...about('server', [
    ['550 5.7.1 Sorry, you are not allowed to contact this user', 'policy-refused'],
    ['550 Go away', 'policy-refused'],
    ['554 5.7.1 You are not in my contact list', 'policy-refused'],
    ['550 the address you send from is invalid', 'policy-refused'],
    ['550 DNS: no such name', 'policy-refused'],
    ['550 no such host', 'not-responsible'],
    ['550 server name not found', 'policy-refused'],
    ['554 mail server unknown', 'policy-refused'],
    ['554 5.1.1 too busy, mailbox not found in cache, retry later', 'server-unavailable'],
    ['550 5.2.1 Mailbox disabled for external mail', 'policy-refused'],
    ['550 5.7.1 recipient address is invalid for this policy', 'policy-refused'],
    ['550 Recipient is not valid for unauthenticated senders', 'policy-refused'],
    ['550 5.1.1 Invalid credentials', 'policy-refused'],
    ['550 invalid user or password', 'policy-refused'],
    ['554 5.7.0 user credentials invalid', 'policy-refused'],
    ['550 user name not recognized, authentication failed', 'policy-refused'],
    ["550 The user's server is down, mailbox not available", 'server-unavailable'],
    ['550 message content not valid; address in header invalid', 'policy-refused'],
    ['550 account for your organization is suspended', 'not-responsible'],
    ['550 Customer account suspended, contact hosting provider', 'not-responsible'],
    ['550 The domain account is suspended', 'not-responsible'],
    ['550 5.7.1 domain is deactivated', 'not-responsible'],
    ['550 This mail server is disabled', 'policy-refused'],
    ['550 Error', 'policy-refused', { ...wordless, note: 'does not say what is refused' }],
    ['550 Mail service for this customer is disabled', 'not-responsible'],
    ['550 Protocol violation: unknown user command', 'unexpected'],
    ['550 5.0.0 Command rejected, mailbox syntax', 'unexpected'],
    ['550 user unknown or server busy', 'server-unavailable'],
    ['421 user unknown', 'server-unavailable'],
    ['550 5.1.1 host 192.0.2.25 not found in DNS', 'not-responsible'],
    ['550 5.2.1 delivery suspended for this mailbox, retry in an hour', 'policy-refused'],
  ]),
  ...about('temporary', [
    ['550 mailbox not found in cache, try again in 10 minutes', 'temporary-failure'],
    ['550 5.1.1 LDAP server not answering; user unknown', 'temporary-failure'],
    ['550 cannot check user, database error', 'temporary-failure'],
    ['451 user unknown', 'temporary-failure'],
    ['550 5.1.1 Greylisted: unknown triplet', 'greylisted'],
    ['550 5.1.1 User moved to another server, try later', 'temporary-failure'],
    [
      '550 mail account verification pending; mailbox not activated yet, try again later',
      'temporary-failure',
    ],
  ]),
  ...about('transaction', [['550 Too many RCPT TO unknown', 'too-many-recipients']]),
];

export const labelledReplies: readonly LabelledReply[] = [
  ...accepted,
  ...notFound,
  ...disabled,
  ...full,
  ...moment,
  ...sender,
  ...client,
  ...server,
  ...transaction,
  ...otherStages,
  ...misleading,
  ...recalled,
  ...traps,
];
