import { useEffect, useState } from 'preact/hooks';
import type { Finding, ServiceState } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { useFollowed } from '../api/use-followed.ts';
import { Card } from '../parts/card.tsx';
import { type Figure, Figures } from '../parts/figures.tsx';
import { codeText, countText, durationText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

const memoryKinds = ['rss', 'heap_used', 'external'] as const;

/** The state of the server, and the doctor. */
export function Service() {
  const { value, problem } = useFollowed<ServiceState>({ path: 'service', event: 'service' });
  return (
    <>
      <PageHeading title={texts.pages.service} />
      <ProblemNotice problem={problem} />
      <Figures figures={figuresOf(value)} />
      {value !== undefined && value.store.findings !== null && (
        <Card title={texts.service.storeFindings}>
          <Findings findings={value.store.findings} />
        </Card>
      )}
      <Doctor />
    </>
  );
}

function figuresOf(service: ServiceState | undefined): readonly Figure[] {
  const { queue, memory } = service ?? {};
  return [
    [texts.service.version, service?.version],
    [texts.service.node, service?.node],
    [texts.service.uptime, service && durationText(service.uptime_ms)],
    [texts.service.store, service?.store.kind],
    [texts.service.waiting, queue && countText(queue.waiting)],
    [texts.service.retries, queue && countText(queue.retries)],
    [texts.service.oldestRetry, queue && momentText(queue.oldest_retry_at)],
    ...memoryKinds.map((kind): Figure => {
      const text = memory && texts.service.megabytes(countText(Math.round(memory[kind] / 1_048_576)));
      return [texts.service.memory(codeText(kind)), text];
    }),
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
    <Card title={texts.doctor.title}>
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
    </Card>
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
