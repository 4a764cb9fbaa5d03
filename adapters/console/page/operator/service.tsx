import { useEffect, useState } from 'preact/hooks';
import { follow } from '../api/follow.ts';
import type { Finding, ServiceState } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { codeText, countText, durationText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

/** The state of the server, and the doctor. */
export function Service() {
  const { value, problem } = useService();
  return (
    <>
      <PageHeading title={texts.pages.service} />
      <ProblemNotice problem={problem} />
      {value !== undefined && (
        <dl class="figures">
          {figuresOf(value).map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {value !== undefined && value.store.findings !== null && (
        <section class="card">
          <h2>{texts.service.storeFindings}</h2>
          <Findings findings={value.store.findings} />
        </section>
      )}
      <Doctor />
    </>
  );
}

/** Follows the state of the server. */
function useService(): { readonly value: ServiceState | undefined; readonly problem: unknown } {
  // Another one after a sign-in in mid-work: what was refused before is then asked for again.
  const { api, session } = useConsole();
  const [value, setValue] = useState<ServiceState>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    void follow<ServiceState>(api, {
      path: 'service',
      event: 'service',
      onValue: (current) => {
        setValue(current);
        setProblem(undefined);
      },
      onProblem: setProblem,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [api, session.csrf_token]);
  return { value, problem };
}

function figuresOf({
  version,
  node,
  uptime_ms,
  store,
  queue,
  memory,
}: ServiceState): readonly [string, string][] {
  return [
    [texts.service.version, version],
    [texts.service.node, node],
    [texts.service.uptime, durationText(uptime_ms)],
    [texts.service.store, store.kind],
    [texts.service.waiting, countText(queue.waiting)],
    [texts.service.retries, countText(queue.retries)],
    [texts.service.oldestRetry, momentText(queue.oldest_retry_at)],
    ...Object.entries(memory).map(([name, bytes]): [string, string] => [
      texts.service.memory(codeText(name)),
      texts.service.megabytes(countText(Math.round(bytes / 1_048_576))),
    ]),
  ];
}

function Doctor() {
  const { api } = useConsole();
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isDone, setDone] = useState(false);
  const { isRunning, problem, run, stop } = useAction();
  useEffect(() => stop, [stop]);
  const faults = findings.filter(({ severity }) => severity !== 'ok').length;
  const examine = () =>
    run(async (signal) => {
      setFindings([]);
      setDone(false);
      const events = api.events('doctor', { method: 'POST', body: {}, signal, last: 'end' });
      for await (const { event, data } of events)
        if (event === 'finding') setFindings((before) => [...before, JSON.parse(data) as Finding]);
      setDone(true);
    });
  return (
    <section class="card">
      <h2>{texts.doctor.title}</h2>
      <p>{texts.doctor.explained}</p>
      <button type="button" class="primary" disabled={isRunning} onClick={examine}>
        {texts.doctor.start}
      </button>
      <ProblemNotice problem={problem} />
      <p role="status">
        {isRunning && texts.doctor.running}
        {isDone && texts.doctor.done(findings.length, faults)}
      </p>
      <Findings findings={findings} />
    </section>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul class="rows">
      {findings.map(({ check, severity, text, advice }, index) => (
        <li key={`${check} ${index}`}>
          <span class={`tag tag-${severity}`}>{codeText(severity)}</span>
          <span class="wide">{texts.doctor.finding(check, text, advice)}</span>
        </li>
      ))}
    </ul>
  );
}
