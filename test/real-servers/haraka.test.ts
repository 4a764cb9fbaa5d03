import { describe } from 'vitest';
import { itIsAServerLikeAnyOther, itIsAskedInATarpit, itIsAskedOverTls } from './server-behaviour.ts';
import { startHaraka } from './servers/haraka.ts';

describe('Haraka', () => {
  itIsAServerLikeAnyOther('Haraka', startHaraka);
  itIsAskedOverTls(startHaraka);
  itIsAskedInATarpit('Haraka', startHaraka);
});
