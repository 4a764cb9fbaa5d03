import { describe } from 'vitest';
import {
  itIsAServerLikeAnyOther,
  itIsAskedInATarpit,
  itIsAskedOverTls,
  itIsAskedWithinRecipientLimits,
} from './server-behaviour.ts';
import { startExim } from './servers/exim.ts';
import { asList, itIsAskedWell } from './verdict-behaviour.ts';

describe('Exim', () => {
  itIsAServerLikeAnyOther('Exim', startExim);
  itIsAskedOverTls(startExim);
  itIsAskedWithinRecipientLimits('Exim', startExim);
  itIsAskedInATarpit('Exim', startExim);

  describe('that offers no STARTTLS, asked about a list of 300 addresses', () => {
    itIsAskedWell({
      name: 'Exim without TLS: list of 300',
      start: startExim,
      settings: { tls: false },
      size: 300,
      asking: asList,
    });
  });
});
