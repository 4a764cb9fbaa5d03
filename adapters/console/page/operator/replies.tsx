import type { UnreadReplies } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { texts } from '../texts.ts';

/** Replies of mail servers that were not understood, the most frequent first. */
export function Replies() {
  const { value, problem, reload } = useResource<UnreadReplies>('replies', { everyMs: 10_000 });
  return (
    <>
      <PageHeading title={texts.pages.replies} />
      <p>{texts.replies.explained}</p>
      <ProblemNotice problem={problem} onRetry={reload} />
      <Table
        caption={texts.pages.replies}
        empty={<Empty text={texts.replies.none} next={texts.replies.noneNext} />}
        rows={value?.replies}
        keyOf={(reply) => `${reply.stage} ${reply.code} ${reply.enhanced_code} ${reply.text}`}
        columns={[
          {
            head: texts.replies.words,
            cell: ({ text }) => <code>{text === '' ? texts.replies.noWords : text}</code>,
          },
          { head: texts.replies.stage, cell: ({ stage }) => stage },
          { head: texts.replies.code, cell: ({ code, enhanced_code }) => `${code} ${enhanced_code ?? ''}` },
          { head: texts.usage.count, cell: ({ count }) => countText(count), isNumber: true },
        ]}
      />
    </>
  );
}
