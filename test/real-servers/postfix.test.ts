import { describe } from 'vitest';
import {
  itIsAServerLikeAnyOther,
  itIsAskedInATarpit,
  itIsAskedOverTls,
  itIsAskedWithinRecipientLimits,
} from './server-behaviour.ts';
import { startPostfix } from './servers/postfix.ts';

describe('Postfix', () => {
  itIsAServerLikeAnyOther('Postfix', startPostfix);
  itIsAskedOverTls(startPostfix);
  itIsAskedWithinRecipientLimits('Postfix', startPostfix);
  itIsAskedInATarpit('Postfix', startPostfix);
});
