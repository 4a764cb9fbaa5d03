import { describe, it } from 'vitest';
import { createDns } from '../../../adapters/net/dns/dns.ts';
import { startDnsServer } from '../../../adapters/sandbox/dns/server.ts';
import { type DnsContractSubject, diagnosticDnsContract, dnsContract } from '../../../contract/dns.ts';
import type { DiagnosticDns } from '../../../src/ports/dns.ts';
import { closedPort } from '../../support/closed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const subject: DnsContractSubject<DiagnosticDns> = {
  name: 'createDns on the sandbox DNS server',
  async start(zone) {
    const server = await startDnsServer(zone);
    const clock = new ManualClock();
    const dns = createDns({ servers: [server.address], clock });
    return {
      dns,
      async waitForTimeout(answer) {
        let settled = false;
        const settle = () => {
          settled = true;
        };
        answer.then(settle, settle);
        const before = server.questions;
        for (let tries = 1; !settled; tries++) {
          // The server must receive the question before the clock advances.
          await until(() => settled || server.questions >= before + tries);
          await clock.advance(2_000);
        }
        return answer;
      },
      async stop() {
        await dns.close();
        await server.close();
      },
    };
  },
  async startUnreachable() {
    const dns = createDns({ servers: [`127.0.0.1:${await closedPort()}`], clock: new ManualClock() });
    return { dns, stop: () => dns.close() };
  },
};

dnsContract({ describe, it }, subject);
diagnosticDnsContract({ describe, it }, subject);
