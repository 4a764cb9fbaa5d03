import * as z from 'zod';
import { toCredits } from '../../../src/credit-units.ts';
import type { UsageReport } from '../../../src/credits/usage.ts';
import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import { Problem } from '../../http/problem.ts';
import { readQuery } from '../../http/query.ts';
import { statusResponse } from '../../http/response.ts';
import { chargeKinds } from '../../stores/charge-purpose.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
import { keyNamesOf } from './key-fields.ts';
import { answerSchemas, credits } from './named-schemas.ts';

const day = z.iso.date({ error: 'must be a day, such as 2030-01-31' });
const dayMs = 86_400_000;
const mostDays = 400;

const usageQuery = z.object({
  from: day.optional().describe('The first day, in UTC. Default: 29 days before the last.'),
  to: day.optional().describe('The last day. Default: today.'),
});

const usage = z
  .object({
    from: day,
    to: day,
    days: z
      .array(
        z.object({
          day,
          key_id: z.string().nullable().describe('null for work that was asked for in the console.'),
          key_name: z.string().nullable(),
          kind: z
            .enum([...chargeKinds, 'unknown'])
            .describe('What was charged; correction: credits that the operator took away.'),
          count: z.int().describe('Addresses or people, without those refunded.'),
          credits: credits.describe(
            'Credits charged, without those refunded. Negative on a day with refunds only.',
          ),
        }),
      )
      .describe('By day, key and kind.'),
    total: credits,
    missing_until: z.iso
      .datetime()
      .nullable()
      .describe('Charges until then are kept no longer; null if none are missing.'),
  })
  .register(answerSchemas, { id: 'Usage' });

export const usageEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'GET',
  path: '/api/usage',
  operationId: 'getUsage',
  summary: 'What was charged, by day, key and kind of work',
  query: usageQuery,
  response: usage,
  errors: [403, 422],
  async respond({ parts: { engine, clock }, account, request }) {
    const period = readPeriod(request.target, clock.now());
    const end = engine.budgets.open('usage_reports_open', account);
    try {
      const [report, keyNames] = await Promise.all([
        engine.accounts.usage(account, { ...period, signal: request.signal }),
        keyNamesOf(engine.keys, account),
      ]);
      return statusResponse(200, usageOf(report, period, keyNames));
    } finally {
      end();
    }
  },
};

interface Period {
  readonly from: number;
  readonly to: number;
}

function readPeriod(target: string, now: number): Period {
  const query = readQuery(target, usageQuery);
  const last = query.to === undefined ? now - (now % dayMs) : Date.parse(query.to);
  const from = query.from === undefined ? last - 29 * dayMs : Date.parse(query.from);
  if (from > last) throw new Problem(422, 'from: must not be after to.');
  if (last - from >= mostDays * dayMs)
    throw new Problem(422, `from: must be less than ${mostDays} days before to.`);
  return { from, to: last + dayMs };
}

function usageOf(
  { rows, missingUntil }: UsageReport,
  { from, to }: Period,
  keyNames: ReadonlyMap<string, string | null>,
): z.output<typeof usage> {
  const net = rows.map((row) => row.milliCredits - row.refundedMilliCredits);
  return {
    from: dayOf(from),
    to: dayOf(to - dayMs),
    days: rows.map(({ day, keyId, kind, count, refundedCount }, index) => ({
      day,
      key_id: keyId,
      key_name: keyId === null ? null : (keyNames.get(keyId) ?? null),
      kind,
      count: count - refundedCount,
      credits: toCredits(net[index] ?? 0),
    })),
    total: toCredits(net.reduce((sum, amount) => sum + amount, 0)),
    missing_until: isoTimeOrNull(missingUntil),
  };
}

function dayOf(at: number): string {
  return isoTime(at).slice(0, 10);
}

const balance = z
  .object({
    available: credits.describe('Credits that can be spent now.'),
    held: credits.describe('Credits of work under way.'),
  })
  .register(answerSchemas, { id: 'Balance' });

export const balanceEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'GET',
  path: '/api/balance',
  operationId: 'getBalance',
  summary: 'The credits of the account',
  response: balance,
  errors: [403],
  async respond({ parts, account }) {
    const { available, held } = await parts.engine.accounts.balance(account);
    const answer: z.output<typeof balance> = { available: toCredits(available), held: toCredits(held) };
    return statusResponse(200, answer);
  },
};
