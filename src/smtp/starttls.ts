/**
 * Opportunistic TLS for STARTTLS (RFC 7435), as options of node:tls. Without TLS the dialogue continues in plain
 * text, so refusing old versions, weak keys or unknown certificates would only lose the encryption.
 */
export const opportunisticTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;
