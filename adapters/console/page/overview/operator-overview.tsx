import type { JobPage, Senders, ServiceState } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { byEgress, NoSenders } from '../operator/senders.tsx';
import { Card } from '../parts/card.tsx';
import { Figures } from '../parts/figures.tsx';
import { countText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';
import { RunningJobs } from './running-jobs.tsx';

const everyMs = 5_000;
const runningQuery = 'jobs?unfinished=true&limit=50';

/** Whether lists get on, and whether mail servers answer: the queue, the jobs that run, and how each sender is. */
export function OperatorOverview() {
  const service = useResource<ServiceState>('service', { everyMs });
  const running = useResource<JobPage>(runningQuery, { everyMs });
  const senders = useResource<Senders>('senders', { everyMs });
  const lastHour = senders.value?.history.hour;
  const sumOf = (field: 'recipients' | 'limits') =>
    lastHour && countText(lastHour.reduce((sum, step) => sum + step[field], 0));
  return (
    <>
      <ProblemNotice
        problem={service.problem ?? running.problem ?? senders.problem}
        onRetry={() => {
          for (const { reload } of [service, running, senders]) reload();
        }}
      />
      <Figures
        figures={[
          [texts.overview.running, running.value && countText(running.value.jobs.length)],
          [texts.service.waiting, service.value && countText(service.value.queue.waiting)],
          [texts.overview.askedLastHour, sumOf('recipients')],
          [texts.overview.limitsLastHour, sumOf('limits')],
        ]}
      />
      <RunningJobs jobs={running.value?.jobs} isForAll />
      <Card title={texts.pages.senders} more={{ href: hashOf('senders'), label: texts.overview.allSenders }}>
        {senders.value !== undefined && <SenderHealth senders={senders.value.senders} />}
      </Card>
    </>
  );
}

/** How each sender is with all providers together. */
function SenderHealth({ senders }: Pick<Senders, 'senders'>) {
  return (
    <Table
      caption={texts.pages.senders}
      rows={byEgress(senders)}
      keyOf={([egress]) => egress}
      empty={<NoSenders />}
      columns={[
        { head: texts.senders.egress, cell: ([egress]) => egress },
        { head: texts.jobs.state, cell: ([, places]) => <StateTag places={places} /> },
        { head: texts.overview.troubles, cell: ([, places]) => <Troubles places={places} /> },
        {
          head: texts.overview.connections,
          cell: ([, places]) => countText(places.reduce((sum, { connections }) => sum + connections, 0)),
          isNumber: true,
        },
      ]}
    />
  );
}

interface PlacesProps {
  /** How one sender is with each provider. */
  readonly places: readonly Senders['senders'][number][];
}

function StateTag({ places }: PlacesProps) {
  const isBlocked = places.some(({ blocked_until }) => blocked_until !== null);
  const isPaused = places.some(({ paused_until }) => paused_until !== null);
  const state = isBlocked ? 'blocked' : isPaused ? 'paused' : 'ok';
  return <span class={`tag tag-${state}`}>{texts.overview.states[state]}</span>;
}

/** Which providers a sender may not ask now, and until when. */
function Troubles({ places }: PlacesProps) {
  return places.map(({ provider, blocked_until: blocked, paused_until: paused }) => {
    if (blocked === null && paused === null) return null;
    const until =
      blocked === null
        ? texts.senders.paused(momentText(paused))
        : texts.senders.blocked(momentText(blocked));
    return <div key={provider}>{`${provider ?? texts.senders.others}: ${until}`}</div>;
  });
}
