import { describe, expect, it } from 'vitest';
import { retentionSettings } from '../../../adapters/cli/settings/engine-settings.ts';
import { type FlagsOf, readSettings } from '../../../adapters/cli/settings/setting-value.ts';

const readRetention = (flags: FlagsOf<typeof retentionSettings>, env: Record<string, string>) =>
  readSettings(retentionSettings, flags, env).retentionDays;
const readDays = (retentionDays: string) => readRetention({ retentionDays }, {});

describe('the retention', () => {
  it('is left to the engine by default', () => {
    expect(readRetention({}, {})).toBeUndefined();
  });

  it('is that of jobs, and after a comma that of the journal', () => {
    expect(readDays('10')).toEqual({ jobsDays: 10 });
    expect(readDays('0.5, 90')).toEqual({ jobsDays: 0.5, journalDays: 90 });
    const { POSITIVE_INFINITY: forever } = Number;
    expect(readDays('none,none')).toEqual({ jobsDays: forever, journalDays: forever });
  });

  it('comes from the environment if there is no flag', () => {
    const env = { MAILPROOF_RETENTION_DAYS: '7' };
    expect(readRetention({}, env)).toEqual({ jobsDays: 7 });
    expect(readRetention({ retentionDays: '8' }, env)).toEqual({ jobsDays: 8 });
  });

  it.each(['', '0', '-1', 'x', '30,6', '30,400,1', ',400', '99999', '1e3'])(
    'is refused if it is "%s"',
    (text) => {
      expect(() => readDays(text)).toThrow(/--retention-days is/);
    },
  );
});
