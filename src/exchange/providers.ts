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
  readonly gateway?: boolean;
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
    recipientsPerTransaction: 1,
    ownDomainsOnly: true,
    // Shaping data: 5.
    connections: { start: 2, ceiling: 20, fixed: 2 },
  },
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    suffixes: ['google.com', 'googlemail.com'],
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
    recipientsPerTransaction: 1,
    // Shaping data: 5. Says so when it is too many: "maximum number of connections".
    connections: { start: 3, ceiling: 30, fixed: 10 },
  },
  {
    id: 'outlook-com',
    name: 'Outlook.com',
    suffixes: ['olc.protection.outlook.com', 'hotmail.com'],
    recipientsPerTransaction: 1,
    ownDomainsOnly: true,
    connections: { start: 2, ceiling: 20, fixed: 4 },
  },
  {
    id: 'yahoo',
    name: 'Yahoo Mail',
    suffixes: ['yahoodns.net'],
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
    recipientsPerTransaction: 1,
    recipientsPerSession: 20,
    acceptsEverything: true,
    connections: { start: 2, ceiling: 5, fixed: 2 },
  },
  {
    id: 'icloud',
    name: 'iCloud Mail',
    suffixes: ['mail.icloud.com'],
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
  { id: 'broadcom', name: 'Broadcom Email Security', suffixes: ['messagelabs.com'], filter: true },
  {
    id: 'trend-micro',
    name: 'Trend Micro Email Security',
    // Regions are `in.tmes-anz`, `in.tmems-jp` and so on.
    suffixes: ['trendmicro.com', 'trendmicro.eu'],
    filter: true,
  },
  { id: 'sophos', name: 'Sophos Email', suffixes: ['hydra.sophos.com', 'reflexion.net'], filter: true },
  { id: 'forcepoint', name: 'Forcepoint Email Security', suffixes: ['mailcontrol.com'], filter: true },
  {
    id: 'trellix',
    name: 'Trellix Email Security',
    suffixes: ['fireeyecloud.com', 'fireeyegov.com'],
    filter: true,
  },
  {
    id: 'hornetsecurity',
    name: 'Hornetsecurity',
    suffixes: ['hornetsecurity.com', 'antispameurope.com'],
    filter: true,
  },
  {
    id: 'spamexperts',
    name: 'SpamExperts',
    suffixes: ['antispamcloud.com', 'mtaroutes.com', 'spamexperts.com', 'spamexperts.eu', 'spamexperts.net'],
    filter: true,
  },
  { id: 'check-point', name: 'Check Point Harmony Email', suffixes: ['cloud-sec-av.com'], filter: true },
  { id: 'area-1', name: 'Cloudflare Email Security', suffixes: ['mxrecord.io', 'mxrecord.mx'], filter: true },
  { id: 'fortinet', name: 'FortiMail Cloud', suffixes: ['fortimailcloud.com'], filter: true },
  { id: 'vade', name: 'Vade', suffixes: ['vadesecure.com'], filter: true },
  { id: 'retarus', name: 'Retarus', suffixes: ['retarus.com', 'retarus.de'], filter: true },
  { id: 'expurgate', name: 'eleven eXpurgate', suffixes: ['expurgate.de', 'expurgate.net'], filter: true },
  { id: 'nospamproxy', name: 'NoSpamProxy', suffixes: ['nospamproxy.com'], filter: true },
  { id: 'spamtitan', name: 'SpamTitan', suffixes: ['spamtitan.com'], filter: true },
  { id: 'mailroute', name: 'MailRoute', suffixes: ['mailroute.net'], filter: true },
  {
    id: 'appriver',
    name: 'AppRiver',
    suffixes: ['arsmtp.com', 'zixsmbhosted.com', 'appriver.com'],
    filter: true,
  },
  { id: 'exchangedefender', name: 'ExchangeDefender', suffixes: ['exchangedefender.com'], filter: true },
  { id: 'securence', name: 'Securence', suffixes: ['securence.com'], filter: true },
  { id: 'spamhero', name: 'SpamHero', suffixes: ['mxthunder.com', 'mxthunder.net'], filter: true },
  { id: 'mx-guarddog', name: 'MX Guarddog', suffixes: ['mxguarddog.com'], filter: true },
  { id: 'sonicwall', name: 'SonicWall Email Security', suffixes: ['snwlhosted.com'], filter: true },
  { id: 'vipre', name: 'VIPRE Email Security', suffixes: ['electric.net', 'mailanyone.net'], filter: true },
  { id: 'altospam', name: 'Altospam', suffixes: ['altospam.com'], filter: true },
  { id: 'mailinblack', name: 'Mailinblack', suffixes: ['mailinblack.com'], filter: true },
  { id: 'zerospam', name: 'Zerospam', suffixes: ['zerospam.ca'], filter: true },
  { id: 'mailguard', name: 'MailGuard', suffixes: ['mailguard.com.au'], filter: true },
  { id: 'smx', name: 'SMX', suffixes: ['smxemail.com'], filter: true },
  { id: 'trustwave', name: 'Trustwave MailMarshal', suffixes: ['trustwave.com'], filter: true },
  { id: 'libraesva', name: 'Libraesva', suffixes: ['esvacloud.com'], filter: true },
  { id: 'iij', name: 'IIJ Secure MX', suffixes: ['securemx.jp'], filter: true },
  { id: 'safentrix', name: 'Safentrix', suffixes: ['safentrix.com'], filter: true },
  { id: 'mailchannels', name: 'MailChannels', suffixes: ['mailchannels.net'], filter: true },
  { id: 'cleanmail', name: 'CleanMail', suffixes: ['cleanmail.ch'], filter: true },
  { id: 'mailcleaner', name: 'MailCleaner', suffixes: ['mailcleaner.net'], filter: true },
  { id: 'mailprotector', name: 'Mailprotector', suffixes: ['mailprotector.net'], filter: true },
  // Public mailboxes
  {
    id: 'zoho',
    name: 'Zoho Mail',
    suffixes: [
      ...'zoho.com zoho.eu zoho.in zoho.com.au zoho.jp zoho.com.cn zohocloud.ca zohomail.com'.split(' '),
      ...'zoho.sa'.split(' '),
    ],
  },
  { id: 'proton', name: 'Proton Mail', suffixes: ['protonmail.ch'] },
  { id: 'fastmail', name: 'Fastmail', suffixes: ['messagingengine.com'] },
  { id: 'hey', name: 'HEY', suffixes: ['hey.com'] },
  { id: 'tuta', name: 'Tuta', suffixes: ['tutanota.de', 'tutao.de', 'tutanota.com'] },
  { id: 'gmx', name: 'GMX', suffixes: ['gmx.net'], recipientsPerSession: 20, ownDomainsOnly: true },
  { id: 'web-de', name: 'web.de', suffixes: ['web.de'], recipientsPerSession: 20, ownDomainsOnly: true },
  { id: 'mail-com', name: 'mail.com', suffixes: ['mail.com'] },
  { id: 'mailbox-org', name: 'mailbox.org', suffixes: ['mailbox.org'] },
  { id: 'posteo', name: 'Posteo', suffixes: ['posteo.de'] },
  { id: 'runbox', name: 'Runbox', suffixes: ['runbox.com'] },
  { id: 'soverin', name: 'Soverin', suffixes: ['soverin.net'] },
  { id: 'mailo', name: 'Mailo', suffixes: ['mailo.com'] },
  { id: 'mailfence', name: 'Mailfence', suffixes: ['mailfence.com'] },
  { id: 'startmail', name: 'StartMail', suffixes: ['startmail.com'] },
  { id: 'hushmail', name: 'Hushmail', suffixes: ['hushmail.com'] },
  { id: 'riseup', name: 'Riseup', suffixes: ['riseup.net'] },
  { id: 'disroot', name: 'Disroot', suffixes: ['disroot.org'] },
  { id: 'pobox', name: 'Pobox', suffixes: ['pobox.com'] },
  { id: 'yahoo-japan', name: 'Yahoo! JAPAN Mail', suffixes: ['yahoo.co.jp'], recipientsPerSession: 20 },
  { id: 'seznam', name: 'Seznam Email', suffixes: ['seznam.cz'] },
  { id: 'mail-ru', name: 'Mail.ru', suffixes: ['mail.ru'] },
  { id: 'yandex', name: 'Yandex Mail', suffixes: ['yandex.net', 'yandex.ru'] },
  { id: 'rambler', name: 'Rambler Mail', suffixes: ['rambler.ru'] },
  { id: 'ukr-net', name: 'UKR.NET', suffixes: ['ukr.net'] },
  {
    id: 'qq',
    name: 'QQ Mail',
    suffixes: ['qq.com'],
    recipientsPerSession: 8,
    // Shaping data: 4.
    connections: { start: 1, ceiling: 4, fixed: 1 },
  },
  {
    id: 'tencent-exmail',
    name: 'Tencent Exmail',
    suffixes: ['mxbiz1.qq.com', 'mxbiz2.qq.com', 'exmail.qq.com'],
    recipientsPerSession: 8,
    connections: { start: 1, ceiling: 4, fixed: 1 },
  },
  {
    id: 'netease',
    name: 'NetEase Mail',
    suffixes: ['netease.com', '163.com', 'qiye163.com'],
    recipientsPerSession: 7,
  },
  { id: 'sina', name: 'Sina Mail', suffixes: ['sina.com.cn'] },
  { id: 'sohu', name: 'Sohu Mail', suffixes: ['sohu.com'] },
  { id: 'china-mobile', name: 'China Mobile 139 Mail', suffixes: ['139.com'] },
  { id: 'naver', name: 'Naver Mail', suffixes: ['naver.com'] },
  { id: 'daum', name: 'Daum Mail', suffixes: ['hanmail.net', 'daum.net', 'kakao.com'] },
  {
    id: 'rediffmail',
    name: 'Rediffmail',
    suffixes: ['rediffmail.com', 'rediffmailpro.com', 'rediff.akadns.net'],
  },
  { id: 'wp', name: 'WP Poczta', suffixes: ['wp.pl', 'o2.pl', 'tlen.pl'] },
  { id: 'onet', name: 'Onet Poczta', suffixes: ['onet.pl'] },
  { id: 'interia', name: 'Interia Poczta', suffixes: ['interia.pl'] },
  { id: 'libero', name: 'Libero Mail', suffixes: ['libero.it'] },
  { id: 'centrum', name: 'Centrum.cz', suffixes: ['centrum.cz'] },
  { id: 'freemail-hu', name: 'Freemail', suffixes: ['freemail.hu'] },
  { id: 'i-ua', name: 'I.UA', suffixes: ['i.ua'] },
  { id: 'terra', name: 'Terra Mail', suffixes: ['terra.com.br'] },
  { id: 'china-telecom', name: 'China Telecom Mail', suffixes: ['21cn.com', '189.cn'] },
  { id: 'net-263', name: '263 Enterprise Mail', suffixes: ['263.net', '263xmail.com'] },
  { id: 'abv', name: 'ABV Mail', suffixes: ['abv.bg'] },
  { id: 'uol', name: 'UOL Mail', suffixes: ['uol.com.br', 'uhserver.com'] },
  { id: 'bol', name: 'BOL Mail', suffixes: ['bol.com.br'] },
  { id: 'nate', name: 'Nate Mail', suffixes: ['nate.com'] },
  { id: 'meta-ua', name: 'META.UA', suffixes: ['meta.ua'] },
  { id: 'mail-bg', name: 'Mail.bg', suffixes: ['mail.bg'] },
  // Internet access
  {
    id: 't-online',
    name: 'T-Online',
    suffixes: ['t-online.de'],
    ownDomainsOnly: true,
    // In no source. Refuses unknown IP addresses (554 … NOWL).
    connections: { start: 1, ceiling: 1, fixed: 1 },
  },
  { id: 'vodafone-de', name: 'Vodafone', suffixes: ['vodafonemail.de', 'arcor.de'] },
  { id: 'freenet', name: 'freenet', suffixes: ['freenet.de'] },
  {
    id: 'orange',
    name: 'Orange',
    suffixes: ['orange.fr'],
    ownDomainsOnly: true,
    // Published: 3, and 1,000 connections an hour. Shaping data: 2.
    connections: { start: 1, ceiling: 2, fixed: 1, newPerMinute: 16 },
  },
  { id: 'free', name: 'Free', suffixes: ['free.fr'], customerSuffixes: ['hd.free.fr'] },
  { id: 'sfr', name: 'SFR', suffixes: ['sfr.fr'] },
  { id: 'la-poste', name: 'La Poste', suffixes: ['laposte.net'] },
  { id: 'swisscom', name: 'Swisscom', suffixes: ['bluewin.ch'] },
  { id: 'tim', name: 'TIM', suffixes: ['aliceposta.it', 'alice.it', 'tim.it'] },
  { id: 'tiscali', name: 'Tiscali', suffixes: ['tiscali.it'] },
  { id: 'telenet', name: 'Telenet', suffixes: ['telenet-ops.be'] },
  { id: 'proximus', name: 'Proximus', suffixes: ['skynet.be', 'proximus.be'] },
  { id: 'ziggo', name: 'Ziggo', suffixes: ['tb.mail.iss.as9143.net'] },
  { id: 'kpn', name: 'KPN', suffixes: ['kpnmail.nl'], recipientsPerSession: 10 },
  { id: 'virgin-media', name: 'Virgin Media', suffixes: ['ukmail.iss.as9143.net'] },
  { id: 'bt', name: 'BT', suffixes: ['cpcloud.co.uk'] },
  { id: 'talktalk', name: 'TalkTalk', suffixes: ['talktalk.net'] },
  {
    id: 'comcast',
    name: 'Comcast Xfinity',
    suffixes: ['comcast.net'],
    // Lines at home: c-73-1-2-3.hsd1.ma.comcast.net.
    customerSuffixes: ['hsd1.*.comcast.net', 'hfc.*.comcast.net'],
    ownDomainsOnly: true,
    // Published: 25.
    connections: { start: 2, ceiling: 25, fixed: 2 },
  },
  { id: 'att', name: 'AT&T', suffixes: ['prodigy.net'] },
  {
    id: 'spectrum',
    name: 'Spectrum',
    suffixes: ['charter.net'],
    customerSuffixes: ['dhcp.*.*.charter.net', 'static.*.*.charter.net'],
  },
  { id: 'earthlink', name: 'EarthLink', suffixes: ['earthlink-vadesecure.net'] },
  { id: 'bell-canada', name: 'Bell Canada', suffixes: ['bell.net'] },
  { id: 'videotron', name: 'Vidéotron', suffixes: ['videotron.ca'] },
  { id: 'telstra', name: 'Telstra', suffixes: ['bigpond.com'] },
  { id: 'optus', name: 'Optus', suffixes: ['optusnet.com.au'] },
  { id: 'spark-nz', name: 'Spark New Zealand', suffixes: ['xtra.co.nz'] },
  { id: 'docomo', name: 'NTT docomo', suffixes: ['docomo.ne.jp'] },
  { id: 'au-kddi', name: 'au', suffixes: ['ezweb.ne.jp'] },
  { id: 'softbank', name: 'SoftBank', suffixes: ['softbank.ne.jp', 'i.softbank.jp'] },
  { id: 'biglobe', name: 'BIGLOBE', suffixes: ['biglobe.ne.jp'] },
  { id: 'ocn', name: 'OCN', suffixes: ['ocn.ad.jp'] },
  { id: 'nifty', name: '@nifty', suffixes: ['nifty.com'] },
  { id: 'so-net', name: 'So-net', suffixes: ['so-net.ne.jp'], customerSuffixes: ['ap.so-net.ne.jp'] },
  { id: 'plala', name: 'plala', suffixes: ['plala.or.jp'] },
  { id: 'cox', name: 'Cox', suffixes: ['cxr.mx.a.cloudfilter.net'] },
  { id: 'shaw', name: 'Shaw', suffixes: ['shw-central.mx.a.cloudfilter.net'] },
  { id: 'a1', name: 'A1', suffixes: ['mx.a1.net'] },
  { id: 'upc', name: 'UPC', suffixes: ['upcmail.net'] },
  { id: 'telenor', name: 'Telenor', suffixes: ['mx.online.no'] },
  { id: 'telia', name: 'Telia', suffixes: ['mx.telia.com'] },
  { id: 'telefonica', name: 'Telefónica', suffixes: ['mx.telefonica.net'] },
  { id: 'sapo', name: 'SAPO Mail', suffixes: ['ptmail.sapo.pt'] },
  { id: 'centurylink', name: 'CenturyLink', suffixes: ['mx.centurylink.net'] },
  // Offices
  { id: 'lark', name: 'Lark (Feishu)', suffixes: ['larksuite.com', 'feishu.cn', 'larkoffice.com'] },
  { id: 'line-works', name: 'LINE WORKS', suffixes: ['worksmobile.com'] },
  { id: 'coremail', name: 'Coremail', suffixes: ['icoremail.net', 'coremail.cn'] },
  // Hosting
  { id: 'rackspace', name: 'Rackspace Email', suffixes: ['emailsrvr.com'] },
  { id: 'godaddy', name: 'GoDaddy', suffixes: ['secureserver.net'] },
  {
    id: 'ionos',
    name: 'IONOS',
    suffixes: [
      ...'kundenserver.de ionos.com ionos.de ionos.co.uk ionos.fr ionos.es ionos.it ionos.ca'.split(' '),
      ...'ionos.mx ionos.at 1and1.com 1and1.co.uk 1and1.fr 1and1.es 1and1.it 1and1.ca 1and1.mx'.split(' '),
      ...'1and1.pl 1und1.de oneandone.net schlund.de perfora.net ionos.pl'.split(' '),
    ],
  },
  { id: 'strato', name: 'STRATO', suffixes: ['rzone.de'] },
  { id: 'hetzner', name: 'Hetzner', suffixes: ['your-server.de'] },
  { id: 'all-inkl', name: 'ALL-INKL.COM', suffixes: ['kasserver.com'] },
  { id: 'domainfactory', name: 'DomainFactory', suffixes: ['ispgateway.de'] },
  { id: 'host-europe', name: 'Host Europe', suffixes: ['hosteurope.de'] },
  { id: 'ovh', name: 'OVHcloud', suffixes: ['ovh.net', 'ovh.ca'] },
  { id: 'gandi', name: 'Gandi', suffixes: ['gandi.net'] },
  { id: 'infomaniak', name: 'Infomaniak', suffixes: ['infomaniak.ch', 'infomaniak.com'] },
  { id: 'hostpoint', name: 'Hostpoint', suffixes: ['hostpoint.ch'] },
  { id: 'aruba', name: 'Aruba', suffixes: ['aruba.it', 'arubabusiness.it'] },
  { id: 'register-it', name: 'Register.it', suffixes: ['register.it'] },
  { id: 'transip', name: 'TransIP', suffixes: ['transip.email'] },
  { id: 'one-com', name: 'one.com', suffixes: ['one.com'] },
  { id: 'loopia', name: 'Loopia', suffixes: ['loopia.se'] },
  { id: 'simply', name: 'Simply.com', suffixes: ['simply.com'] },
  { id: 'home-pl', name: 'home.pl', suffixes: ['home.pl'] },
  { id: 'nazwa', name: 'nazwa.pl', suffixes: ['nazwa.pl'] },
  { id: 'namecheap', name: 'Namecheap', suffixes: ['jellyfish.systems'] },
  { id: 'namecheap-private-email', name: 'Namecheap Private Email', suffixes: ['privateemail.com'] },
  { id: 'namecheap-forwarding', name: 'Namecheap Email Forwarding', suffixes: ['registrar-servers.com'] },
  { id: 'titan', name: 'Titan', suffixes: ['titan.email'] },
  { id: 'hostinger', name: 'Hostinger', suffixes: ['hostinger.com', 'hostinger.in'] },
  { id: 'dreamhost', name: 'DreamHost', suffixes: ['dreamhost.com'] },
  { id: 'network-solutions', name: 'Network Solutions', suffixes: ['netsolmail.net'] },
  { id: 'siteground', name: 'SiteGround', suffixes: ['mailspamprotection.com'] },
  { id: 'hostgator', name: 'HostGator', suffixes: ['websitewelcome.com'] },
  { id: 'porkbun', name: 'Porkbun', suffixes: ['porkbun.com'] },
  { id: 'tucows', name: 'Tucows Hosted Email', suffixes: ['hostedemail.com'] },
  { id: 'intermedia', name: 'Intermedia', suffixes: ['serverdata.net'] },
  { id: 'mxroute', name: 'MXroute', suffixes: ['mxrouting.net', 'mxroute.com', 'mxlogin.com'] },
  { id: 'migadu', name: 'Migadu', suffixes: ['migadu.com'] },
  { id: 'purelymail', name: 'Purelymail', suffixes: ['purelymail.com'] },
  { id: 'easydns', name: 'easyDNS', suffixes: ['easymail.ca'] },
  { id: 'mailhostbox', name: 'Mailhostbox', suffixes: ['mailhostbox.com'] },
  { id: 'pair', name: 'pair Networks', suffixes: ['pair.com'] },
  { id: 'name-com', name: 'name.com', suffixes: ['name.com'] },
  { id: 'kinghost', name: 'KingHost', suffixes: ['kinghost.net', 'kinghost.com.br'] },
  { id: 'beget', name: 'Beget', suffixes: ['beget.com', 'beget.ru'] },
  { id: 'timeweb', name: 'Timeweb', suffixes: ['timeweb.ru', 'timeweb.com'] },
  { id: 'reg-ru', name: 'REG.RU', suffixes: ['reg.ru'] },
  { id: 'ru-center', name: 'RU-CENTER', suffixes: ['nic.ru', 'nicmail.ru'] },
  { id: 'netcup', name: 'netcup', suffixes: ['netcup.net'] },
  { id: 'united-domains', name: 'united-domains', suffixes: ['udag.de'] },
  { id: 'mittwald', name: 'Mittwald', suffixes: ['agenturserver.de'] },
  { id: 'active24', name: 'Active24', suffixes: ['active24.com', 'active24.cz'] },
  { id: 'forpsi', name: 'FORPSI', suffixes: ['forpsi.com'] },
  { id: 'wedos', name: 'WEDOS', suffixes: ['wedos.net'] },
  { id: 'websupport', name: 'Websupport', suffixes: ['websupport.sk'] },
  { id: 'zone', name: 'Zone', suffixes: ['zone.eu', 'zone.ee'] },
  { id: 'domeneshop', name: 'Domeneshop', suffixes: ['domeneshop.no'] },
  { id: 'arsys', name: 'Arsys', suffixes: ['serviciodecorreo.es'] },
  { id: 'hostopia', name: 'Hostopia', suffixes: ['megamailservers.com', 'megamailservers.eu'] },
  { id: 'combell', name: 'Combell', suffixes: ['mailprotect.be', 'combell.com'] },
  { id: 'cafe24', name: 'Cafe24', suffixes: ['cafe24.com'] },
  { id: 'kolab-now', name: 'Kolab Now', suffixes: ['kolabnow.com'] },
  { id: 'locaweb', name: 'Locaweb', suffixes: ['locaweb.com.br'] },
  { id: 'alibaba', name: 'Alibaba Mail', suffixes: ['mxhichina.com', 'aliyun.com'] },
  { id: 'sakura', name: 'SAKURA Internet', suffixes: ['sakura.ne.jp'] },
  { id: 'xserver', name: 'Xserver', suffixes: ['xserver.jp'] },
  { id: 'lolipop', name: 'Lolipop!', suffixes: ['lolipop.jp'] },
  { id: 'spaceweb', name: 'SpaceWeb', suffixes: ['spaceweb.ru', 'sweb.ru'] },
  { id: 'hiworks', name: 'hiworks', suffixes: ['hiworks.co.kr', 'hiworks.com'] },
  { id: 'mailplug', name: 'Mailplug', suffixes: ['mailplug.co.kr', 'mailplug.com'] },
  { id: 'logix', name: 'Logix', suffixes: ['logix.in'] },
  { id: 'netcore', name: 'Netcore', suffixes: ['netcore.co.in'] },
  // Forwarding and inbound APIs
  { id: 'cloudflare-routing', name: 'Cloudflare Email Routing', suffixes: ['mx.cloudflare.net'] },
  { id: 'improvmx', name: 'ImprovMX', suffixes: ['improvmx.com'] },
  { id: 'forward-email', name: 'Forward Email', suffixes: ['forwardemail.net'] },
  { id: 'simplelogin', name: 'SimpleLogin', suffixes: ['simplelogin.co'] },
  { id: 'addy', name: 'addy.io', suffixes: ['anonaddy.com', 'anonaddy.me', 'addy.io'] },
  { id: 'duckduckgo', name: 'DuckDuckGo Email Protection', suffixes: ['duck.com'] },
  { id: 'amazon', name: 'Amazon', suffixes: ['inbound-smtp.*.amazonaws.com'] },
  { id: 'mailgun', name: 'Mailgun', suffixes: ['mailgun.org'] },
  { id: 'sendgrid', name: 'SendGrid', suffixes: ['sendgrid.net'] },
  { id: 'postmark', name: 'Postmark', suffixes: ['postmarkapp.com'] },
  { id: 'mailjet', name: 'Mailjet', suffixes: ['mailjet.com'] },
  { id: 'mandrill', name: 'Mandrill', suffixes: ['mandrillapp.com'] },
  { id: 'zendesk', name: 'Zendesk', suffixes: ['zendesk.com'] },
  { id: 'sparkpost', name: 'SparkPost', suffixes: ['sparkpostmail.com'] },
];
