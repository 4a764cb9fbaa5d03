import type { ContractRunner } from './runner.ts';
import { closingContract } from './smtp/closing.ts';
import { connectingContract } from './smtp/connecting.ts';
import { endingContract } from './smtp/ending.ts';
import type { SmtpTransportContractSubject } from './smtp/fixture.ts';
import { hostileRepliesContract } from './smtp/hostile-replies.ts';
import { repliesContract } from './smtp/replies.ts';
import { sendingContract } from './smtp/sending.ts';
import { tlsContract } from './smtp/tls.ts';
import { prepareSuite } from './suite.ts';

export type { SmtpTransportContractSubject } from './smtp/fixture.ts';

/**
 * Tests an SmtpTransport over real sockets, against a scripted server on 127.0.0.1. The clock is manual, so that no
 * test waits for a timeout. Every test also checks that no socket and no timer is left behind.
 */
export function smtpTransportContract(runner: ContractRunner, subject: SmtpTransportContractSubject): void {
  const suite = prepareSuite('SmtpTransport', runner, subject, { methods: ['create', 'createGuarded'] });
  suite.runner.describe(`SmtpTransport contract: ${subject.name}`, () => {
    connectingContract(suite.runner, suite.subject);
    repliesContract(suite.runner, suite.subject);
    hostileRepliesContract(suite.runner, suite.subject);
    sendingContract(suite.runner, suite.subject);
    closingContract(suite.runner, suite.subject);
    endingContract(suite.runner, suite.subject);
    tlsContract(suite.runner, suite.subject);
  });
}
