import * as z from 'zod';
import { isoTime } from '../../../../src/iso-time.ts';
import type { ActivityPeriod } from '../../../../src/probe/egress/egress-activity.ts';
import type { EgressState, ExchangeState } from '../../../../src/probe/egress/egress-states.ts';
import { statusResponse } from '../../../http/response.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import { answerSchemas, time } from '../named-schemas.ts';

const count = z.int().min(0);

const sender = z.object({
  egress: z.string(),
  provider: z.string().describe('Its name; the host name for an exchange of no known provider.'),
  connections: count.describe('Of this process.'),
  connection_limit: count
    .nullable()
    .describe('Of all processes together, now; null if nothing was asked there.'),
  recipients_per_second: z.number().nullable().describe('null where no limit is known.'),
  paused_until: time.nullable(),
  blocked_until: time.nullable(),
  limits_met: z.object({ hour: count }).describe('Signs of a limit, of the provider as a whole.'),
});

const step = z.object({ at: time, recipients: count, failures: count, limits: count, blocks: count });

const senderList = z
  .object({
    senders: z.array(sender),
    history: z
      .object({ step_ms: z.object({ hour: z.int(), day: z.int() }), hour: z.array(step), day: z.array(step) })
      .describe('What this process did, step by step, the oldest first.'),
  })
  .register(answerSchemas, { id: 'Senders' });

type Sender = z.output<typeof sender>;

export const sendersEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'GET',
  path: '/api/senders',
  operationId: 'getSenders',
  summary: 'How each egress stands with providers, and what it did in the last hour and day',
  response: senderList,
  errors: [403],
  async respond({ parts: { engine } }) {
    const egresses = await engine.egresses.list();
    const { hour, day } = engine.egresses.history();
    const answer: z.output<typeof senderList> = {
      senders: egresses.flatMap((egress) => sendersOf(egress, hour)),
      history: {
        step_ms: { hour: hour.stepMs, day: day.stepMs },
        hour: stepsOf(hour),
        day: stepsOf(day),
      },
    };
    return statusResponse(200, answer);
  },
};

/** Returns what an egress has asked lately, and what blocks it. */
function sendersOf({ name, exchanges, blocks }: EgressState, hour: ActivityPeriod): readonly Sender[] {
  // A block for one domain alone keeps it from nothing else.
  const inForce = blocks.filter(({ domain }) => domain === null);
  const asked = new Set(exchanges.map(({ exchange }) => exchange));
  const unasked = inForce.filter(({ exchange }) => !asked.has(exchange));
  return [...exchanges, ...unasked].map((place): Sender => {
    const { exchange, provider } = place;
    const state: Partial<ExchangeState> = place;
    const block = inForce.find((candidate) => candidate.exchange === exchange);
    return {
      egress: name,
      provider: provider ?? exchange.replace(/^host:/, ''),
      connections: state.connections ?? 0,
      connection_limit: state.maxConnections ?? null,
      recipients_per_second: state.recipientsPerSecond ?? null,
      paused_until: isoTimeOrNull(state.pausedUntil),
      blocked_until: isoTimeOrNull(block?.until),
      limits_met: { hour: limitsMet(hour, name, provider) },
    };
  });
}

function limitsMet({ series }: ActivityPeriod, egress: string, provider: string | null): number {
  const own = series.find((one) => one.egress === egress && one.provider === provider);
  return (own?.steps ?? []).reduce((sum, { limits }) => sum + limits, 0);
}

/** Adds up what all egresses did. */
function stepsOf({ from, stepMs, series }: ActivityPeriod): z.output<typeof step>[] {
  const length = Math.max(0, ...series.map(({ steps }) => steps.length));
  return Array.from({ length }, (_, index) => {
    const sum = { recipients: 0, failures: 0, limits: 0, blocks: 0 };
    for (const { steps } of series)
      for (const field of ['recipients', 'failures', 'limits', 'blocks'] as const)
        sum[field] += steps[index]?.[field] ?? 0;
    return { at: isoTime(from + index * stepMs), ...sum };
  });
}

function isoTimeOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}
