import type { SandboxDomain, SandboxWorld } from '../world.ts';
import { demoWorld } from './demo-world.ts';

/** Longer than any process runs. */
const alwaysMs = 100 * 365 * 86_400_000;

/** Says nothing of how often we ask: a server that did would be left alone for a while, with all that is asked at it. */
const passingFault = '451 Internal error. Try again later. http://service.mail.qq.com/cgi-bin/help';

/**
 * Returns the internet that test keys see: that of `demoWorld`, in which no answer depends on what was asked before, so that
 * greylisting never ends, and no server asks us to slow down.
 */
export function testWorld(): SandboxWorld {
  const { world } = demoWorld();
  const exchanges = Object.entries(world.exchanges ?? {}).map(([host, exchange]) => [
    host,
    exchange.greylistMs === undefined ? exchange : { ...exchange, greylistMs: alwaysMs },
  ]);
  const qq: SandboxDomain = {
    ...world.domains['qq.com'],
    mailboxes: { '10001': 'accepts', '10002': { reply: passingFault } },
  };
  const domains = { ...world.domains, 'qq.com': qq };
  return { ...world, domains, exchanges: Object.fromEntries(exchanges) };
}
