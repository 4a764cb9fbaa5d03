import { describe } from 'vitest';
import {
  itIsAServerLikeAnyOther,
  itIsAskedInATarpit,
  itIsAskedOverTls,
  itIsAskedWithinRecipientLimits,
} from './server-behaviour.ts';
import { startExim } from './servers/exim.ts';

describe('Exim', () => {
  itIsAServerLikeAnyOther('Exim', startExim);
  itIsAskedOverTls(startExim);
  itIsAskedWithinRecipientLimits('Exim', startExim);
  itIsAskedInATarpit('Exim', startExim);
});
