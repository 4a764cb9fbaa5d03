/** A name with IPv4 addresses that practically every resolver can look up. */
export const resolvableName = 'a.root-servers.net';

/** Domains of large providers, which practically always have MX records. */
export const largeDomains: readonly string[] = ['gmail.com', 'outlook.com'];
