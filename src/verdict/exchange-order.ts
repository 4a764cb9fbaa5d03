import { ServiceUnavailable } from '../errors.ts';
import type { MxPlan } from '../exchange/mx-plan.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';

/** What the exchanges of a domain say together, and the host that said it. */
export interface ExchangeAnswer {
  readonly host: string;
  readonly answer: ProbeAnswer;
  /** True where the answer speaks for the recipient: no other exchange could tell more. */
  readonly conclusive: boolean;
}

/**
 * Asks the exchanges in their order until one speaks for the recipient; failing that, the most telling answer.
 * Rejects with ServiceUnavailable where nobody at all can be connected to, and as `ask` does.
 */
export async function askExchanges(
  { hosts }: Extract<MxPlan, { kind: 'exchanges' }>,
  ask: (host: string) => Promise<ProbeAnswer>,
  outage: OutageDetector,
): Promise<ExchangeAnswer> {
  let best: ExchangeAnswer | undefined;
  for (const host of hosts) {
    const answer = await ask(host);
    if (isConclusive(answer)) return { host, answer, conclusive: true };
    if (best === undefined || weight(answer) > weight(best.answer))
      best = { host, answer, conclusive: false };
  }
  if (best === undefined) throw new RangeError('A plan names at least one exchange.');
  if (best.answer.kind === 'unreachable' && outage.connectionsFail) throw cannotConnect();
  return best;
}

/** Whether asking the next exchange could tell more (RFC 5321 §5.1 goes on where a host cannot be used). */
function isConclusive(answer: ProbeAnswer): boolean {
  switch (answer.kind) {
    case 'reply':
      return (
        (answer.stage === 'mail' || answer.stage === 'rcpt') &&
        answer.classification.meaning !== 'not-responsible'
      );
    case 'smtputf8-unsupported':
      return true;
    case 'unreachable':
    case 'dialogue-failed':
    case 'paused':
      return false;
  }
}

/** How much an inconclusive answer tells, to show the most telling of several. */
function weight(answer: ProbeAnswer): number {
  return { reply: 3, 'smtputf8-unsupported': 3, paused: 2, 'dialogue-failed': 1, unreachable: 0 }[
    answer.kind
  ];
}

/** When time runs out before a resolver or an exchange said anything to anybody, it is not the address's fault. */
export function throwIfLocalOutage(during: 'dns' | 'probe', outage: OutageDetector): void {
  if (during === 'dns' && !outage.resolvedRecently) throw resolversSilent();
  if (during === 'probe' && outage.connectionsFail) throw cannotConnect();
}

export function resolversSilent(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No DNS resolver answers. Check the network and the resolvers that are configured, then try again.',
  );
}

function cannotConnect(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No mail server of any provider can be reached. Check that outgoing connections to port 25 are allowed.',
  );
}
