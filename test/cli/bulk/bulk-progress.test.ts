import { describe, expect, it } from 'vitest';
import { type BulkView, showBulkProgress } from '../../../adapters/cli/bulk/bulk-progress.ts';
import type { ListResult } from '../../../adapters/cli/bulk/list-kind.ts';
import { lookupList } from '../../../adapters/cli/bulk/lookup-list.ts';
import { OutcomeCounts } from '../../../adapters/cli/bulk/outcome-counts.ts';
import { durationText, Pace, rateText } from '../../../adapters/cli/bulk/pace.ts';
import { verificationList } from '../../../adapters/cli/bulk/verification-list.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { fakeTerminal } from '../fake-terminal.ts';

function view(changes: Partial<BulkView>): BulkView {
  return { done: 0, total: 1_000, counts: new OutcomeCounts(), retries: undefined, ...changes };
}

const total = 1_000;

function shown(kind: typeof verificationList | typeof lookupList = verificationList) {
  const clock = new ManualClock();
  const { stderr } = fakeTerminal();
  const progress = showBulkProgress<unknown, ListResult>(stderr, { clock, total, kind });
  return {
    clock,
    wait: progress.wait,
    show: (changes: Partial<BulkView>, afterMs = 0) => {
      clock.leap(afterMs);
      progress.show(view(changes));
    },
    lines: () => stderr.text.trimEnd().split('\n').slice(1),
    text: () => stderr.text,
  };
}

describe('the progress of a run without a terminal', () => {
  it('is a line every five seconds, with the rate, the time left and what came out', () => {
    const { show, lines } = shown();
    const counts = new OutcomeCounts();
    counts.add('safe', 'deliverable');
    counts.add('invalid', 'mailbox_not_found');
    show({ done: 0 });
    for (let second = 1; second <= 10; second += 1) show({ done: second * 20, counts }, 1_000);
    expect(lines()).toEqual([
      '100 of 1000 verified; 20/s, 45 s left; 1 safe, 1 invalid',
      '200 of 1000 verified; 20/s, 40 s left; 1 safe, 1 invalid',
    ]);
  });

  it('says that it is through at once, and only once', () => {
    const { show, lines } = shown();
    show({ done: 1_000 }, 1_000);
    show({ done: 1_000 }, 1_000);
    expect(lines()).toEqual(['1000 of 1000 verified']);
  });

  it('says how many are tried again, and when the next one is', () => {
    const { show, lines, clock } = shown();
    const nextAt = clock.now() + 600_000;
    show({ done: 1_000, retries: { count: 3, nextAt } });
    show({ done: 1_000, retries: { count: 1, nextAt } }, 600_000);
    const local = new Date(nextAt);
    const time = [local.getHours(), local.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    expect(lines()).toEqual([
      `1000 of 1000 verified; 3 addresses are tried again, next at ${time}`,
      '1000 of 1000 verified; 1 address is tried again now',
    ]);
  });

  it('says what it waits for at once, each reason once and harmless for a terminal', () => {
    const { wait, lines } = shown();
    wait('No DNS resolver answers.');
    wait('Port 25 \u001b[2J is closed.');
    wait('No DNS resolver answers.');
    expect(lines()).toEqual(['Waiting: No DNS resolver answers.', 'Waiting: Port 25 \\u{1b}[2J is closed.']);
  });

  it('says what may be wrong where for minutes no result comes', () => {
    const { show, lines } = shown();
    show({ done: 5 });
    show({ done: 5 }, 360_000);
    expect(lines().at(-1)).toBe(
      '5 of 1000 verified; no result for 6 min: DNS, port 25 or the store may be out of reach',
    );
  });
});

describe('the progress of lookups', () => {
  it('speaks of people, and of what was found', () => {
    const { show, lines, text, clock } = shown(lookupList);
    const counts = new OutcomeCounts();
    counts.add('found', 'deliverable');
    counts.add('not found', 'no_address_found');
    counts.add('not found', 'no_address_found');
    show({ done: 2, counts }, 5_000);
    show({ done: 1_000, counts, retries: { count: 2, nextAt: clock.now() } }, 5_000);
    expect(text()).toMatch(/^looking up 1000 people\n/);
    expect(lines()).toEqual([
      '2 of 1000 looked up; 1 found, 2 not found',
      '1000 of 1000 looked up; 2 people are tried again now; 1 found, 2 not found',
    ]);
  });
});

describe('the progress of a run on a terminal', () => {
  function bar() {
    const { stderr } = fakeTerminal({ isTTY: true });
    const clock = new ManualClock();
    return { stderr, progress: showBulkProgress(stderr, { clock, total, kind: verificationList }) };
  }

  it('is a bar', () => {
    const { stderr, progress } = bar();
    progress.show(view({ done: 500 }));
    progress.stop();
    expect(stderr.text).toMatch(/verifying \[={10}-{10}\] 500 of 1000/);
  });

  it('has above it, once, what it waits for', () => {
    const { stderr, progress } = bar();
    progress.wait('No DNS resolver answers.');
    progress.wait('No DNS resolver answers.');
    progress.show(view({ done: 0 }));
    progress.stop();
    const [before = '', after = ''] = stderr.text.split('Waiting: No DNS resolver answers.\n');
    expect(before.endsWith('\r\u001b[K')).toBe(true);
    expect(after).toMatch(/verifying \[-{20}\] 0 of 1000/);
    expect(stderr.text.match(/Waiting/g)).toHaveLength(1);
  });
});

describe('the pace', () => {
  it('is that of the last half minute', () => {
    const pace = new Pace();
    for (let second = 0; second <= 100; second += 1) pace.note(second * 1_000, second * 10);
    for (let second = 101; second <= 140; second += 1) pace.note(second * 1_000, 1_000 + (second - 100) * 2);
    expect(pace.rate).toBeCloseTo(2);
    expect(pace.leftMs(1_180)).toBeCloseTo(50_000);
  });

  it('is not known before a second has passed, and no time is left to tell where nothing gets on', () => {
    const pace = new Pace();
    pace.note(0, 50);
    pace.note(500, 60);
    expect(pace.rate).toBeUndefined();
    const still = new Pace();
    still.note(0, 50);
    still.note(5_000, 50);
    expect(still.rate).toBe(0);
    expect(still.leftMs(100)).toBeUndefined();
  });

  it.each([
    [400, '1 s'],
    [119_000, '119 s'],
    [600_000, '10 min'],
    [12_000_000, '3 h 20 min'],
  ])('of %i ms is written as %s', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text);
  });

  it.each([
    [0.42, '0.4/s'],
    [83.4, '83/s'],
  ])('of %f a second is written as %s', (rate, text) => {
    expect(rateText(rate)).toBe(text);
  });
});
