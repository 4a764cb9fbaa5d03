import { ApiProblem } from '../api/problem.ts';
import type { Balance } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useResource } from '../api/use-loaded.ts';
import { countText, creditText } from '../parts/format.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { useConsole } from '../shell/console-context.ts';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { forgetKey, isPending, keyFor, markAnswered } from './idempotency-keys.ts';
import type { ListHandle } from './list-handle.ts';
import type { ListCounts, ListKind } from './reading/messages.ts';
import { keepSubmitted } from './submitted-lists.ts';

interface SubmitListProps {
  readonly kind: ListKind;
  readonly handle: ListHandle;
  readonly counts: ListCounts;
  /** Whether another column may be meant. */
  readonly hasColumns: boolean;
  readonly onSubmitted: () => void;
}

/** What a list has and costs, and the button that submits it. */
export function SubmitList({ kind, handle, counts, hasColumns, onSubmitted }: SubmitListProps) {
  const { api, session } = useConsole();
  const { isRunning, problem, run } = useAction();
  const balance = useResource<Balance>('balance', { everyMs: 10_000 });
  const account = session.account ?? '';
  const { prices, limits } = session.server;
  const price = priceOf(counts.items, kind === 'verifications' ? prices.verification : prices.lookup);
  const available = balance.value?.available;
  const mostItems = kind === 'verifications' ? limits.max_list_rows : limits.max_list_people;
  const isTooLong = counts.items > mostItems;
  const isMisread = hasColumns && counts.items > 0 && counts.implausible === counts.items;
  const wasSubmitted = isPending(account, counts.digest);
  // What was submitted before is not charged again.
  const isTooDear = available !== undefined && price > available && !wasSubmitted;
  const submit = () =>
    run(async (signal) => {
      const body = await handle.body();
      if (body.size > limits.max_body_bytes) throw new Error(texts.lists.tooLarge);
      const { key, isRepeat } = keyFor(account, counts.digest);
      const query = new URLSearchParams({ kind });
      if (handle.name !== undefined) query.set('name', handle.name.slice(0, 1_000));
      try {
        const headers = { 'Idempotency-Key': key };
        const { job_id } = await api.request<{ job_id: string }>(`jobs?${query}`, {
          method: 'POST',
          body,
          headers,
          signal,
        });
        forgetKey(account, counts.digest);
        keepSubmitted(job_id, handle);
        onSubmitted();
        location.hash = hashOf('jobs', job_id);
      } catch (error) {
        const status = error instanceof ApiProblem ? error.status : undefined;
        if (status === 422) forgetKey(account, counts.digest);
        // Of an earlier one, whose answer was lost, it says nothing.
        else if (isRefusal(status) && !isRepeat) markAnswered(account, counts.digest);
        throw error;
      }
    });
  return (
    <>
      <dl class="figures" aria-live="polite">
        <Figure term={texts.lists.counted[kind]} text={countText(counts.items)} />
        <Figure term={texts.lists.duplicates} text={countText(counts.duplicates)} />
        <Figure term={texts.lists.empty[kind]} text={countText(counts.empty)} />
        <Figure term={texts.lists.implausible[kind]} text={countText(counts.implausible)} />
        <Figure term={texts.lists.price} text={creditText(price)} />
        <Figure term={texts.usage.available} text={available === undefined ? '…' : creditText(available)} />
      </dl>
      {counts.unclear > 0 && <Notice kind="info">{texts.lists.unclear(countText(counts.unclear))}</Notice>}
      {counts.items === 0 && <Notice kind="problem">{texts.lists.noItems}</Notice>}
      {isMisread && <Notice kind="problem">{texts.lists.allImplausible[kind]}</Notice>}
      {isTooLong && <Notice kind="problem">{texts.lists.tooLong(countText(mostItems))}</Notice>}
      {isTooDear && <Notice kind="problem">{texts.lists.tooDear}</Notice>}
      {wasSubmitted && !isRunning && <Notice kind="info">{texts.lists.submittedBefore}</Notice>}
      <ProblemNotice problem={problem} />
      <button
        type="button"
        class="primary"
        disabled={isRunning || counts.items === 0 || isMisread || isTooLong || isTooDear}
        onClick={submit}
      >
        {isRunning ? texts.lists.submitting : texts.lists.submit(countText(counts.items))}
      </button>
    </>
  );
}

/** Returns what items cost together, in whole thousandths of a credit as the server counts: 3 × 0.2 is more than 0.6 otherwise. */
function priceOf(items: number, each: number): number {
  return Math.round(items * each * 1_000) / 1_000;
}

/** Returns whether an answer says that the server has not taken what it answers. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function Figure({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
