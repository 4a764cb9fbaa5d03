/**
 * TLS as STARTTLS wants it here (RFC 7435): whatever cannot be encrypted well goes out in plain text otherwise, so
 * refusing old versions, weak keys or unknown certificates would gain nothing and lose the encryption. Options in
 * the form of node:tls, shared by the transports.
 */
export const opportunisticTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;
