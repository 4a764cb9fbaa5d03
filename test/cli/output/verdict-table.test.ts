import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verdictTable } from '../../../adapters/cli/demo/demo-report.ts';
import { verification } from '../verification.ts';

describe('verdictTable', () => {
  it('aligns words to the left and numbers to the right', () => {
    const table = verdictTable(
      [
        { email: 'ann@example.org', verification: verification(), durationMs: 31 },
        {
          email: '用户@例え.example.org',
          verification: verification({
            status: 'unknown',
            substatus: 'smtputf8_unsupported',
            confidence: null,
            email_provider: 'Unknown',
          }),
          durationMs: 3_000.4,
        },
      ],
      { colour: false },
    );
    expect(table).toBe(
      [
        'address                status   substatus             confidence  provider            ms',
        '─────────────────────  ───────  ────────────────────  ──────────  ────────────────  ────',
        'ann@example.org        safe     deliverable                   97  Google Workspace    31',
        '用户@例え.example.org  unknown  smtputf8_unsupported           -  Unknown           3000',
        '',
      ].join('\n'),
    );
  });

  it('shortens a long address with an ellipsis', () => {
    const email = `${'a'.repeat(64)}@example.org`;
    const table = verdictTable([{ email, verification: verification({ email }), durationMs: 1 }], {
      colour: false,
    });
    expect(table).toContain(`${'a'.repeat(39)}…  safe`);
  });

  it('has a line for an address without a verdict', () => {
    const table = verdictTable([{ email: 'ann@example.org', verification: undefined, durationMs: 5 }], {
      colour: false,
    });
    expect(table).toMatch(/^ann@example\.org {2}- +- +- {2}- +5$/m);
  });

  it('colours the status without moving the columns', () => {
    const rows = [{ email: 'ann@example.org', verification: verification(), durationMs: 31 }];
    const inStatusColour = verdictTable(rows, { colour: true });
    expect(inStatusColour).toContain('\u001b[32m');
    expect(stripVTControlCharacters(inStatusColour)).toBe(verdictTable(rows, { colour: false }));
  });

  it('keeps an address with control characters on its line', () => {
    const table = verdictTable([{ email: 'a\n\u001b[2Jb', verification: verification(), durationMs: 1 }], {
      colour: false,
    });
    expect(table).toContain('a\\u{a}\\u{1b}[2Jb');
    expect(table.trimEnd().split('\n')).toHaveLength(3);
  });
});
