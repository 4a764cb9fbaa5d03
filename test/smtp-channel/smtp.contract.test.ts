import { describe, it } from 'vitest';
import { createSmtpChannelTransport } from '../../adapters/smtp-channel/index.ts';
import { smtpTransportContract } from '../../contract/smtp-transport.ts';
import { isGloballyReachable } from '../../src/special-purpose-addresses.ts';

smtpTransportContract(
  { describe, it },
  {
    name: 'createSmtpChannelTransport',
    create: ({ clock }) => createSmtpChannelTransport({ clock, isAllowed: () => true }),
    createGuarded: ({ clock }) => createSmtpChannelTransport({ clock, isAllowed: isGloballyReachable }),
  },
);
