import { describe, expect, it } from 'vitest';
import { ShownOutput } from './shown-output.ts';

const id = 'key_d947590facfb06022f788fbd';
const another = 'key_0123456789abcdef01234567';

describe('output of which a document shows an example', () => {
  it.each([
    ['acme has 100 credits', 'acme has 100 credits\n'],
    ['{"status":"safe","explanation":"The …', '{"status":"safe","explanation":"The server."}\n'],
    ['first\n…\nlast', 'first\nsecond\nthird\nlast\n'],
    ['first\n…', 'first\n'],
    ['time       2.8 s\nspeed      1.8/s, 5 addresses', 'time       41 ms\nspeed      12/s, 5 addresses\n'],
    ['until 2026-11-25T01:36:00.000Z.', 'until 2027-01-02T03:04:05.678Z.\n'],
    [`${id} replaces ${id}`, `${another} replaces ${another}\n`],
    ['Listening on http://127.0.0.1:8080', 'Listening on http://127.0.0.1:23456\n'],
  ])('as %j is %j', (example, output) => {
    expect(new ShownOutput({ 8080: '23456' }).matches(example, output)).toBe(true);
  });

  it.each([
    ['acme has 100 credits', 'acme has 99 credits\n'],
    ['acme has 100 credits', 'acme has 100 credits\nand more\n'],
    ['acme has 100 credits', ''],
    ['{"status":"safe",…', '{"status":"unknown","explanation":""}\n'],
    ['first\n…\nlast', 'first\nsecond\n'],
    [`${id} replaces ${id}`, `${another} replaces ${id}\n`],
    ['Listening on http://127.0.0.1:8080', 'Listening on http://127.0.0.1:8080\n'],
  ])('as %j is not %j', (example, output) => {
    expect(new ShownOutput({ 8080: '23456' }).matches(example, output)).toBe(false);
  });

  it('gives names that commands, files and later output have in its place', () => {
    const shown = new ShownOutput({ 3000: '8080', 8080: '3000' });
    expect(shown.matches(`The key ${id} of acme`, `The key ${another} of acme\n`)).toBe(true);
    expect(shown.translate(`rotate ${id} --port 3000 --metrics-port 8080`)).toBe(
      `rotate ${another} --port 8080 --metrics-port 3000`,
    );
    expect(shown.matches(`Rotated ${id}`, `Rotated ${another}\n`)).toBe(true);
    expect(shown.matches(`Rotated ${id}`, `Rotated ${id}\n`)).toBe(false);
  });
});
