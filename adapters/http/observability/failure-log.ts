import { boundedMap } from '../../../src/bounded-map.ts';
import type { EngineEvent } from '../../../src/engine-interface.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { redactError } from './redaction.ts';
import type { HttpLogger } from './request-log.ts';
import { throttled } from './throttled.ts';

type WebhookFailed = Extract<EngineEvent, { kind: 'webhook' }>;

/** So many egresses and exchanges are told apart at a time. */
const maxBlocks = 1_000;

type EgressBlocked = Extract<EngineEvent, { kind: 'egress_blocked' }>;

/**
 * Returns a listener for `engine.observe` that logs warnings about egresses that are blocked or fail, about
 * failed batches of bulk jobs, and about listeners that failed. An outage fails many batches in the same way,
 * so it logs at most one line of each per 10 seconds, with the number of failures since the last line and the
 * newest cause. Each egress and exchange has a line of its own. Shows no addresses.
 */
export function failureLog(
  logger: HttpLogger,
  clock: Pick<Clock, 'now' | 'steady'>,
): (event: EngineEvent) => void {
  const warnOfBatch = throttled(clock, (batches, cause) => {
    logger.warn({ batches, error: redactError(cause, []) }, 'work on bulk jobs failed: trying again later');
  });
  const warnOfListener = throttled(clock, (events, cause) => {
    logger.warn({ events, error: redactError(cause, []) }, 'a listener of events, or the trace, failed');
  });
  const warningsOfBlocks = boundedMap<string, (block: EgressBlocked) => void>(maxBlocks);
  const warnOfBlock = (block: EgressBlocked) => {
    const key = `${block.egress} ${block.exchange}`;
    const warn = warningsOfBlocks.get(key) ?? throttled<EgressBlocked>(clock, logBlock);
    warningsOfBlocks.set(key, warn);
    warn(block);
  };
  const logBlock = (blocks: number, { egress, exchange, until }: EgressBlocked) =>
    logger.warn(
      { blocks, egress, exchange, until: new Date(until).toISOString() },
      'mail servers block an egress: it stays away from them until then',
    );
  const warningsOfWebhooks = boundedMap<string, (failure: WebhookFailed) => void>(maxBlocks);
  const warnOfWebhook = (failure: WebhookFailed) => {
    const key = `${failure.endpoint} ${failure.change}`;
    const warn = warningsOfWebhooks.get(key) ?? throttled<WebhookFailed>(clock, logWebhook);
    warningsOfWebhooks.set(key, warn);
    warn(failure);
  };
  const logWebhook = (events: number, { endpoint, change, jobId, reason }: WebhookFailed) =>
    logger.warn({ events, endpoint, jobId, reason }, webhookMessages[change]);
  return (event) => {
    if (event.kind === 'webhook' && event.change !== 'delivered') warnOfWebhook(event);
    if (event.kind === 'egress_blocked') warnOfBlock(event);
    if (event.kind === 'egress_failed') {
      const { egress, restMs } = event;
      logger.warn({ egress, restMs, error: redactError(event.cause, []) }, 'an egress failed: it is paused');
    }
    if (event.kind === 'batch_failed') warnOfBatch(event.cause);
    if (event.kind === 'listener_failed') warnOfListener(event.cause);
  };
}

const webhookMessages: Readonly<Record<WebhookFailed['change'], string>> = {
  delivered: 'an endpoint was told that a job has ended',
  failed: 'an endpoint could not be told that a job has ended: trying again later',
  given_up: 'an endpoint could not be told for a day that a job has ended: giving up',
  dropped: 'an endpoint will not be told that a job has ended',
};
