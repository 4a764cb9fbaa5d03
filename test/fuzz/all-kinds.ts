import type { FuzzKind } from './fuzz-kind.ts';
import { addresses } from './kinds/addresses.ts';
import { csvFiles } from './kinds/csv-files.ts';
import { dnsAnswers } from './kinds/dns-answers.ts';
import { dnsMessages } from './kinds/dns-messages.ts';
import { httpRequests } from './kinds/http-requests.ts';
import { jsonBodies } from './kinds/json-bodies.ts';
import { smtpReplies } from './kinds/smtp-replies.ts';
import { smtpSessions } from './kinds/smtp-sessions.ts';

/** All kinds, with how many inputs of each run in the tests: a few seconds each. */
export const allKinds: readonly { readonly kind: FuzzKind; readonly testInputs: number }[] = [
  { kind: addresses, testInputs: 60_000 },
  { kind: smtpReplies, testInputs: 20_000 },
  { kind: smtpSessions, testInputs: 1_000 },
  { kind: dnsMessages, testInputs: 100_000 },
  { kind: dnsAnswers, testInputs: 4_000 },
  { kind: httpRequests, testInputs: 4_000 },
  { kind: jsonBodies, testInputs: 10_000 },
  { kind: csvFiles, testInputs: 1_000 },
];
