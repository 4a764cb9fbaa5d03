import { describe, it } from 'vitest';
import { isGloballyReachable } from '../../adapters/net/guard.ts';
import { createSmtpChannelTransport } from '../../adapters/smtp-channel/index.ts';
import { smtpTransportContract } from '../../contract/smtp-transport.ts';

smtpTransportContract(
  { describe, it },
  {
    name: 'createSmtpChannelTransport',
    create: ({ clock }) => createSmtpChannelTransport({ clock, isAllowed: () => true }),
    createGuarded: ({ clock }) => createSmtpChannelTransport({ clock, isAllowed: isGloballyReachable }),
  },
);
