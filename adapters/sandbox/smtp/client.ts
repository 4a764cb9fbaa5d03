/** A client of the servers, as they see it. */
export interface SandboxClient {
  readonly address: string;
  /** Its /24, by which greylisting remembers it. */
  readonly network: string;
}

/** The address of clients that connect from 127.0.0.1 (RFC 5737). It is that of the sandbox's HELO name. */
export const usualClientAddress = '192.0.2.25';

/** Returns the client that connects from an address of this machine. Each address but 127.0.0.1 stands for itself. */
export function clientAt(remoteAddress: string | undefined): SandboxClient {
  const own = remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
  const address = own === '127.0.0.1' ? usualClientAddress : own;
  return { address, network: address.replace(/\.\d+$/, '.0/24') };
}
