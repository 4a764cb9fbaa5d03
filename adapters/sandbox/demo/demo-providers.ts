import { providerTexts } from '../smtp/provider-texts.ts';
import { type DemoDomain, servedBy } from './demo-domain.ts';

/** Well-known providers and gateways under their own names, each with its own reply texts. */
export const demoProviders: readonly DemoDomain[] = [
  servedBy('gmail.com', {
    exchange: { smtpUtf8: true, startTls: 'offered', texts: providerTexts.google },
    mx: ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com'],
    mailboxes: { 'mailproof.demo': 'accepts', 'mailproof.full': 'full', 'mailproof.gone': 'disabled' },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at Gmail'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'Gmail: 550 5.1.1, does not exist'],
      ['mailproof.full', 'risky/mailbox_full', 'Gmail: 452 4.2.2, out of storage space'],
      ['mailproof.gone', 'invalid/mailbox_disabled', 'Gmail: 550 5.2.1, inactive'],
    ],
  }),
  servedBy('workspace.example.com', {
    exchange: { smtpUtf8: true, startTls: 'offered', texts: providerTexts.google },
    mx: ['aspmx.l.google.com'],
    mailboxes: ['jane.doe'],
    cases: [
      ['jane.doe', 'safe/deliverable', 'a company at Google Workspace'],
      ['john.doe', 'invalid/mailbox_not_found', 'not at that company'],
    ],
  }),
  servedBy('tenant.example.com', {
    exchange: {
      startTls: 'offered',
      maxRecipientsPerTransaction: 1,
      texts: providerTexts.microsoft365,
    },
    mx: ['tenant-example-com.mail.protection.outlook.com'],
    mailboxes: ['olivia', 'oscar'],
    cases: [
      ['olivia', 'safe/deliverable', 'Microsoft 365, one recipient per transaction'],
      ['oscar', 'safe/deliverable', 'the second one would get 452 4.5.3'],
      ['oswald', 'invalid/mailbox_not_found', 'Microsoft 365: 550 5.4.1, Access denied'],
    ],
  }),
  servedBy('outlook.com', {
    exchange: { startTls: 'offered', texts: providerTexts.outlook },
    mx: ['outlook-com.olc.protection.outlook.com'],
    mailboxes: ['mailproof.demo'],
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at Outlook.com'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'Outlook.com: 550 5.5.0, mailbox unavailable'],
    ],
  }),
  servedBy('yahoo.com', {
    exchange: { acceptsEverything: true, startTls: 'offered', texts: providerTexts.yahoo },
    mx: ['mta5.am0.yahoodns.net'],
    cases: [['mailproof.demo', 'risky/unverifiable', 'Yahoo accepts every RCPT']],
  }),
  servedBy('aol.com', {
    exchange: { acceptsEverything: true, texts: providerTexts.yahoo },
    mx: ['mx-aol.mail.gm0.yahoodns.net'],
    cases: [['mailproof.demo', 'risky/unverifiable', 'AOL is run by Yahoo']],
  }),
  servedBy('icloud.com', {
    exchange: { texts: providerTexts.icloud },
    mx: ['mx01.mail.icloud.com'],
    mailboxes: { 'mailproof.demo': 'accepts', 'mailproof.full': 'full' },
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at iCloud'],
      ['mailproof.full', 'risky/mailbox_full', 'iCloud: 552 5.2.2, over quota'],
    ],
  }),
  servedBy('zoho.example.org', {
    exchange: { texts: providerTexts.zoho },
    mx: ['mx.zoho.com', 'mx2.zoho.com'],
    mailboxes: { zara: 'accepts', zack: 'disabled' },
    cases: [
      ['zara', 'safe/deliverable', 'a company at Zoho'],
      ['zack', 'invalid/mailbox_disabled', 'Zoho: 550 5.2.1, disabled'],
    ],
  }),
  servedBy('gmx.net', {
    exchange: { enhancedCodes: false, texts: providerTexts.gmx },
    mx: ['mx00.gmx.net'],
    mailboxes: ['mailproof.demo'],
    cases: [
      ['mailproof.demo', 'safe/deliverable', 'an account at GMX'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'GMX: 550 without an enhanced code'],
    ],
  }),
  servedBy('yandex.ru', {
    exchange: { texts: providerTexts.yandex },
    mailboxes: ['mailproof.demo'],
    cases: [['mailproof.nobody', 'invalid/mailbox_not_found', 'Yandex: 550 5.7.1, No such user!']],
  }),
  servedBy('qq.com', {
    exchange: { enhancedCodes: false, texts: providerTexts.qq },
    mx: ['mx3.qq.com'],
    mailboxes: { '10001': 'accepts', '10002': { reply: providerTexts.qq.blocked } },
    cases: [['10002', 'unknown/temporary_failure', 'QQ refuses, but not because of the mailbox']],
  }),
  servedBy('proofpoint.example.org', {
    exchange: { texts: providerTexts.proofpoint },
    mx: ['mx0a-00000001.pphosted.com', 'mx0b-00000001.pphosted.com'],
    mailboxes: ['petra'],
    cases: [
      ['petra', 'safe/deliverable', 'behind Proofpoint'],
      ['pavel', 'invalid/mailbox_not_found', 'Proofpoint knows the users'],
    ],
  }),
  servedBy('mimecast.example.org', {
    exchange: { texts: providerTexts.mimecast },
    mx: ['eu-smtp-inbound-1.mimecast.com'],
    mailboxes: ['mina'],
    catchAll: true,
    cases: [['mina', 'risky/catch_all', 'behind Mimecast, which accepts for the whole domain']],
  }),
  servedBy('barracuda.example.org', {
    exchange: { texts: providerTexts.barracuda },
    mx: ['d00000a.ess.barracudanetworks.com'],
    mailboxes: ['bella'],
    cases: [['bruno', 'invalid/mailbox_not_found', 'Barracuda passes the refusal on']],
  }),
  servedBy('cisco.example.org', {
    exchange: { texts: providerTexts.cisco },
    mx: ['mx1.hc0000-00.iphmx.com'],
    mailboxes: ['carla'],
    cases: [['carla', 'safe/deliverable', 'behind Cisco']],
  }),
  servedBy('mailinator.com', {
    mx: ['mail.mailinator.com'],
    catchAll: true,
    cases: [['mailproof.demo', 'risky/disposable', 'a throw-away address']],
  }),
  servedBy('guerrillamail.com', {
    mx: ['mail.guerrillamail.com'],
    mailboxes: ['mailproof.demo'],
    cases: [
      ['mailproof.demo', 'risky/disposable', 'disposable, and it exists'],
      ['mailproof.nobody', 'invalid/mailbox_not_found', 'disposable, but refused for certain'],
    ],
  }),
];
