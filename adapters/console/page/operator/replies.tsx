import type { UnreadReplies } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
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
      {value?.replies.length === 0 && <p>{texts.replies.none}</p>}
      {value !== undefined && value.replies.length > 0 && (
        <div class="scroll-x">
          <table>
            <caption class="unseen">{texts.pages.replies}</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  {texts.usage.count}
                </th>
                <th scope="col">{texts.replies.stage}</th>
                <th scope="col">{texts.replies.code}</th>
                <th scope="col">{texts.replies.words}</th>
              </tr>
            </thead>
            <tbody>
              {value.replies.map((reply) => (
                <tr key={`${reply.stage} ${reply.code} ${reply.enhanced_code} ${reply.text}`}>
                  <td class="number">{countText(reply.count)}</td>
                  <td>{reply.stage}</td>
                  <td>
                    {reply.code} {reply.enhanced_code ?? ''}
                  </td>
                  <td>
                    <code>{reply.text === '' ? texts.replies.noWords : reply.text}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
