import { describe } from 'vitest';
import { itIsAServerLikeAnyOther, itIsAskedWithinRecipientLimits } from './server-behaviour.ts';
import { startOpensmtpd } from './servers/opensmtpd.ts';

describe('OpenSMTPD', () => {
  // Debian 12's offers STARTTLS, and then fails every handshake ("missing private key"): it is asked in plain text.
  itIsAServerLikeAnyOther('OpenSMTPD', startOpensmtpd);
  itIsAskedWithinRecipientLimits('OpenSMTPD', startOpensmtpd);
});
