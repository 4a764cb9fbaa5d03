import { providerTexts } from '../smtp/provider-texts.ts';
import type { DemoDomain } from './demo-domain.ts';

/** Well-known providers and gateways under their own names, each with its own reply texts. */
export const demoProviders: readonly DemoDomain[] = [
  {
    domain: 'gmail.com',
    settings: {
      mx: ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com'],
      mailboxes: { 'mailproof.demo': 'accepts', 'mailproof.full': 'full', 'mailproof.gone': 'disabled' },
    },
    exchanges: {
      'gmail-smtp-in.l.google.com': { smtpUtf8: true, startTls: 'offered', texts: providerTexts.google },
      'alt1.gmail-smtp-in.l.google.com': { smtpUtf8: true, startTls: 'offered', texts: providerTexts.google },
    },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at Gmail'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'Gmail: 550 5.1.1, does not exist'],
      ['mailproof.full', 'risky/mailbox_full', 'Gmail: 452 4.2.2, out of storage space'],
      ['mailproof.gone', 'invalid/mailbox_disabled', 'Gmail: 550 5.2.1, inactive'],
    ],
  },
  {
    domain: 'workspace.example.com',
    settings: { mx: ['aspmx.l.google.com'], mailboxes: ['jane.doe'] },
    exchanges: { 'aspmx.l.google.com': { smtpUtf8: true, startTls: 'offered', texts: providerTexts.google } },
    cases: [
      ['jane.doe', 'safe/deliverable', 'a company at Google Workspace'],
      ['john.doe', 'invalid/mailbox_not_found', 'not at that company'],
    ],
  },
  {
    domain: 'tenant.example.com',
    settings: { mx: ['tenant-example-com.mail.protection.outlook.com'], mailboxes: ['olivia', 'oscar'] },
    exchanges: {
      'tenant-example-com.mail.protection.outlook.com': {
        startTls: 'offered',
        maxRecipientsPerTransaction: 1,
        texts: providerTexts.microsoft365,
      },
    },
    cases: [
      ['olivia', 'safe/deliverable', 'Microsoft 365, one recipient per transaction'],
      ['oscar', 'safe/deliverable', 'the second one would get 452 4.5.3'],
      ['oswald', 'invalid/mailbox_not_found', 'Microsoft 365: 550 5.4.1, Access denied'],
    ],
  },
  {
    domain: 'outlook.com',
    settings: { mx: ['outlook-com.olc.protection.outlook.com'], mailboxes: ['mailproof.demo'] },
    exchanges: {
      'outlook-com.olc.protection.outlook.com': { startTls: 'offered', texts: providerTexts.outlook },
    },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at Outlook.com'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'Outlook.com: 550 5.5.0, mailbox unavailable'],
    ],
  },
  {
    domain: 'yahoo.com',
    settings: { mx: ['mta5.am0.yahoodns.net'] },
    exchanges: {
      'mta5.am0.yahoodns.net': { acceptsEverything: true, startTls: 'offered', texts: providerTexts.yahoo },
    },
    cases: [['mailproof.demo', 'risky/unverifiable', 'Yahoo accepts every RCPT']],
  },
  {
    domain: 'aol.com',
    settings: { mx: ['mx-aol.mail.gm0.yahoodns.net'] },
    exchanges: { 'mx-aol.mail.gm0.yahoodns.net': { acceptsEverything: true, texts: providerTexts.yahoo } },
    cases: [['mailproof.demo', 'risky/unverifiable', 'AOL is run by Yahoo']],
  },
  {
    domain: 'icloud.com',
    settings: {
      mx: ['mx01.mail.icloud.com'],
      mailboxes: { 'mailproof.demo': 'accepts', 'mailproof.full': 'full' },
    },
    exchanges: { 'mx01.mail.icloud.com': { texts: providerTexts.icloud } },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at iCloud'],
      ['mailproof.full', 'risky/mailbox_full', 'iCloud: 552 5.2.2, over quota'],
    ],
  },
  {
    domain: 'zoho.example.org',
    settings: { mx: ['mx.zoho.com', 'mx2.zoho.com'], mailboxes: { zara: 'accepts', zack: 'disabled' } },
    exchanges: {
      'mx.zoho.com': { texts: providerTexts.zoho },
      'mx2.zoho.com': { texts: providerTexts.zoho },
    },
    cases: [
      ['zara', 'safe/deliverable', 'a company at Zoho'],
      ['zack', 'invalid/mailbox_disabled', 'Zoho: 550 5.2.1, disabled'],
    ],
  },
  {
    domain: 'gmx.net',
    settings: { mx: ['mx00.gmx.net'], mailboxes: ['mailproof.demo'] },
    exchanges: { 'mx00.gmx.net': { enhancedCodes: false, texts: providerTexts.gmx } },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at GMX'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'GMX: 550 without an enhanced code'],
    ],
  },
  {
    domain: 'yandex.ru',
    settings: { mx: ['mx.yandex.ru'], mailboxes: ['mailproof.demo'] },
    exchanges: { 'mx.yandex.ru': { texts: providerTexts.yandex } },
    cases: [['mailproof.nobody', 'invalid/mailbox_not_found', 'Yandex: 550 5.7.1, No such user!']],
  },
  {
    domain: 'qq.com',
    settings: {
      mx: ['mx3.qq.com'],
      mailboxes: { '10001': 'accepts', '10002': { reply: providerTexts.qq.blocked } },
    },
    exchanges: { 'mx3.qq.com': { enhancedCodes: false, texts: providerTexts.qq } },
    cases: [['10002', 'unknown/temporary_failure', 'QQ refuses, but not because of the mailbox']],
  },
  {
    domain: 'proofpoint.example.org',
    settings: { mx: ['mx0a-00000001.pphosted.com', 'mx0b-00000001.pphosted.com'], mailboxes: ['petra'] },
    exchanges: {
      'mx0a-00000001.pphosted.com': { texts: providerTexts.proofpoint },
      'mx0b-00000001.pphosted.com': { texts: providerTexts.proofpoint },
    },
    cases: [
      ['petra', 'safe/deliverable', 'behind Proofpoint'],
      ['pavel', 'invalid/mailbox_not_found', 'Proofpoint knows the users'],
    ],
  },
  {
    domain: 'mimecast.example.org',
    settings: { mx: ['eu-smtp-inbound-1.mimecast.com'], mailboxes: ['mina'], catchAll: true },
    exchanges: { 'eu-smtp-inbound-1.mimecast.com': { texts: providerTexts.mimecast } },
    cases: [['mina', 'risky/catch_all', 'behind Mimecast, which accepts for the whole domain']],
  },
  {
    domain: 'barracuda.example.org',
    settings: { mx: ['d00000a.ess.barracudanetworks.com'], mailboxes: ['bella'] },
    exchanges: { 'd00000a.ess.barracudanetworks.com': { texts: providerTexts.barracuda } },
    cases: [['bruno', 'invalid/mailbox_not_found', 'Barracuda passes the refusal on']],
  },
  {
    domain: 'cisco.example.org',
    settings: { mx: ['mx1.hc0000-00.iphmx.com'], mailboxes: ['carla'] },
    exchanges: { 'mx1.hc0000-00.iphmx.com': { texts: providerTexts.cisco } },
    cases: [['carla', 'safe/deliverable', 'behind Cisco']],
  },
  {
    domain: 'mailinator.com',
    settings: { mx: ['mail.mailinator.com'], catchAll: true },
    exchanges: { 'mail.mailinator.com': {} },
    cases: [['mailproof.demo', 'risky/disposable', 'a throw-away address']],
  },
  {
    domain: 'guerrillamail.com',
    settings: { mx: ['mail.guerrillamail.com'], mailboxes: ['mailproof.demo'] },
    exchanges: { 'mail.guerrillamail.com': {} },
    cases: [
      ['mailproof.demo', 'risky/disposable', 'disposable, and it exists'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'disposable, but refused for certain'],
    ],
  },
];
