/**
 * A reply in a world: code and text, as in `'550 5.1.1 No such user'`. Further lines follow after `\n`, without a
 * code. Text that contains `\r\n` is sent byte for byte; the empty text sends nothing.
 *
 * Placeholders: `{address}` the mailbox of the command, `{echo}` the same as `<mailbox>: ` (or nothing if the
 * exchange does not echo), `{domain}` its domain, `{sender}` the envelope sender, `{host}` the exchange's name,
 * `{client}` the client's address, `{date}` the time by the sandbox's clock (RFC 5322 §3.3).
 */
export type ReplyText = string;

/** The reply texts of a server, by occasion. */
export interface ReplyTexts {
  greeting: ReplyText;
  /** First line of the reply to EHLO, and all of the reply to HELO. */
  hello: ReplyText;
  senderAccepted: ReplyText;
  accepted: ReplyText;
  missing: ReplyText;
  full: ReplyText;
  disabled: ReplyText;
  greylisted: ReplyText;
  blocked: ReplyText;
  relayDenied: ReplyText;
  tooManyRecipients: ReplyText;
  tooManyErrors: ReplyText;
  tooManyConnections: ReplyText;
  tooManyNonMailCommands: ReplyText;
  tlsReady: ReplyText;
  tlsUnavailable: ReplyText;
  tlsRequired: ReplyText;
  utf8Required: ReplyText;
  unknownParameter: ReplyText;
  badSyntax: ReplyText;
  badAddress: ReplyText;
  lineTooLong: ReplyText;
  notImplemented: ReplyText;
  helloFirst: ReplyText;
  mailFirst: ReplyText;
  nestedMail: ReplyText;
  recipientsFirst: ReplyText;
  improperPipelining: ReplyText;
  cannotVerify: ReplyText;
  startData: ReplyText;
  dataAccepted: ReplyText;
  ok: ReplyText;
  idle: ReplyText;
  goodbye: ReplyText;
}

/** The reply texts of Postfix 3.7, and one of Exim for what Postfix does not limit. */
export const postfixTexts: ReplyTexts = {
  greeting: '220 {host} ESMTP Postfix',
  hello: '250 {host}',
  senderAccepted: '250 2.1.0 Ok',
  accepted: '250 2.1.5 Ok',
  missing: '550 5.1.1 {echo}Recipient address rejected: User unknown in virtual mailbox table',
  full: '452 4.2.2 {echo}Recipient address rejected: Mailbox is full',
  disabled: '550 5.2.1 {echo}Recipient address rejected: This mailbox is disabled',
  greylisted:
    '450 4.2.0 {echo}Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/{domain}.html',
  blocked:
    '554 5.7.1 Service unavailable; Client host [{client}] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/{client}',
  relayDenied: '554 5.7.1 {echo}Relay access denied',
  tooManyRecipients: '452 4.5.3 Error: too many recipients',
  tooManyErrors: '421 4.7.0 {host} Error: too many errors',
  tooManyConnections: '421 4.7.0 {host} Error: too many connections from {client}',
  tooManyNonMailCommands: '554 Too many nonmail commands',
  tlsReady: '220 2.0.0 Ready to start TLS',
  tlsUnavailable: '454 4.7.0 TLS not available due to local problem',
  tlsRequired: '530 5.7.0 Must issue a STARTTLS command first',
  utf8Required: '553 5.6.7 {echo}Non-ASCII address needs SMTPUTF8',
  unknownParameter: '555 5.5.4 Unsupported option',
  badSyntax: '501 5.5.4 Syntax error in parameters',
  badAddress: '501 5.1.3 Bad recipient address syntax',
  lineTooLong: '500 5.5.2 Error: line too long',
  notImplemented: '502 5.5.2 Error: command not recognized',
  helloFirst: '503 5.5.1 Error: send HELO/EHLO first',
  mailFirst: '503 5.5.1 Error: need MAIL command',
  nestedMail: '503 5.5.1 Error: nested MAIL command',
  recipientsFirst: '503 5.5.1 Error: need RCPT command',
  improperPipelining: '554 5.5.0 Error: SMTP protocol synchronization',
  cannotVerify: '252 2.0.0 Cannot VRFY user, but will accept message and attempt delivery',
  startData: '354 End data with <CR><LF>.<CR><LF>',
  dataAccepted: '250 2.0.0 Ok: discarded',
  ok: '250 2.0.0 Ok',
  idle: '421 4.4.2 {host} Error: timeout exceeded',
  goodbye: '221 2.0.0 Bye',
};

/** Texts of an exchange that differ from those of Postfix. */
export type GivenReplyTexts = Partial<Record<keyof ReplyTexts, ReplyText | undefined>>;

/** Returns the texts of Postfix, with those given instead. */
export function replyTextsWith(given: GivenReplyTexts = {}): ReplyTexts {
  const texts = { ...postfixTexts };
  for (const name of Object.keys(texts) as (keyof ReplyTexts)[]) texts[name] = given[name] ?? texts[name];
  return texts;
}
