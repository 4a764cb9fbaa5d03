/**
 * A simulated internet for demonstrations, benchmarks and your own tests: real DNS and SMTP sockets on 127.0.0.1, with
 * the domains and servers that you describe. It needs no privileges and no network.
 *
 * ```ts
 * await using sandbox = await startSandbox({
 *   domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
 *   exchanges: { 'mx.example.com': { greylistMs: 300_000 } },
 * });
 * const engine = createEngine({ ...memoryStores(), ...netPorts({ ...sandbox.network }) });
 * ```
 */
export type { DialTable, DialTarget } from '../../src/smtp/dial-target.ts';
export {
  type CompanyAddress,
  type CompanyWorld,
  type CompanyWorldOptions,
  companyWorld,
} from './demo/company-world.ts';
export { type DemoAddress, type DemoWorld, demoWorld, testWorld } from './demo/demo-world.ts';
export { SeededRandom } from './demo/seeded-random.ts';
export { type DnsServer, type DnsServerOptions, startDnsServer } from './dns/server.ts';
export type { Zone, ZoneChanges, ZoneFault, ZoneRecords } from './dns/zone.ts';
export {
  networkOf,
  type Sandbox,
  type SandboxDescription,
  type SandboxNetwork,
  type SandboxOptions,
  startSandbox,
} from './sandbox.ts';
export { selfSignedCertificate } from './smtp/certificate.ts';
export type { SandboxCommand, SandboxMailbox } from './smtp/command.ts';
export { providerTexts } from './smtp/provider-texts.ts';
export { postfixTexts, type ReplyText, type ReplyTexts } from './smtp/reply-texts.ts';
export type { SandboxLogEntry } from './smtp/session-context.ts';
export type { SandboxCounts, SandboxStatistics, SandboxViolation, ViolationKind } from './statistics.ts';
export type {
  MailboxScript,
  SandboxDomain,
  SandboxExchange,
  SandboxFault,
  SandboxSession,
  SandboxStage,
  SandboxWorld,
} from './world.ts';
