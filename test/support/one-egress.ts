import type { Egress } from '../../src/ports/network-ports.ts';
import type { SmtpTransport } from '../../src/ports/smtp-transport.ts';

/** The egresses of an engine that asks through this transport only. */
export function oneEgress(
  smtp: SmtpTransport,
  identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' },
): readonly [Egress] {
  return [{ name: identity.helo, identity, smtp }];
}
