import { describe } from 'vitest';
import { itIsAServerLikeAnyOther, itIsAskedWithinRecipientLimits } from './server-behaviour.ts';
import { startOpensmtpd } from './servers/opensmtpd.ts';

describe('OpenSMTPD', () => {
  itIsAServerLikeAnyOther('OpenSMTPD', startOpensmtpd);
  itIsAskedWithinRecipientLimits('OpenSMTPD', startOpensmtpd);
});
