import type { ExchangeSpec } from '../../world/exchange-spec.ts';

/** Large providers are to be sound. Where lists need more connections than a server allows, they wait, or learn its limit. */
const plentyOfConnections = 12;

/** True for a server that every process can reach, and that is fast and patient with its clients. */
export function isSound(exchange: ExchangeSpec): boolean {
  return (
    exchange.reach === 'open' &&
    exchange.addresses.length > 0 &&
    !exchange.dropsPipelinedInput &&
    exchange.hostility === undefined &&
    (exchange.connectionLimit?.perClient ?? plentyOfConnections) >= plentyOfConnections &&
    exchange.recipientLimits === undefined &&
    exchange.tarpitMs === 0 &&
    exchange.flakiness === 0 &&
    exchange.greetingMs < 1_000 &&
    exchange.replyMs < 500 &&
    exchange.startTls !== 'broken' &&
    exchange.errorLimits.slowAt > 100 &&
    exchange.errorLimits.refuseAllAt > 100
  );
}

/** True for a sound server that tells at the first try who exists. */
export function tellsAtOnce(exchange: ExchangeSpec): boolean {
  return isSound(exchange) && exchange.greylist === undefined && exchange.calloutMs === undefined;
}

/** True if few recipients, or few refusals, make the server refuse the next ones for a while. */
export function limitsRecipients({ recipientLimits, errorLimits }: ExchangeSpec): boolean {
  return recipientLimits !== undefined || errorLimits.refuseAllAt <= 100;
}
