import type { ContractRunner } from './runner.ts';
import { connectingContract } from './smtp/connecting.ts';
import { endingsContract } from './smtp/endings.ts';
import { hostileRepliesContract } from './smtp/hostile-replies.ts';
import { repliesContract } from './smtp/replies.ts';
import type { SmtpTransportContractSubject } from './smtp/scene.ts';
import { sendingContract } from './smtp/sending.ts';
import { tlsContract } from './smtp/tls.ts';

export type { SmtpTransportContractSubject } from './smtp/scene.ts';

/**
 * The suite of the SmtpTransport port, on real sockets: a scripted server on 127.0.0.1, and a clock that stands
 * still, so that no time-out is waited for. Every test also checks that no socket and no timer is left behind.
 */
export function smtpTransportContract(runner: ContractRunner, subject: SmtpTransportContractSubject): void {
  runner.describe(`SmtpTransport contract: ${subject.name}`, () => {
    connectingContract(runner, subject);
    repliesContract(runner, subject);
    hostileRepliesContract(runner, subject);
    sendingContract(runner, subject);
    endingsContract(runner, subject);
    tlsContract(runner, subject);
  });
}
