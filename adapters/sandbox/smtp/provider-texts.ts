import type { ReplyTexts } from './reply-texts.ts';

/**
 * Reply texts of some large providers, as far as a prober meets them. Use them as `texts` of an exchange:
 * `{ 'aspmx.l.google.com': { texts: providerTexts.google } }`.
 */
export const providerTexts = {
  google: {
    greeting: '220 mx.google.com ESMTP d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp',
    hello: '250 mx.google.com at your service, [{client}]',
    senderAccepted: '250 2.1.0 OK d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp',
    accepted: '250 2.1.5 OK d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp',
    missing:
      "550 5.1.1 The email account that you tried to reach does not exist. Please try\n5.1.1 double-checking the recipient's email address for typos or\n5.1.1 unnecessary spaces. For more information, go to\n5.1.1  https://support.google.com/mail/?p=NoSuchUser d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp",
    full: "452 4.2.2 The recipient's inbox is out of storage space. Please direct the\n4.2.2 recipient to\n4.2.2  https://support.google.com/mail/?p=OverQuotaTemp d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp",
    disabled:
      '550 5.2.1 The email account that you tried to reach is inactive. For more\n5.2.1 information, go to\n5.2.1  https://support.google.com/mail/?p=DisabledUser d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp',
    goodbye: '221 2.0.0 closing connection d9443c01a7336-2a1b2c3d4e5si1234567ad.123 - gsmtp',
  },
  microsoft365: {
    greeting: '220 DB5PEPF00014B8A.mail.protection.outlook.com Microsoft ESMTP MAIL Service ready at {date}',
    hello: '250 DB5PEPF00014B8A.mail.protection.outlook.com Hello [{client}]',
    senderAccepted: '250 2.1.0 Sender OK',
    accepted: '250 2.1.5 Recipient OK',
    missing:
      '550 5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors [DB5PEPF00014B8A.eurprd02.prod.outlook.com 2025-03-04T09:12:45.310Z 08DD5A1B2C3D4E5F]',
    tooManyRecipients:
      '452 4.5.3 Too many recipients (AS780090) [DB5PEPF00014B8A.eurprd02.prod.outlook.com 2025-03-04T09:12:45.310Z 08DD5A1B2C3D4E5F]',
    goodbye: '221 2.0.0 Service closing transmission channel',
  },
  outlook: {
    greeting: '220 VI1EUR05FT023.mail.protection.outlook.com Microsoft ESMTP MAIL Service ready at {date}',
    hello: '250 VI1EUR05FT023.mail.protection.outlook.com Hello [{client}]',
    senderAccepted: '250 2.1.0 Sender OK',
    accepted: '250 2.1.5 Recipient OK',
    missing:
      '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [VI1EUR05FT023.eop-eur05.prod.protection.outlook.com]',
    goodbye: '221 2.0.0 Service closing transmission channel',
  },
  yahoo: {
    greeting: '220 mtaproxy102.free.mail.ne1.yahoo.com ESMTP ready',
    hello: '250 mtaproxy102.free.mail.ne1.yahoo.com',
    senderAccepted: '250 sender <{sender}> ok',
    accepted: '250 recipient <{address}> ok',
    goodbye: '221 mtaproxy102.free.mail.ne1.yahoo.com',
  },
  icloud: {
    greeting: '220 iCloud SMTP - p00-iscream-mx05 2509B 0123456789abcdef.1.1 ready',
    missing: '550 5.1.1 <{address}>: user does not exist',
    full: '552 5.2.2 <{address}>: user is over quota',
  },
  zoho: {
    greeting: '220 mx.zohomail.com SMTP Server ready March 4, 2025 1:12:44 AM PST',
    accepted: '250 Recipient <{address}> OK',
    missing: '550 5.1.1 User does not exist - <{address}>',
    disabled: '550 5.2.1 The email account is disabled - <{address}>',
  },
  gmx: {
    greeting: '220 gmx.net (mxgmx114) Nemesis ESMTP Service ready',
    senderAccepted: '250 Requested mail action okay, completed',
    accepted: '250 OK',
    missing:
      '550 Requested action not taken: mailbox unavailable\nFor explanation visit https://postmaster.gmx.net/en/case?c=r0301&i=ip',
  },
  yandex: {
    greeting:
      '220 mail-nwsmtp-mxfront-production-main-123.iva.yp-c.yandex.net ESMTP (Want to use Yandex.Mail?)',
    senderAccepted: '250 2.1.0 <{sender}> ok',
    accepted: '250 2.1.5 <{address}> recipient ok',
    missing: '550 5.7.1 No such user! 1741079565-cAqB1x2y3z-4567',
  },
  mailru: {
    greeting: '220 Mail.Ru ESMTP',
    senderAccepted: '250 OK',
    accepted: '250 Accepted',
    missing:
      '550 Message was not accepted -- invalid mailbox.  Local mailbox {address} is unavailable: user not found',
  },
  qq: {
    greeting: '220 newxmmxszc5-12.qq.com MX QQ Mail Server.',
    senderAccepted: '250 OK',
    accepted: '250 OK',
    missing: '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728',
    blocked:
      '550 Connection frequency limited. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000722',
  },
  proofpoint: {
    greeting: '220 mx0a-00000001.pphosted.com ESMTP mfa-m0000001',
    missing: '550 5.1.1 User Unknown',
  },
  mimecast: {
    greeting: '220 eu-smtp-1.mimecast.com ESMTP; {date}; 4Q8-aBcDeFgHiJkLmNoPqR',
    senderAccepted: '250 Sender OK [aBcDeFgHiJkLmNoPqR.uk123]',
    accepted: '250 Recipient OK [aBcDeFgHiJkLmNoPqR.uk123]',
    missing:
      '550 5.1.1 Recipient address rejected: User unknown - https://community.mimecast.com/docs/DOC-1369#550 [aBcDeFgHiJkLmNoPqR.uk123]',
  },
  barracuda: {
    greeting: '220 d00000a.ess.barracudanetworks.com ESMTP (aBcDeFgHiJkL)',
    missing: '550 5.1.1 permanent failure for one or more recipients ({address}:550 5.1.1 User unknown)',
  },
  cisco: {
    greeting: '220 esa1.hc0000-00.iphmx.com ESMTP',
    senderAccepted: '250 sender <{sender}> ok',
    accepted: '250 recipient <{address}> ok',
    missing: '550 #5.1.0 Address rejected.',
  },
  exim: {
    greeting: '220 {host} ESMTP Exim 4.96 {date}',
    hello: '250 {host} Hello [{client}]',
    senderAccepted: '250 OK',
    accepted: '250 Accepted',
    missing: '550 Unrouteable address',
    tooManyErrors: '421 {host}: Too many errors, closing connection',
    improperPipelining: '554 SMTP synchronization error',
    goodbye: '221 {host} closing connection',
  },
} as const satisfies Record<string, Partial<ReplyTexts>>;
