import type { ExchangeSpec } from '../../world/exchange-spec.ts';

/** True for a server that is fast, and patient with its clients. */
export function isSound(exchange: ExchangeSpec): boolean {
  return (
    exchange.reach === 'open' &&
    exchange.hostility === undefined &&
    exchange.connectionLimit === undefined &&
    exchange.tarpitMs === 0 &&
    exchange.flakiness === 0 &&
    exchange.greetingMs < 1_000 &&
    exchange.replyMs < 500 &&
    exchange.startTls !== 'broken' &&
    exchange.errorLimits.slowAt > 100 &&
    exchange.errorLimits.refuseAllAt > 100
  );
}
