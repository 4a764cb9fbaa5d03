import * as z from 'zod';
import { isoTime, isoTimeOrNull } from '../../../../src/iso-time.ts';
import type {
  ActivityPeriod,
  EgressState,
  ExchangeState,
} from '../../../../src/probe/egress/egress-reports.ts';
import { readQuery } from '../../../http/query.ts';
import { statusResponse } from '../../../http/response.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import { answerSchemas, time } from '../named-schemas.ts';

const count = z.int().min(0);

const standing = {
  connections: count.describe('Of this process.'),
  connection_limit: count
    .nullable()
    .describe('Of all processes together, now; null if nothing was asked there.'),
  recipients_per_second: z.number().nullable().describe('null where no limit is known.'),
  paused_until: time.nullable(),
  blocked_until: time.nullable(),
};

const senderHost = z.object({ exchange: z.string().describe('Host name of the mail server.'), ...standing });

const sender = z.object({
  egress: z.string(),
  provider: z.string().nullable().describe('null: all mail servers of no known provider together.'),
  ...standing,
  limits_met: z.object({ hour: count }).describe('Signs of a limit.'),
  exchanges: z
    .array(senderHost)
    .describe(
      'What the row sums up, where the provider is not asked as a whole: the mail servers, those that block us or that we are to leave alone first. Of them, the row has the latest times, and the lowest rate.',
    ),
});

const step = z.object({ at: time, recipients: count, failures: count, limits: count, blocks: count });

const historyQuery = z.object({
  egress: z.string().optional().describe('Whose history. Default: that of all together.'),
  provider: z
    .string()
    .optional()
    .describe('At which provider; empty: at all mail servers of no known one. Default: at all.'),
});

const senderList = z
  .object({
    senders: z.array(sender),
    history: z
      .object({ step_ms: z.object({ hour: z.int(), day: z.int() }), hour: z.array(step), day: z.array(step) })
      .describe(
        'What this process did, step by step, the oldest first; through the egress and at the provider asked for.',
      ),
  })
  .register(answerSchemas, { id: 'Senders' });

type Sender = z.output<typeof sender>;

export const sendersEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'GET',
  path: '/api/senders',
  operationId: 'getSenders',
  summary: 'How each egress stands with providers, and what it did in the last hour and day',
  query: historyQuery,
  response: senderList,
  errors: [403, 422],
  async respond({ parts: { engine }, request }) {
    const wanted = readQuery(request.target, historyQuery);
    const egresses = await engine.egresses.list();
    const { hour, day } = engine.egresses.history();
    const answer: z.output<typeof senderList> = {
      senders: egresses.flatMap((egress) => sendersOf(egress, hour)),
      history: {
        step_ms: { hour: hour.stepMs, day: day.stepMs },
        hour: stepsOf(hour, wanted),
        day: stepsOf(day, wanted),
      },
    };
    return statusResponse(200, answer);
  },
};

/** Returns how an egress stands with what it has asked lately, and with what blocks it: a row for each provider, and one for all else. */
function sendersOf(
  { name: egress, exchanges, blocks }: EgressState,
  hour: ActivityPeriod,
): readonly Sender[] {
  // A block for one domain alone keeps it from nothing else.
  const inForce = blocks.filter(({ domain }) => domain === null);
  const asked = new Set(exchanges.map(({ exchange }) => exchange));
  const unasked = inForce.filter(({ exchange }) => !asked.has(exchange));
  const byProvider = new Map<string | null, Standing[]>();
  for (const place of [...exchanges, ...unasked]) {
    const block = inForce.find(({ exchange }) => exchange === place.exchange);
    const together = byProvider.get(place.provider) ?? [];
    together.push(standingOf(place, block?.until));
    byProvider.set(place.provider, together);
  }
  return Array.from(
    byProvider,
    ([provider, together]): Sender => ({
      egress,
      provider,
      ...sumUp(together),
      limits_met: { hour: limitsMet(hour, egress, provider) },
      exchanges: together
        .filter(({ isHost }) => isHost)
        .sort(byGravity)
        .map(({ isHost, ...shown }) => shown),
    }),
  );
}

/** How an egress stands with one exchange, or with a provider as a whole. */
interface Standing extends z.output<typeof senderHost> {
  readonly isHost: boolean;
}

function standingOf(
  place: Pick<ExchangeState, 'exchange'> & Partial<ExchangeState>,
  blockedUntil: number | undefined,
): Standing {
  return {
    isHost: place.exchange.startsWith('host:'),
    exchange: place.exchange.replace(/^host:/, ''),
    connections: place.connections ?? 0,
    connection_limit: place.maxConnections ?? null,
    recipients_per_second: place.recipientsPerSecond ?? null,
    paused_until: isoTimeOrNull(place.pausedUntil),
    blocked_until: isoTimeOrNull(blockedUntil),
  };
}

/** Adds up connections and their limits; of all else, what restricts us most counts. */
function sumUp(standings: readonly Standing[]): Omit<z.output<typeof senderHost>, 'exchange'> {
  const known = <Value>(values: readonly (Value | null)[]): readonly Value[] =>
    values.filter((value) => value !== null);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const limits = known(standings.map(({ connection_limit }) => connection_limit));
  const rates = known(standings.map(({ recipients_per_second }) => recipients_per_second));
  return {
    connections: sum(standings.map(({ connections }) => connections)),
    connection_limit: limits.length === 0 ? null : sum(limits),
    recipients_per_second: rates.length === 0 ? null : Math.min(...rates),
    paused_until: latestOf(standings.map(({ paused_until }) => paused_until)),
    blocked_until: latestOf(standings.map(({ blocked_until }) => blocked_until)),
  };
}

/** ISO times are in the order of their texts. */
function latestOf(times: readonly (string | null)[]): string | null {
  return times.reduce((latest, time) => ((time ?? '') > (latest ?? '') ? time : latest), null);
}

function byGravity(a: Standing, b: Standing): number {
  const gravity = ({ blocked_until, paused_until }: Standing) =>
    Number(blocked_until !== null) * 2 + Number(paused_until !== null);
  return gravity(b) - gravity(a) || b.connections - a.connections;
}

function limitsMet({ series }: ActivityPeriod, egress: string, provider: string | null): number {
  const own = series.find((one) => one.egress === egress && one.provider === provider);
  return (own?.steps ?? []).reduce((sum, { limits }) => sum + limits, 0);
}

/** Adds up what was done through the egress and at the provider that are wanted. */
function stepsOf(
  { from, stepMs, series: all }: ActivityPeriod,
  wanted: z.output<typeof historyQuery>,
): z.output<typeof step>[] {
  const length = Math.max(0, ...all.map(({ steps }) => steps.length));
  const series = all.filter(
    ({ egress, provider }) =>
      egress === (wanted.egress ?? egress) && (provider ?? '') === (wanted.provider ?? provider ?? ''),
  );
  return Array.from({ length }, (_, index) => {
    const sum = { recipients: 0, failures: 0, limits: 0, blocks: 0 };
    for (const { steps } of series)
      for (const field of ['recipients', 'failures', 'limits', 'blocks'] as const)
        sum[field] += steps[index]?.[field] ?? 0;
    return { at: isoTime(from + index * stepMs), ...sum };
  });
}
