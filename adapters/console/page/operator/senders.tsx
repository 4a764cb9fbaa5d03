import { useState } from 'preact/hooks';
import type { Senders as SendersResource } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { Chart } from '../parts/chart.tsx';
import { Choice } from '../parts/field.tsx';
import { countText, momentText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';

type Sender = SendersResource['senders'][number];
type Step = SendersResource['history']['hour'][number];

const shownFields = ['recipients', 'failures', 'limits', 'blocks'] as const;

/** What each sender has open at each provider, and what limits it has met. */
export function Senders() {
  const [chosen, setChosen] = useState('');
  const path = chosen === '' ? 'senders' : `senders?${chosen}`;
  const { value, problem, reload } = useResource<SendersResource>(path, { key: 'senders', everyMs: 3_000 });
  const options = historyOptions(value?.senders ?? []);
  const choose = (query: string) => {
    setChosen(query);
    reload();
  };
  return (
    <>
      <PageHeading title={texts.pages.senders} />
      <ProblemNotice problem={problem} onRetry={reload} />
      {value !== undefined && <SenderGrid senders={value.senders} />}
      {value !== undefined && (
        <>
          <div class="span">
            <Choice label={texts.senders.historyOf} value={chosen} options={options} onValue={choose} />
          </div>
          <History title={texts.senders.hour} steps={value.history.hour} />
          <History title={texts.senders.day} steps={value.history.day} />
        </>
      )}
    </>
  );
}

/** All together, and each sender at each provider, by the query that asks for its history. */
function historyOptions(senders: readonly Sender[]) {
  const own = senders.map(({ egress, provider }) => ({
    value: new URLSearchParams({ egress, provider: provider ?? '' }).toString(),
    label: texts.senders.at(egress, provider ?? texts.senders.others),
  }));
  return [{ value: '', label: texts.senders.all }, ...own];
}

/** A sender, and how it is with each provider. */
type OwnPlaces = readonly [egress: string, places: readonly Sender[]];

export function byEgress(senders: readonly Sender[]): readonly OwnPlaces[] {
  const egresses = [...new Set(senders.map(({ egress }) => egress))];
  return egresses.map((egress) => [egress, senders.filter((one) => one.egress === egress)]);
}

function SenderGrid({ senders }: { readonly senders: readonly Sender[] }) {
  const rows = byEgress(senders);
  const known = new Set(senders.map(({ provider }) => provider));
  const providers = [...known].sort((a, b) => Number(a === null) - Number(b === null));
  const at = (provider: string | null, [, own]: OwnPlaces) =>
    own.find((sender) => sender.provider === provider);
  return (
    <Table
      caption={texts.senders.grid}
      isCaptionShown
      rows={rows}
      keyOf={([egress]) => egress}
      empty={<NoSenders />}
      columns={[
        { head: texts.senders.egress, cell: ([egress]) => egress },
        ...providers.map(
          (provider): Column<OwnPlaces> => ({
            head: provider ?? texts.senders.others,
            cell: (row) => <SenderCell sender={at(provider, row)} />,
            cellClass: (row) => cellClassOf(at(provider, row)),
          }),
        ),
      ]}
    />
  );
}

function cellClassOf(sender: Sender | undefined): string | undefined {
  if (sender === undefined) return undefined;
  return sender.blocked_until !== null ? 'blocked' : sender.paused_until !== null ? 'paused' : undefined;
}

function SenderCell({ sender }: { readonly sender: Sender | undefined }) {
  if (sender === undefined) return '–';
  const { connections, connection_limit, recipients_per_second, paused_until, blocked_until } = sender;
  const { limits_met, exchanges } = sender;
  return (
    <>
      <strong>{connectionsText(connections, connection_limit)}</strong>
      {recipients_per_second !== null && <div>{texts.senders.rate(countText(recipients_per_second))}</div>}
      {limits_met.hour > 0 && <div>{texts.senders.limitsMet(countText(limits_met.hour))}</div>}
      {paused_until !== null && <div>{texts.senders.paused(momentText(paused_until))}</div>}
      {blocked_until !== null && <div>{texts.senders.blocked(momentText(blocked_until))}</div>}
      {exchanges.length > 0 && <SenderHosts exchanges={exchanges} />}
    </>
  );
}

/** The mail servers that a cell sums up. */
function SenderHosts({ exchanges }: Pick<Sender, 'exchanges'>) {
  return (
    <details>
      <summary>{texts.senders.hosts(countText(exchanges.length))}</summary>
      <ul class="rows">
        {exchanges.map(({ exchange, connections, connection_limit, paused_until, blocked_until }) => (
          <li key={exchange}>
            <code>{exchange}</code>
            <span>{connectionsText(connections, connection_limit)}</span>
            {paused_until !== null && <span>{texts.senders.paused(momentText(paused_until))}</span>}
            {blocked_until !== null && <span>{texts.senders.blocked(momentText(blocked_until))}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function connectionsText(connections: number, limit: number | null): string {
  return limit === null
    ? countText(connections)
    : texts.senders.connections(countText(connections), countText(limit));
}

function History({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) {
  if (steps.length < 2) return null;
  const sums = shownFields.map((field) => {
    const sum = steps.reduce((total, step) => total + step[field], 0);
    return texts.senders.sum(countText(sum), texts.senders.series[field]);
  });
  return (
    <>
      <h2>{title}</h2>
      <Chart
        label={texts.senders.summedUp(title, sums)}
        times={steps.map(({ at }) => Date.parse(at) / 1_000)}
        series={shownFields.map((field) => ({
          label: texts.senders.series[field],
          values: steps.map((step) => step[field]),
        }))}
      />
    </>
  );
}

export function NoSenders() {
  return (
    <Empty
      text={texts.senders.none}
      next={texts.senders.noneNext}
      way={{ href: hashOf('service'), label: texts.service.goTo }}
    />
  );
}
