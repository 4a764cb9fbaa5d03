import { describe, expect, it } from 'vitest';
import { verdictWith } from '../verdicts.ts';
import { startRecording } from './recorded-outcomes.ts';

describe('an outcome', () => {
  it('is refused with a time that is none, such as one in seconds', async () => {
    const { outcomes, clock } = startRecording();
    for (const verifiedAt of [
      Number.NaN,
      Infinity,
      Math.floor(clock.now() / 1_000),
      '2030-01-01',
      new Date(0),
    ])
      await expect(
        outcomes.record(verdictWith(), 'bounced', { verifiedAt: verifiedAt as number }),
      ).rejects.toMatchObject({ code: 'invalid_argument', parameter: 'verifiedAt' });
    expect(await outcomes.counts()).toEqual([]);
  });

  const advice = 'Pass a verdict, as verify() returned it.';
  it.each<[description: string, args: readonly unknown[], parameter: string, message: string]>([
    [
      'an outcome that there is none of',
      [verdictWith(), 'opened'],
      'outcome',
      "outcome must be 'delivered', 'bounced' or 'complained'.",
    ],
    ['no verdict', [undefined, 'bounced'], 'verdict', `verdict must be an object, not undefined. ${advice}`],
    ['a status alone', ['safe', 'bounced'], 'verdict', `verdict must be an object, not a string. ${advice}`],
    [
      'a verdict without fields',
      [{}, 'bounced'],
      'verdict.email',
      `verdict.email must be a string, not undefined. ${advice}`,
    ],
    ...['97', -1, 101, 50.5, undefined].map((confidence): [string, unknown[], string, string] => [
      `a confidence of ${confidence}`,
      [{ ...verdictWith(), confidence }, 'bounced'],
      'verdict.confidence',
      `verdict.confidence must be 0 to 100, or null. ${advice}`,
    ]),
    [
      'options that are none',
      [verdictWith(), 'bounced', 'acme'],
      'options',
      "options must be an object, not a string. Pass it like this: { account: 'acme' }.",
    ],
    [
      'an option that there is none of',
      [verdictWith(), 'bounced', { verfiedAt: 0 }],
      'verfiedAt',
      'There is no option verfiedAt. Did you mean verifiedAt?',
    ],
    [
      'an account that is no text',
      [verdictWith(), 'bounced', { account: 5 }],
      'account',
      'account must be a string, not a number. Leave it out for outcomes of your own.',
    ],
    [
      'a time in seconds',
      [verdictWith(), 'bounced', { verifiedAt: 1_893_456_000 }],
      'verifiedAt',
      'verifiedAt must be when the verdict was given, in milliseconds since the epoch, as Date.now() returns them.',
    ],
  ])('is refused with %s, and the error tells what to pass', async (_, args, parameter, message) => {
    const { outcomes } = startRecording();
    const recorded = outcomes.record(...(args as Parameters<typeof outcomes.record>));
    await expect(recorded).rejects.toMatchObject({ code: 'invalid_argument', parameter, message });
    expect(await outcomes.counts()).toEqual([]);
  });
});
