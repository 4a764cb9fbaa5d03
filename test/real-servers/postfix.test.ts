import { describe } from 'vitest';
import {
  itIsAServerLikeAnyOther,
  itIsAskedInATarpit,
  itIsAskedOverTls,
  itIsAskedWithinRecipientLimits,
} from './server-behaviour.ts';
import { startPostfix } from './servers/postfix.ts';

describe('Postfix', () => {
  // It takes a second longer for each transaction with a mailbox in it after the first hundred (in_flow_delay): a transaction
  // that is given up uses up what only the delivery of mail gives back.
  itIsAServerLikeAnyOther('Postfix', startPostfix, { transactionsPerAddress: 0.2 });
  itIsAskedOverTls(startPostfix);
  itIsAskedWithinRecipientLimits('Postfix', startPostfix);
  itIsAskedInATarpit('Postfix', startPostfix);
});
