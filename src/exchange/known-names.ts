/** A name with IPv4 addresses that practically every resolver can look up. */
export const resolvableName = 'a.root-servers.net';

/** Domains of large providers, which practically always have MX records. */
export const largeDomains: readonly string[] = ['gmail.com', 'outlook.com'];

/**
 * Exchanges of large providers that practically always accept connections. If none of them does, the fault is ours.
 * Most preferred MX hosts of gmail.com, outlook.com, yahoo.com and icloud.com.
 */
export const defaultCanaries: readonly string[] = [
  'gmail-smtp-in.l.google.com',
  'outlook-com.olc.protection.outlook.com',
  'mta5.am0.yahoodns.net',
  'mx01.mail.icloud.com',
];
