import type { ContractRunner } from './runner.ts';
import { closingContract } from './smtp/closing.ts';
import { connectingContract } from './smtp/connecting.ts';
import { endingContract } from './smtp/ending.ts';
import { type SmtpTransportContractSubject, serverTest } from './smtp/fixture.ts';
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
  const { describe } = suite.runner;
  const test = serverTest(suite.runner, suite.subject);
  describe(`SmtpTransport contract: ${subject.name}`, () => {
    describe('connecting', () => connectingContract(test));
    describe('replies', () => repliesContract(test));
    describe('replies of a hostile or broken server', () => hostileRepliesContract(test));
    describe('sending', () => sendingContract(test));
    describe('closing a connection', () => closingContract(test));
    endingContract(suite.runner, test);
    describe('TLS', () => tlsContract(test));
  });
}
