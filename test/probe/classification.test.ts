import { describe, expect, test } from 'vitest';
import { classify } from '../../src/probe/classification.ts';
import type { Reading } from '../../src/probe/reading.ts';
import { type LabelledReply, labelledReplies, ownWords, parseReply } from './labelled-replies.ts';

function readingOf(labelled: LabelledReply): Reading {
  const { reply, stage, recipient, operator } = labelled;
  return classify(parseReply(reply), {
    stage,
    recipient,
    ...ownWords,
    ...(operator === undefined ? {} : { operator }),
  });
}

describe('a labelled reply is read as its label says', () => {
  test.each(labelledReplies.map((labelled) => [labelled.stage, labelled.reply, labelled] as const))(
    '%s: %s',
    (_stage, _reply, labelled) => {
      const { meaning, certainty } = labelled;
      expect(readingOf(labelled)).toMatchObject({
        meaning,
        ...(certainty === undefined ? {} : { certainty }),
      });
    },
  );
});
