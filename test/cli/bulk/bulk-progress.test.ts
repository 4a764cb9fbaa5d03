import { describe, expect, it } from 'vitest';
import { type RunSnapshot, showBulkProgress } from '../../../adapters/cli/bulk/bulk-progress.ts';
import type { BulkResult } from '../../../adapters/cli/bulk/bulk-task.ts';
import { lookupTask } from '../../../adapters/cli/bulk/lookup-task.ts';
import { ResultCounts } from '../../../adapters/cli/bulk/result-counts.ts';
import { verificationTask } from '../../../adapters/cli/bulk/verification-task.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { fakeTerminal } from '../fake-terminal.ts';

function view(changes: Partial<RunSnapshot>): RunSnapshot {
  return { done: 0, total: 1_000, counts: new ResultCounts(), retries: undefined, ...changes };
}

const total = 1_000;

function shown(task: typeof verificationTask | typeof lookupTask = verificationTask) {
  const clock = new ManualClock();
  const { stderr } = fakeTerminal();
  const progress = showBulkProgress<unknown, BulkResult>(stderr, {
    clock,
    total,
    rows: total,
    simulated: false,
    task,
  });
  return {
    clock,
    showWaiting: progress.showWaiting,
    show: (changes: Partial<RunSnapshot>, afterMs = 0) => {
      clock.leap(afterMs);
      progress.show(view(changes));
    },
    lines: () => stderr.text.trimEnd().split('\n').slice(1),
    text: () => stderr.text,
  };
}

describe('the progress of a run without a terminal', () => {
  it('is a line every five seconds, with the rate, the remaining time and the counts', () => {
    const { show, lines } = shown();
    const counts = new ResultCounts();
    counts.add('safe', 'deliverable');
    counts.add('invalid', 'mailbox_not_found');
    show({ done: 0 });
    for (let second = 1; second <= 10; second += 1) show({ done: second * 20, counts }, 1_000);
    expect(lines()).toEqual([
      '100 of 1000 verified; 20/s, 45 s left; 1 safe, 1 invalid',
      '200 of 1000 verified; 20/s, 40 s left; 1 safe, 1 invalid',
    ]);
  });

  it('reports completion at once, and only once', () => {
    const { show, lines } = shown();
    show({ done: 1_000 }, 1_000);
    show({ done: 1_000 }, 1_000);
    expect(lines()).toEqual(['1000 of 1000 verified']);
  });

  it('says which items wait for an egress that no process has, and until when', () => {
    const { show, lines, clock } = shown();
    const until = clock.now() + 1_800_000;
    const local = new Date(until);
    const time = [local.getHours(), local.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    const text = `which mail servers have told to come back and no process has now; another one asks from ${time} on at the latest`;
    const of = (count: number, ...egresses: string[]) => ({ count, egresses, until });
    const nextAt = clock.now();
    show({ done: 1_000, retries: { count: 1, nextAt: Infinity, waiting: of(1, 'mx1') } });
    show({ done: 1_000, retries: { count: 5, nextAt, waiting: of(3, 'mx1', 'mx2') } }, 5_000);
    expect(lines()).toEqual([
      `1000 of 1000 verified; 1 address waits for the egress mx1, ${text}`,
      `1000 of 1000 verified; 2 addresses are tried again now; 3 addresses wait for the egresses mx1, mx2, ${text}`,
    ]);
  });

  it('says how many items are retried, and when the next retry is', () => {
    const { show, lines, clock } = shown();
    const nextAt = clock.now() + 600_000;
    show({ done: 1_000, retries: { count: 3, nextAt, waiting: undefined } });
    show({ done: 1_000, retries: { count: 1, nextAt, waiting: undefined } }, 600_000);
    const local = new Date(nextAt);
    const time = [local.getHours(), local.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    expect(lines()).toEqual([
      `1000 of 1000 verified; 3 addresses are tried again, next at ${time}`,
      '1000 of 1000 verified; 1 address is tried again now',
    ]);
  });

  it('says what it waits for at once, each reason once, without control characters', () => {
    const { showWaiting, lines } = shown();
    showWaiting('No DNS resolver answers.');
    showWaiting('Port 25 \u001b[2J is closed.');
    showWaiting('No DNS resolver answers.');
    expect(lines()).toEqual(['Waiting: No DNS resolver answers.', 'Waiting: Port 25 \\u{1b}[2J is closed.']);
  });

  it('says what may be wrong after minutes without a result', () => {
    const { show, lines } = shown();
    show({ done: 5 });
    show({ done: 5 }, 360_000);
    expect(lines().at(-1)).toBe(
      '5 of 1000 verified; no result for 6 min: DNS, port 25 or the store may be out of reach',
    );
  });
});

describe('the progress of lookups', () => {
  it('uses the labels and groups of lookups', () => {
    const { show, lines, text, clock } = shown(lookupTask);
    const counts = new ResultCounts();
    counts.add('found', 'deliverable');
    counts.add('not found', 'no_address_found');
    counts.add('not found', 'no_address_found');
    show({ done: 2, counts }, 5_000);
    show({ done: 1_000, counts, retries: { count: 2, nextAt: clock.now(), waiting: undefined } }, 5_000);
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
    return {
      stderr,
      progress: showBulkProgress(stderr, {
        clock,
        total,
        rows: total,
        simulated: false,
        task: verificationTask,
      }),
    };
  }

  it('is a bar', () => {
    const { stderr, progress } = bar();
    progress.show(view({ done: 500 }));
    progress.stop();
    expect(stderr.text).toMatch(/verifying \[={10}-{10}\] 500 of 1000/);
  });

  it('shows above the bar what it waits for, once', () => {
    const { stderr, progress } = bar();
    progress.showWaiting('No DNS resolver answers.');
    progress.showWaiting('No DNS resolver answers.');
    progress.show(view({ done: 0 }));
    progress.stop();
    const [before = '', after = ''] = stderr.text.split('Waiting: No DNS resolver answers.\n');
    expect(before.endsWith('\r\u001b[K')).toBe(true);
    expect(after).toMatch(/verifying \[-{20}\] 0 of 1000/);
    expect(stderr.text.match(/Waiting/g)).toHaveLength(1);
  });
});
