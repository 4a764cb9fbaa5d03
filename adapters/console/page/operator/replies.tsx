import type { UnreadReplies } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

/** Replies of mail servers that were not understood, the most frequent first. */
export function Replies() {
  const { api } = useConsole();
  const { value, problem, reload } = useLoaded(
    (signal) => api.request<UnreadReplies>('replies', { signal }),
    'replies',
    { everyMs: 10_000 },
  );
  return (
    <>
      <PageHeading title={texts.pages.replies} />
      <p>{texts.replies.explained}</p>
      <ProblemNotice problem={problem} onRetry={reload} />
      {value?.replies.length === 0 && <Empty text={texts.replies.none} next={texts.replies.noneNext} />}
      {value !== undefined && value.replies.length > 0 && (
        <Table
          caption={texts.pages.replies}
          rows={value.replies}
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
      )}
    </>
  );
}
