import { describe, it } from 'vitest';
import { createSmtpTransport } from '../../adapters/net/smtp.ts';
import { smtpTransportContract } from '../../contract/smtp-transport.ts';

smtpTransportContract(
  { describe, it },
  {
    name: 'createSmtpTransport',
    create: ({ clock }) => createSmtpTransport({ clock, allowPrivateHosts: true }),
    createGuarded: ({ clock }) => createSmtpTransport({ clock }),
  },
);
