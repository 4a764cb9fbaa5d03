import type { PaceBounds } from './pace/pace.ts';

/**
 * What a provider allows one egress. Adaptive pace begins with `start` connections and never has more than `ceiling`; a
 * fixed pace has `fixed`.
 */
export interface ConnectionBounds extends PaceBounds {
  readonly fixed: number;
  /** New connections within any minute, whatever the pace. Default: any number. */
  readonly newPerMinute?: number;
}

/** A company that receives mail for many domains. */
export interface Provider {
  /** Kebab case. Must not change: options and limits refer to it. */
  readonly id: string;
  /** Name shown as `email_provider`. */
  readonly name: string;
  /** Suffixes of its exchanges' host names, on label boundaries. `*` matches exactly one label. */
  readonly suffixes: readonly string[];
  /** Suffixes of names that its customers get for machines of their own, which are not its exchanges. As `suffixes`. */
  readonly customerSuffixes?: readonly string[];
  /** True for the secure email gateways of the service document: Proofpoint, Mimecast, Barracuda, Cisco. */
  readonly gateway: boolean;
  /** True for other services that filter mail for mailboxes at another provider. */
  readonly filter?: boolean;
  /** Recipients that it accepts in one transaction; the general limit if absent. */
  readonly recipientsPerTransaction?: number;
  /** Recipients that it accepts on one connection; the general limit if absent. */
  readonly recipientsPerSession?: number;
  /** Connections to all of its exchanges together. If absent, they are limited by exchange, as for unknown ones. */
  readonly connections?: ConnectionBounds;
  /** True if it accepts every RCPT and refuses only after DATA, so that an acceptance is no evidence. */
  readonly acceptsEverything?: boolean;
  /** True if its exchanges take mail for its own domains only, by its documentation. */
  readonly ownDomainsOnly?: boolean;
}

/** For an exchange of which nothing is known. Its two connections must have served well before it gets more. */
export const unknownExchangeBounds: ConnectionBounds = {
  ...{ start: 2, ceiling: 4, fixed: 2 },
  acceptedPerStep: 50,
};

/**
 * Known providers. If several suffixes match a host name, the longest counts.
 *
 * Connections: where no other source is named, a ceiling is what KumoMTA's community shaping data allows a sender by IP
 * address. Providers do not say what they allow an address that they trust: senders agree on about 5 to Google and to
 * Microsoft, and more is earned there reply by reply, and given up at once. `fixed` is what nobody has complained about.
 */
export const providers: readonly Provider[] = [
  // The largest
  {
    id: 'gmail',
    name: 'Gmail',
    suffixes: ['gmail-smtp-in.l.google.com'],
    gateway: false,
    recipientsPerTransaction: 1,
    ownDomainsOnly: true,
    // Shaping data: 5.
    connections: { start: 2, ceiling: 20, fixed: 2 },
  },
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    suffixes: ['google.com', 'googlemail.com'],
    gateway: false,
    recipientsPerTransaction: 1,
    connections: { start: 3, ceiling: 20, fixed: 4 },
  },
  {
    id: 'microsoft-365',
    name: 'Microsoft 365',
    suffixes: [
      ...'mail.protection.outlook.com mx.microsoft mail.protection.office365.us'.split(' '),
      ...'mail.protection.partner.outlook.cn mail.eo.outlook.com mail.protection.outlook.de'.split(' '),
    ],
    gateway: false,
    recipientsPerTransaction: 1,
    // Shaping data: 5. Says so when it is too many: "maximum number of connections".
    connections: { start: 3, ceiling: 30, fixed: 10 },
  },
  {
    id: 'outlook-com',
    name: 'Outlook.com',
    suffixes: ['olc.protection.outlook.com', 'hotmail.com'],
    gateway: false,
    recipientsPerTransaction: 1,
    ownDomainsOnly: true,
    connections: { start: 2, ceiling: 20, fixed: 4 },
  },
  {
    id: 'yahoo',
    name: 'Yahoo Mail',
    suffixes: ['yahoodns.net'],
    gateway: false,
    recipientsPerTransaction: 1,
    recipientsPerSession: 20,
    acceptsEverything: true,
    // In no source. They close sessions after 20 messages, without a code.
    connections: { start: 2, ceiling: 5, fixed: 2 },
  },
  {
    id: 'aol',
    name: 'AOL Mail',
    suffixes: ['mx-aol.mail.gm0.yahoodns.net'],
    gateway: false,
    recipientsPerTransaction: 1,
    recipientsPerSession: 20,
    acceptsEverything: true,
    connections: { start: 2, ceiling: 5, fixed: 2 },
  },
  {
    id: 'icloud',
    name: 'iCloud Mail',
    suffixes: ['mail.icloud.com'],
    gateway: false,
    recipientsPerSession: 5,
    // Shaping data: 10.
    connections: { start: 2, ceiling: 10, fixed: 2 },
  },
  // Secure email gateways
  {
    id: 'proofpoint',
    name: 'Proofpoint',
    suffixes: ['pphosted.com', 'ppe-hosted.com', 'gpphosted.com'],
    gateway: true,
  },
  {
    id: 'mimecast',
    name: 'Mimecast',
    suffixes: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'],
    gateway: true,
  },
  {
    id: 'barracuda',
    name: 'Barracuda',
    suffixes: ['barracudanetworks.com'],
    gateway: true,
    recipientsPerSession: 15,
  },
  { id: 'cisco', name: 'Cisco Secure Email', suffixes: ['iphmx.com'], gateway: true },
  // Other filters
  {
    id: 'broadcom',
    name: 'Broadcom Email Security',
    suffixes: ['messagelabs.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'trend-micro',
    name: 'Trend Micro Email Security',
    // Regions are `in.tmes-anz`, `in.tmems-jp` and so on.
    suffixes: ['trendmicro.com', 'trendmicro.eu'],
    gateway: false,
    filter: true,
  },
  {
    id: 'sophos',
    name: 'Sophos Email',
    suffixes: ['hydra.sophos.com', 'reflexion.net'],
    gateway: false,
    filter: true,
  },
  {
    id: 'forcepoint',
    name: 'Forcepoint Email Security',
    suffixes: ['mailcontrol.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'trellix',
    name: 'Trellix Email Security',
    suffixes: ['fireeyecloud.com', 'fireeyegov.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'hornetsecurity',
    name: 'Hornetsecurity',
    suffixes: ['hornetsecurity.com', 'antispameurope.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'spamexperts',
    name: 'SpamExperts',
    suffixes: ['antispamcloud.com', 'mtaroutes.com', 'spamexperts.com', 'spamexperts.eu', 'spamexperts.net'],
    gateway: false,
    filter: true,
  },
  {
    id: 'check-point',
    name: 'Check Point Harmony Email',
    suffixes: ['cloud-sec-av.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'area-1',
    name: 'Cloudflare Email Security',
    suffixes: ['mxrecord.io', 'mxrecord.mx'],
    gateway: false,
    filter: true,
  },
  { id: 'fortinet', name: 'FortiMail Cloud', suffixes: ['fortimailcloud.com'], gateway: false, filter: true },
  { id: 'vade', name: 'Vade', suffixes: ['vadesecure.com'], gateway: false, filter: true },
  { id: 'retarus', name: 'Retarus', suffixes: ['retarus.com', 'retarus.de'], gateway: false, filter: true },
  {
    id: 'expurgate',
    name: 'eleven eXpurgate',
    suffixes: ['expurgate.de', 'expurgate.net'],
    gateway: false,
    filter: true,
  },
  { id: 'nospamproxy', name: 'NoSpamProxy', suffixes: ['nospamproxy.com'], gateway: false, filter: true },
  { id: 'spamtitan', name: 'SpamTitan', suffixes: ['spamtitan.com'], gateway: false, filter: true },
  { id: 'mailroute', name: 'MailRoute', suffixes: ['mailroute.net'], gateway: false, filter: true },
  {
    id: 'appriver',
    name: 'AppRiver',
    suffixes: ['arsmtp.com', 'zixsmbhosted.com', 'appriver.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'exchangedefender',
    name: 'ExchangeDefender',
    suffixes: ['exchangedefender.com'],
    gateway: false,
    filter: true,
  },
  { id: 'securence', name: 'Securence', suffixes: ['securence.com'], gateway: false, filter: true },
  {
    id: 'spamhero',
    name: 'SpamHero',
    suffixes: ['mxthunder.com', 'mxthunder.net'],
    gateway: false,
    filter: true,
  },
  { id: 'mx-guarddog', name: 'MX Guarddog', suffixes: ['mxguarddog.com'], gateway: false, filter: true },
  {
    id: 'sonicwall',
    name: 'SonicWall Email Security',
    suffixes: ['snwlhosted.com'],
    gateway: false,
    filter: true,
  },
  {
    id: 'vipre',
    name: 'VIPRE Email Security',
    suffixes: ['electric.net', 'mailanyone.net'],
    gateway: false,
    filter: true,
  },
  { id: 'altospam', name: 'Altospam', suffixes: ['altospam.com'], gateway: false, filter: true },
  { id: 'mailinblack', name: 'Mailinblack', suffixes: ['mailinblack.com'], gateway: false, filter: true },
  { id: 'zerospam', name: 'Zerospam', suffixes: ['zerospam.ca'], gateway: false, filter: true },
  { id: 'mailguard', name: 'MailGuard', suffixes: ['mailguard.com.au'], gateway: false, filter: true },
  { id: 'smx', name: 'SMX', suffixes: ['smxemail.com'], gateway: false, filter: true },
  {
    id: 'trustwave',
    name: 'Trustwave MailMarshal',
    suffixes: ['trustwave.com'],
    gateway: false,
    filter: true,
  },
  { id: 'libraesva', name: 'Libraesva', suffixes: ['esvacloud.com'], gateway: false, filter: true },
  { id: 'iij', name: 'IIJ Secure MX', suffixes: ['securemx.jp'], gateway: false, filter: true },
  { id: 'safentrix', name: 'Safentrix', suffixes: ['safentrix.com'], gateway: false, filter: true },
  { id: 'mailchannels', name: 'MailChannels', suffixes: ['mailchannels.net'], gateway: false, filter: true },
  { id: 'cleanmail', name: 'CleanMail', suffixes: ['cleanmail.ch'], gateway: false, filter: true },
  { id: 'mailcleaner', name: 'MailCleaner', suffixes: ['mailcleaner.net'], gateway: false, filter: true },
  {
    id: 'mailprotector',
    name: 'Mailprotector',
    suffixes: ['mailprotector.net'],
    gateway: false,
    filter: true,
  },
  // Public mailboxes
  {
    id: 'zoho',
    name: 'Zoho Mail',
    suffixes: [
      ...'zoho.com zoho.eu zoho.in zoho.com.au zoho.jp zoho.com.cn zohocloud.ca zohomail.com'.split(' '),
      ...'zoho.sa'.split(' '),
    ],
    gateway: false,
  },
  { id: 'proton', name: 'Proton Mail', suffixes: ['protonmail.ch'], gateway: false },
  { id: 'fastmail', name: 'Fastmail', suffixes: ['messagingengine.com'], gateway: false },
  { id: 'hey', name: 'HEY', suffixes: ['hey.com'], gateway: false },
  { id: 'tuta', name: 'Tuta', suffixes: ['tutanota.de', 'tutao.de', 'tutanota.com'], gateway: false },
  {
    id: 'gmx',
    name: 'GMX',
    suffixes: ['gmx.net'],
    gateway: false,
    recipientsPerSession: 20,
    ownDomainsOnly: true,
  },
  {
    id: 'web-de',
    name: 'web.de',
    suffixes: ['web.de'],
    gateway: false,
    recipientsPerSession: 20,
    ownDomainsOnly: true,
  },
  { id: 'mail-com', name: 'mail.com', suffixes: ['mail.com'], gateway: false },
  { id: 'mailbox-org', name: 'mailbox.org', suffixes: ['mailbox.org'], gateway: false },
  { id: 'posteo', name: 'Posteo', suffixes: ['posteo.de'], gateway: false },
  { id: 'runbox', name: 'Runbox', suffixes: ['runbox.com'], gateway: false },
  { id: 'soverin', name: 'Soverin', suffixes: ['soverin.net'], gateway: false },
  { id: 'mailo', name: 'Mailo', suffixes: ['mailo.com'], gateway: false },
  { id: 'mailfence', name: 'Mailfence', suffixes: ['mailfence.com'], gateway: false },
  { id: 'startmail', name: 'StartMail', suffixes: ['startmail.com'], gateway: false },
  { id: 'hushmail', name: 'Hushmail', suffixes: ['hushmail.com'], gateway: false },
  { id: 'riseup', name: 'Riseup', suffixes: ['riseup.net'], gateway: false },
  { id: 'disroot', name: 'Disroot', suffixes: ['disroot.org'], gateway: false },
  { id: 'pobox', name: 'Pobox', suffixes: ['pobox.com'], gateway: false },
  {
    id: 'yahoo-japan',
    name: 'Yahoo! JAPAN Mail',
    suffixes: ['yahoo.co.jp'],
    gateway: false,
    recipientsPerSession: 20,
  },
  { id: 'seznam', name: 'Seznam Email', suffixes: ['seznam.cz'], gateway: false },
  { id: 'mail-ru', name: 'Mail.ru', suffixes: ['mail.ru'], gateway: false },
  { id: 'yandex', name: 'Yandex Mail', suffixes: ['yandex.net', 'yandex.ru'], gateway: false },
  { id: 'rambler', name: 'Rambler Mail', suffixes: ['rambler.ru'], gateway: false },
  { id: 'ukr-net', name: 'UKR.NET', suffixes: ['ukr.net'], gateway: false },
  {
    id: 'qq',
    name: 'QQ Mail',
    suffixes: ['qq.com'],
    gateway: false,
    recipientsPerSession: 8,
    // Shaping data: 4.
    connections: { start: 1, ceiling: 4, fixed: 1 },
  },
  {
    id: 'tencent-exmail',
    name: 'Tencent Exmail',
    suffixes: ['mxbiz1.qq.com', 'mxbiz2.qq.com', 'exmail.qq.com'],
    gateway: false,
    recipientsPerSession: 8,
    connections: { start: 1, ceiling: 4, fixed: 1 },
  },
  {
    id: 'netease',
    name: 'NetEase Mail',
    suffixes: ['netease.com', '163.com', 'qiye163.com'],
    gateway: false,
    recipientsPerSession: 7,
  },
  { id: 'sina', name: 'Sina Mail', suffixes: ['sina.com.cn'], gateway: false },
  { id: 'sohu', name: 'Sohu Mail', suffixes: ['sohu.com'], gateway: false },
  { id: 'china-mobile', name: 'China Mobile 139 Mail', suffixes: ['139.com'], gateway: false },
  { id: 'naver', name: 'Naver Mail', suffixes: ['naver.com'], gateway: false },
  { id: 'daum', name: 'Daum Mail', suffixes: ['hanmail.net', 'daum.net', 'kakao.com'], gateway: false },
  {
    id: 'rediffmail',
    name: 'Rediffmail',
    suffixes: ['rediffmail.com', 'rediffmailpro.com', 'rediff.akadns.net'],
    gateway: false,
  },
  { id: 'wp', name: 'WP Poczta', suffixes: ['wp.pl', 'o2.pl', 'tlen.pl'], gateway: false },
  { id: 'onet', name: 'Onet Poczta', suffixes: ['onet.pl'], gateway: false },
  { id: 'interia', name: 'Interia Poczta', suffixes: ['interia.pl'], gateway: false },
  { id: 'libero', name: 'Libero Mail', suffixes: ['libero.it'], gateway: false },
  { id: 'centrum', name: 'Centrum.cz', suffixes: ['centrum.cz'], gateway: false },
  { id: 'freemail-hu', name: 'Freemail', suffixes: ['freemail.hu'], gateway: false },
  { id: 'i-ua', name: 'I.UA', suffixes: ['i.ua'], gateway: false },
  { id: 'terra', name: 'Terra Mail', suffixes: ['terra.com.br'], gateway: false },
  { id: 'china-telecom', name: 'China Telecom Mail', suffixes: ['21cn.com', '189.cn'], gateway: false },
  { id: 'net-263', name: '263 Enterprise Mail', suffixes: ['263.net', '263xmail.com'], gateway: false },
  { id: 'abv', name: 'ABV Mail', suffixes: ['abv.bg'], gateway: false },
  { id: 'uol', name: 'UOL Mail', suffixes: ['uol.com.br', 'uhserver.com'], gateway: false },
  { id: 'bol', name: 'BOL Mail', suffixes: ['bol.com.br'], gateway: false },
  { id: 'nate', name: 'Nate Mail', suffixes: ['nate.com'], gateway: false },
  { id: 'meta-ua', name: 'META.UA', suffixes: ['meta.ua'], gateway: false },
  { id: 'mail-bg', name: 'Mail.bg', suffixes: ['mail.bg'], gateway: false },
  // Internet access
  {
    id: 't-online',
    name: 'T-Online',
    suffixes: ['t-online.de'],
    gateway: false,
    ownDomainsOnly: true,
    // In no source. Refuses unknown IP addresses (554 … NOWL).
    connections: { start: 1, ceiling: 1, fixed: 1 },
  },
  { id: 'vodafone-de', name: 'Vodafone', suffixes: ['vodafonemail.de', 'arcor.de'], gateway: false },
  { id: 'freenet', name: 'freenet', suffixes: ['freenet.de'], gateway: false },
  {
    id: 'orange',
    name: 'Orange',
    suffixes: ['orange.fr'],
    gateway: false,
    ownDomainsOnly: true,
    // Published: 3, and 1,000 connections an hour. Shaping data: 2.
    connections: { start: 1, ceiling: 2, fixed: 1, newPerMinute: 16 },
  },
  { id: 'free', name: 'Free', suffixes: ['free.fr'], customerSuffixes: ['hd.free.fr'], gateway: false },
  { id: 'sfr', name: 'SFR', suffixes: ['sfr.fr'], gateway: false },
  { id: 'la-poste', name: 'La Poste', suffixes: ['laposte.net'], gateway: false },
  { id: 'swisscom', name: 'Swisscom', suffixes: ['bluewin.ch'], gateway: false },
  { id: 'tim', name: 'TIM', suffixes: ['aliceposta.it', 'alice.it', 'tim.it'], gateway: false },
  { id: 'tiscali', name: 'Tiscali', suffixes: ['tiscali.it'], gateway: false },
  { id: 'telenet', name: 'Telenet', suffixes: ['telenet-ops.be'], gateway: false },
  { id: 'proximus', name: 'Proximus', suffixes: ['skynet.be', 'proximus.be'], gateway: false },
  { id: 'ziggo', name: 'Ziggo', suffixes: ['tb.mail.iss.as9143.net'], gateway: false },
  { id: 'kpn', name: 'KPN', suffixes: ['kpnmail.nl'], gateway: false, recipientsPerSession: 10 },
  { id: 'virgin-media', name: 'Virgin Media', suffixes: ['ukmail.iss.as9143.net'], gateway: false },
  { id: 'bt', name: 'BT', suffixes: ['cpcloud.co.uk'], gateway: false },
  { id: 'talktalk', name: 'TalkTalk', suffixes: ['talktalk.net'], gateway: false },
  {
    id: 'comcast',
    name: 'Comcast Xfinity',
    suffixes: ['comcast.net'],
    // Lines at home: c-73-1-2-3.hsd1.ma.comcast.net.
    customerSuffixes: ['hsd1.*.comcast.net', 'hfc.*.comcast.net'],
    gateway: false,
    ownDomainsOnly: true,
    // Published: 25.
    connections: { start: 2, ceiling: 25, fixed: 2 },
  },
  { id: 'att', name: 'AT&T', suffixes: ['prodigy.net'], gateway: false },
  {
    id: 'spectrum',
    name: 'Spectrum',
    suffixes: ['charter.net'],
    customerSuffixes: ['dhcp.*.*.charter.net', 'static.*.*.charter.net'],
    gateway: false,
  },
  { id: 'earthlink', name: 'EarthLink', suffixes: ['earthlink-vadesecure.net'], gateway: false },
  { id: 'bell-canada', name: 'Bell Canada', suffixes: ['bell.net'], gateway: false },
  { id: 'videotron', name: 'Vidéotron', suffixes: ['videotron.ca'], gateway: false },
  { id: 'telstra', name: 'Telstra', suffixes: ['bigpond.com'], gateway: false },
  { id: 'optus', name: 'Optus', suffixes: ['optusnet.com.au'], gateway: false },
  { id: 'spark-nz', name: 'Spark New Zealand', suffixes: ['xtra.co.nz'], gateway: false },
  { id: 'docomo', name: 'NTT docomo', suffixes: ['docomo.ne.jp'], gateway: false },
  { id: 'au-kddi', name: 'au', suffixes: ['ezweb.ne.jp'], gateway: false },
  { id: 'softbank', name: 'SoftBank', suffixes: ['softbank.ne.jp', 'i.softbank.jp'], gateway: false },
  { id: 'biglobe', name: 'BIGLOBE', suffixes: ['biglobe.ne.jp'], gateway: false },
  { id: 'ocn', name: 'OCN', suffixes: ['ocn.ad.jp'], gateway: false },
  { id: 'nifty', name: '@nifty', suffixes: ['nifty.com'], gateway: false },
  {
    id: 'so-net',
    name: 'So-net',
    suffixes: ['so-net.ne.jp'],
    customerSuffixes: ['ap.so-net.ne.jp'],
    gateway: false,
  },
  { id: 'plala', name: 'plala', suffixes: ['plala.or.jp'], gateway: false },
  { id: 'cox', name: 'Cox', suffixes: ['cxr.mx.a.cloudfilter.net'], gateway: false },
  { id: 'shaw', name: 'Shaw', suffixes: ['shw-central.mx.a.cloudfilter.net'], gateway: false },
  { id: 'a1', name: 'A1', suffixes: ['mx.a1.net'], gateway: false },
  { id: 'upc', name: 'UPC', suffixes: ['upcmail.net'], gateway: false },
  { id: 'telenor', name: 'Telenor', suffixes: ['mx.online.no'], gateway: false },
  { id: 'telia', name: 'Telia', suffixes: ['mx.telia.com'], gateway: false },
  { id: 'telefonica', name: 'Telefónica', suffixes: ['mx.telefonica.net'], gateway: false },
  { id: 'sapo', name: 'SAPO Mail', suffixes: ['ptmail.sapo.pt'], gateway: false },
  { id: 'centurylink', name: 'CenturyLink', suffixes: ['mx.centurylink.net'], gateway: false },
  // Offices
  {
    id: 'lark',
    name: 'Lark (Feishu)',
    suffixes: ['larksuite.com', 'feishu.cn', 'larkoffice.com'],
    gateway: false,
  },
  { id: 'line-works', name: 'LINE WORKS', suffixes: ['worksmobile.com'], gateway: false },
  { id: 'coremail', name: 'Coremail', suffixes: ['icoremail.net', 'coremail.cn'], gateway: false },
  // Hosting
  { id: 'rackspace', name: 'Rackspace Email', suffixes: ['emailsrvr.com'], gateway: false },
  { id: 'godaddy', name: 'GoDaddy', suffixes: ['secureserver.net'], gateway: false },
  {
    id: 'ionos',
    name: 'IONOS',
    suffixes: [
      ...'kundenserver.de ionos.com ionos.de ionos.co.uk ionos.fr ionos.es ionos.it ionos.ca'.split(' '),
      ...'ionos.mx ionos.at 1and1.com 1and1.co.uk 1and1.fr 1and1.es 1and1.it 1and1.ca 1and1.mx'.split(' '),
      ...'1and1.pl 1und1.de oneandone.net schlund.de perfora.net ionos.pl'.split(' '),
    ],
    gateway: false,
  },
  { id: 'strato', name: 'STRATO', suffixes: ['rzone.de'], gateway: false },
  { id: 'hetzner', name: 'Hetzner', suffixes: ['your-server.de'], gateway: false },
  { id: 'all-inkl', name: 'ALL-INKL.COM', suffixes: ['kasserver.com'], gateway: false },
  { id: 'domainfactory', name: 'DomainFactory', suffixes: ['ispgateway.de'], gateway: false },
  { id: 'host-europe', name: 'Host Europe', suffixes: ['hosteurope.de'], gateway: false },
  { id: 'ovh', name: 'OVHcloud', suffixes: ['ovh.net', 'ovh.ca'], gateway: false },
  { id: 'gandi', name: 'Gandi', suffixes: ['gandi.net'], gateway: false },
  { id: 'infomaniak', name: 'Infomaniak', suffixes: ['infomaniak.ch', 'infomaniak.com'], gateway: false },
  { id: 'hostpoint', name: 'Hostpoint', suffixes: ['hostpoint.ch'], gateway: false },
  { id: 'aruba', name: 'Aruba', suffixes: ['aruba.it', 'arubabusiness.it'], gateway: false },
  { id: 'register-it', name: 'Register.it', suffixes: ['register.it'], gateway: false },
  { id: 'transip', name: 'TransIP', suffixes: ['transip.email'], gateway: false },
  { id: 'one-com', name: 'one.com', suffixes: ['one.com'], gateway: false },
  { id: 'loopia', name: 'Loopia', suffixes: ['loopia.se'], gateway: false },
  { id: 'simply', name: 'Simply.com', suffixes: ['simply.com'], gateway: false },
  { id: 'home-pl', name: 'home.pl', suffixes: ['home.pl'], gateway: false },
  { id: 'nazwa', name: 'nazwa.pl', suffixes: ['nazwa.pl'], gateway: false },
  { id: 'namecheap', name: 'Namecheap', suffixes: ['jellyfish.systems'], gateway: false },
  {
    id: 'namecheap-private-email',
    name: 'Namecheap Private Email',
    suffixes: ['privateemail.com'],
    gateway: false,
  },
  {
    id: 'namecheap-forwarding',
    name: 'Namecheap Email Forwarding',
    suffixes: ['registrar-servers.com'],
    gateway: false,
  },
  { id: 'titan', name: 'Titan', suffixes: ['titan.email'], gateway: false },
  { id: 'hostinger', name: 'Hostinger', suffixes: ['hostinger.com', 'hostinger.in'], gateway: false },
  { id: 'dreamhost', name: 'DreamHost', suffixes: ['dreamhost.com'], gateway: false },
  { id: 'network-solutions', name: 'Network Solutions', suffixes: ['netsolmail.net'], gateway: false },
  { id: 'siteground', name: 'SiteGround', suffixes: ['mailspamprotection.com'], gateway: false },
  { id: 'hostgator', name: 'HostGator', suffixes: ['websitewelcome.com'], gateway: false },
  { id: 'porkbun', name: 'Porkbun', suffixes: ['porkbun.com'], gateway: false },
  { id: 'tucows', name: 'Tucows Hosted Email', suffixes: ['hostedemail.com'], gateway: false },
  { id: 'intermedia', name: 'Intermedia', suffixes: ['serverdata.net'], gateway: false },
  {
    id: 'mxroute',
    name: 'MXroute',
    suffixes: ['mxrouting.net', 'mxroute.com', 'mxlogin.com'],
    gateway: false,
  },
  { id: 'migadu', name: 'Migadu', suffixes: ['migadu.com'], gateway: false },
  { id: 'purelymail', name: 'Purelymail', suffixes: ['purelymail.com'], gateway: false },
  { id: 'easydns', name: 'easyDNS', suffixes: ['easymail.ca'], gateway: false },
  { id: 'mailhostbox', name: 'Mailhostbox', suffixes: ['mailhostbox.com'], gateway: false },
  { id: 'pair', name: 'pair Networks', suffixes: ['pair.com'], gateway: false },
  { id: 'name-com', name: 'name.com', suffixes: ['name.com'], gateway: false },
  { id: 'kinghost', name: 'KingHost', suffixes: ['kinghost.net', 'kinghost.com.br'], gateway: false },
  { id: 'beget', name: 'Beget', suffixes: ['beget.com', 'beget.ru'], gateway: false },
  { id: 'timeweb', name: 'Timeweb', suffixes: ['timeweb.ru', 'timeweb.com'], gateway: false },
  { id: 'reg-ru', name: 'REG.RU', suffixes: ['reg.ru'], gateway: false },
  { id: 'ru-center', name: 'RU-CENTER', suffixes: ['nic.ru', 'nicmail.ru'], gateway: false },
  { id: 'netcup', name: 'netcup', suffixes: ['netcup.net'], gateway: false },
  { id: 'united-domains', name: 'united-domains', suffixes: ['udag.de'], gateway: false },
  { id: 'mittwald', name: 'Mittwald', suffixes: ['agenturserver.de'], gateway: false },
  { id: 'active24', name: 'Active24', suffixes: ['active24.com', 'active24.cz'], gateway: false },
  { id: 'forpsi', name: 'FORPSI', suffixes: ['forpsi.com'], gateway: false },
  { id: 'wedos', name: 'WEDOS', suffixes: ['wedos.net'], gateway: false },
  { id: 'websupport', name: 'Websupport', suffixes: ['websupport.sk'], gateway: false },
  { id: 'zone', name: 'Zone', suffixes: ['zone.eu', 'zone.ee'], gateway: false },
  { id: 'domeneshop', name: 'Domeneshop', suffixes: ['domeneshop.no'], gateway: false },
  { id: 'arsys', name: 'Arsys', suffixes: ['serviciodecorreo.es'], gateway: false },
  {
    id: 'hostopia',
    name: 'Hostopia',
    suffixes: ['megamailservers.com', 'megamailservers.eu'],
    gateway: false,
  },
  { id: 'combell', name: 'Combell', suffixes: ['mailprotect.be', 'combell.com'], gateway: false },
  { id: 'cafe24', name: 'Cafe24', suffixes: ['cafe24.com'], gateway: false },
  { id: 'kolab-now', name: 'Kolab Now', suffixes: ['kolabnow.com'], gateway: false },
  { id: 'locaweb', name: 'Locaweb', suffixes: ['locaweb.com.br'], gateway: false },
  { id: 'alibaba', name: 'Alibaba Mail', suffixes: ['mxhichina.com', 'aliyun.com'], gateway: false },
  { id: 'sakura', name: 'SAKURA Internet', suffixes: ['sakura.ne.jp'], gateway: false },
  { id: 'xserver', name: 'Xserver', suffixes: ['xserver.jp'], gateway: false },
  { id: 'lolipop', name: 'Lolipop!', suffixes: ['lolipop.jp'], gateway: false },
  { id: 'spaceweb', name: 'SpaceWeb', suffixes: ['spaceweb.ru', 'sweb.ru'], gateway: false },
  { id: 'hiworks', name: 'hiworks', suffixes: ['hiworks.co.kr', 'hiworks.com'], gateway: false },
  { id: 'mailplug', name: 'Mailplug', suffixes: ['mailplug.co.kr', 'mailplug.com'], gateway: false },
  { id: 'logix', name: 'Logix', suffixes: ['logix.in'], gateway: false },
  { id: 'netcore', name: 'Netcore', suffixes: ['netcore.co.in'], gateway: false },
  // Forwarding and inbound APIs
  {
    id: 'cloudflare-routing',
    name: 'Cloudflare Email Routing',
    suffixes: ['mx.cloudflare.net'],
    gateway: false,
  },
  { id: 'improvmx', name: 'ImprovMX', suffixes: ['improvmx.com'], gateway: false },
  { id: 'forward-email', name: 'Forward Email', suffixes: ['forwardemail.net'], gateway: false },
  { id: 'simplelogin', name: 'SimpleLogin', suffixes: ['simplelogin.co'], gateway: false },
  { id: 'addy', name: 'addy.io', suffixes: ['anonaddy.com', 'anonaddy.me', 'addy.io'], gateway: false },
  { id: 'duckduckgo', name: 'DuckDuckGo Email Protection', suffixes: ['duck.com'], gateway: false },
  { id: 'amazon', name: 'Amazon', suffixes: ['inbound-smtp.*.amazonaws.com'], gateway: false },
  { id: 'mailgun', name: 'Mailgun', suffixes: ['mailgun.org'], gateway: false },
  { id: 'sendgrid', name: 'SendGrid', suffixes: ['sendgrid.net'], gateway: false },
  { id: 'postmark', name: 'Postmark', suffixes: ['postmarkapp.com'], gateway: false },
  { id: 'mailjet', name: 'Mailjet', suffixes: ['mailjet.com'], gateway: false },
  { id: 'mandrill', name: 'Mandrill', suffixes: ['mandrillapp.com'], gateway: false },
  { id: 'zendesk', name: 'Zendesk', suffixes: ['zendesk.com'], gateway: false },
  { id: 'sparkpost', name: 'SparkPost', suffixes: ['sparkpostmail.com'], gateway: false },
];
