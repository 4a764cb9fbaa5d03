import { providerTexts } from '../../../adapters/sandbox/smtp/provider-texts.ts';
import type { ReplyTexts } from '../../../adapters/sandbox/smtp/reply-texts.ts';
import type { Operator } from './domain-spec.ts';

/** A provider, how common its domains are among the addresses of customers, and how its servers behave. */
export interface ProviderSpec {
  readonly weight: number;
  /** Undefined: a company's own server. */
  readonly operator?: Operator;
  /** Host names of its exchanges, `{n}` for the number and `{d}` for the domain with hyphens. */
  readonly hosts: readonly string[];
  /** Servers at which some of its customers are, each under the host name above. */
  readonly frontends?: readonly string[];
  /** True if its exchanges have the same preference: senders choose one at random. */
  readonly hasEquals?: boolean;
  /** True if all its domains have the same exchanges. */
  readonly shared: boolean;
  readonly texts: Partial<ReplyTexts>;
  readonly pipelining: boolean;
  readonly startTls: 'none' | 'works';
  /** Connections by client address above which it refuses. */
  readonly perClient: number | undefined;
  readonly recipientsPerTransaction: number;
  readonly acceptsEverything?: boolean;
}

/** Starting values from counts of business domains; the tail stands for hosting companies and own servers. */
export const providerMix: readonly ProviderSpec[] = [
  {
    weight: 24,
    operator: { name: 'Google Workspace', isGateway: false },
    hosts: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
    shared: true,
    texts: providerTexts.google,
    pipelining: true,
    startTls: 'works',
    perClient: 5,
    recipientsPerTransaction: 100,
  },
  {
    weight: 24,
    operator: { name: 'Microsoft 365', isGateway: false },
    hosts: ['{d}.mail.protection.outlook.com'],
    frontends: ['frontend-1.mail.protection.outlook.com', 'frontend-2.mail.protection.outlook.com'],
    shared: false,
    texts: providerTexts.microsoft365,
    pipelining: true,
    startTls: 'works',
    perClient: 10,
    recipientsPerTransaction: 100,
  },
  {
    weight: 3,
    operator: { name: 'Yahoo Mail', isGateway: false },
    hosts: ['mta5.am0.yahoodns.net', 'mta6.am0.yahoodns.net'],
    hasEquals: true,
    shared: true,
    texts: providerTexts.yahoo,
    pipelining: true,
    startTls: 'none',
    perClient: undefined,
    recipientsPerTransaction: 100,
    acceptsEverything: true,
  },
  {
    weight: 3,
    operator: { name: 'iCloud Mail', isGateway: false },
    hosts: ['mx01.mail.icloud.com', 'mx02.mail.icloud.com'],
    hasEquals: true,
    shared: true,
    texts: providerTexts.icloud,
    pipelining: true,
    startTls: 'works',
    perClient: 10,
    recipientsPerTransaction: 50,
  },
  {
    weight: 3,
    operator: { name: 'Zoho Mail', isGateway: false },
    hosts: ['mx.zoho.com', 'mx2.zoho.com'],
    shared: true,
    texts: providerTexts.zoho,
    pipelining: true,
    startTls: 'works',
    perClient: 10,
    recipientsPerTransaction: 50,
  },
  {
    weight: 3,
    operator: { name: 'IONOS', isGateway: false },
    hosts: ['mx00.ionos.de', 'mx01.ionos.de'],
    hasEquals: true,
    shared: true,
    texts: {},
    pipelining: true,
    startTls: 'works',
    perClient: 4,
    recipientsPerTransaction: 50,
  },
  {
    weight: 4,
    operator: { name: 'Proofpoint', isGateway: true },
    hosts: ['mxa-{n}.gslb.pphosted.com', 'mxb-{n}.gslb.pphosted.com'],
    hasEquals: true,
    shared: false,
    texts: providerTexts.proofpoint,
    pipelining: true,
    startTls: 'works',
    perClient: undefined,
    recipientsPerTransaction: 50,
  },
  {
    weight: 3,
    operator: { name: 'Mimecast', isGateway: true },
    hosts: ['eu-smtp-inbound-1.mimecast.com', 'eu-smtp-inbound-2.mimecast.com'],
    hasEquals: true,
    shared: true,
    texts: providerTexts.mimecast,
    pipelining: false,
    startTls: 'works',
    perClient: 10,
    recipientsPerTransaction: 50,
  },
  {
    weight: 33,
    hosts: ['mail.{h}'],
    shared: false,
    texts: {},
    pipelining: true,
    startTls: 'works',
    perClient: undefined,
    recipientsPerTransaction: 50,
  },
];

/** Exchanges of large providers that show whether we can reach any. */
export const canaryHosts: readonly string[] = [
  'gmail-smtp-in.l.google.com',
  'outlook-com.olc.protection.outlook.com',
  'mta5.am0.yahoodns.net',
  'mx01.mail.icloud.com',
];
