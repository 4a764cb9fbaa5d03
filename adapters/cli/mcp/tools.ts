import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { companyDomain } from '../../../src/address/company-domain.ts';
import { suggest } from '../../../src/address/suggestion/suggestion.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { type DoctorFinding, worstSeverity } from '../../../src/doctor/finding.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { type ErrorCode, InsufficientCredits, InvalidArgument, MailproofError } from '../../../src/errors.ts';
import { isoTime } from '../../../src/iso-time.ts';
import { classify } from '../../../src/probe/reply/classification.ts';
import { parseEnhancedCode } from '../../../src/probe/reply/enhanced-status-code.ts';
import { type Stage, subjectByMeaning } from '../../../src/probe/reply/meanings.ts';
import { unknownContext } from '../../../src/verdict/evidence.ts';
import { judge } from '../../../src/verdict/judgement.ts';
import { creditsText } from '../output/charge-words.ts';

/** One client, and what its tools work with. */
export interface AgentSession {
  readonly engine: Engine;
  /** Examines the network, or says what was found a moment ago. */
  readonly examine: () => Promise<readonly DoctorFinding[]>;
  /** The account that pays, which also owns the lists of the session. It was granted `milliCredits`. */
  readonly account: string;
  readonly milliCredits: number;
  /** False on the simulated internet. */
  readonly isReal: boolean;
}

/** Below the minute after which clients give up a call. */
const verifyTimeoutMs = 45_000;
const lookupTimeoutMs = 50_000;
/** An agent reads its answers whole. */
const mostEmails = 1_000;
const mostOnPage = 100;

const level = z
  .enum(['smtp', 'dns', 'syntax'])
  .default('smtp')
  .describe('how far to go: ask the mail server, only DNS, or nobody; dns and syntax are free and say less');
const email = z.string().min(1).max(1_000).describe('one address, such as ann@example.com');

/** Creates a server with the tools of a session. Its transport is connected by the caller. */
export function createToolServer(session: AgentSession, version: string): McpServer {
  const { engine, account, milliCredits, isReal } = session;
  const server = new McpServer({ name: 'mailproof', version }, { instructions: instructionsFor(session) });
  const internet = isReal ? 'real' : simulated;
  const askedServers = isReal ? 'mail servers of the internet' : 'simulated mail servers on this machine';

  /** Each answer says which internet was asked, and what is left to spend. */
  const answer = async (work: () => object | Promise<object>): Promise<CallToolResult> => {
    const [result, isError] = await Promise.resolve()
      .then(work)
      .then(
        (value) => [value, false] as const,
        (error: unknown) => [{ error: toldOf(error) }, true] as const,
      );
    const { available } = await engine.accounts.balance(account);
    const credits = { left: toCredits(available), limit: toCredits(milliCredits) };
    return { ...resultOf({ ...result, internet, credits }), isError };
  };
  const { verify, verifyDns, lookup } = engine.prices;
  const costs = (price: number) =>
    price === 0 ? 'is free' : `costs ${creditsText(price)} if the result is new, and nothing if it is known`;
  const asks = { readOnlyHint: true, openWorldHint: isReal };
  const asksNobody = { readOnlyHint: true, openWorldHint: false };

  server.registerTool(
    'verify_email',
    {
      title: 'Verify an email address',
      description: `Finds out whether an address takes mail: safe, risky, invalid or unknown, with the reason. Asks DNS and ${askedServers}, and sends no mail. A verification ${costs(verify)}; at the level dns it ${costs(verifyDns)}. Takes up to 45 seconds.`,
      inputSchema: { email, level },
      annotations: asks,
    },
    (input, { signal }) =>
      answer(() =>
        engine.verify(input.email, { level: input.level, account, timeoutMs: verifyTimeoutMs, signal }),
      ),
  );
  server.registerTool(
    'suggest_address',
    {
      title: 'Suggest a correction',
      description:
        'Finds the address that was probably meant if its domain looks like a typo of a common one. Asks nobody, and is free. A suggestion is a question to a person: do not correct addresses by it.',
      inputSchema: { email },
      annotations: asksNobody,
    },
    (input) => answer(() => ({ email: input.email, suggestion: suggest(input.email)?.email ?? null })),
  );
  server.registerTool(
    'find_email',
    {
      title: "Find a person's address",
      description: `Finds the address of a person at a company. Asks ${askedServers} about the spellings that the company may use, and sends no mail. A lookup ${costs(lookup)}, whether or not somebody is found. Takes up to 50 seconds.`,
      inputSchema: {
        first_name: z.string().max(200).describe('such as Ann; empty if the person has one name only'),
        last_name: z.string().max(200).describe('such as Baker'),
        domain: z
          .string()
          .min(1)
          .max(1_000)
          .describe('domain or website of the company, such as example.com'),
      },
      annotations: asks,
    },
    ({ domain, ...names }, { signal }) =>
      answer(() => {
        const row = { ...names, domain: companyDomain(domain) ?? domain };
        return engine.lookup(row, { account, timeoutMs: lookupTimeoutMs, signal });
      }),
  );
  server.registerTool(
    'submit_list',
    {
      title: 'Verify a list',
      description: `Verifies up to ${mostEmails} addresses in the background, over hours if mail servers ask for patience. The whole list is charged at once: ${creditsText(verify)} for each address without repeats (${toCredits(verifyDns)} at the level dns). Asks DNS and ${askedServers}. Returns list_id for read_list. The list ends with this server.`,
      inputSchema: { emails: z.array(email).min(1).max(mostEmails), level },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: isReal,
      },
    },
    (input) =>
      answer(async () => {
        const options = { level: input.level, account, keyId: account };
        const { id, total, milliCredits } = await engine.jobs.submit(input.emails, options);
        return { list_id: id, total, cost: toCredits(milliCredits) };
      }),
  );
  server.registerTool(
    'read_list',
    {
      title: 'Read a list',
      description:
        'Returns the state of a list of this session, and a page of its addresses in the order of submission, each with its result so far. Asks nobody, and is free. A result with retry_at may still change.',
      inputSchema: {
        list_id: z.string().describe('what submit_list has returned'),
        offset: z.number().int().min(0).default(0).describe('position of the first address'),
        limit: z.number().int().min(1).max(mostOnPage).default(mostOnPage).describe('addresses on the page'),
      },
      annotations: asksNobody,
    },
    ({ list_id, offset, limit }) =>
      answer(async () => {
        const access = { keyId: account };
        const { status, total, processed, retrying, byStatus } = await engine.jobs.get(list_id, access);
        const items = await engine.jobs.items(list_id, { offset, limit }, access);
        const next = offset + items.length;
        return {
          ...{ list_id, status, total, processed, retrying, by_status: byStatus },
          results: items.map(({ item, result, retryAt }) => ({
            ...(result ?? item),
            retry_at: retryAt === null ? null : isoTime(retryAt),
          })),
          next_offset: next < total ? next : null,
        };
      }),
  );
  server.registerTool(
    'doctor',
    {
      title: 'Examine this side',
      description: `Finds out whether mail servers will answer us: resolvers, port 25, names, SPF, block lists. Connects to two ${isReal ? 'large mail servers' : 'simulated mail servers'}, and asks about no recipient. Is free. Repeats its last findings for one minute. Call it when results are unknown or a tool says service_unavailable.`,
      annotations: asks,
    },
    () =>
      answer(async () => {
        const findings = await session.examine();
        return { severity: worstSeverity(findings), findings };
      }),
  );
  server.registerTool(
    'explain_reply',
    {
      title: 'Explain an SMTP reply',
      description:
        'Says what a reply of a mail server means: whom it is about, how certain that is and why, and the verdict that it leads to. Asks nobody, and is free.',
      inputSchema: {
        reply: z
          .string()
          .min(3)
          .max(10_000)
          .describe('the reply with its code, such as "550 5.1.1 User unknown"'),
        stage: z.enum(stages).default('rcpt').describe('the command that it answers: rcpt is RCPT TO'),
        recipient: z.string().max(1_000).optional().describe('the address that was asked about, if known'),
      },
      annotations: asksNobody,
    },
    (input) => answer(() => explainReply(input)),
  );
  return server;
}

const simulated =
  'simulated: results say nothing about real addresses. For those, a person starts "mailproof mcp --real".';

function instructionsFor({ isReal, milliCredits }: AgentSession): string {
  const limit = `This session may spend ${creditsText(milliCredits)}.`;
  return isReal
    ? `mailproof verifies email addresses by asking their mail servers. ${limit}`
    : `mailproof verifies email addresses, here on a simulated internet, with addresses such as ann.baker@bakery.example.com. ${limit}`;
}

/** What an agent can do about an error, where the message speaks to somebody else. */
const advice: Partial<Record<ErrorCode, string>> = {
  insufficient_credits:
    'Ask for less, or for what is free. A person can start "mailproof mcp" again with a higher --credits.',
  service_unavailable:
    'The fault is on this side, and nothing was charged. Call the tool doctor, then try again.',
  budget_exceeded: 'Wait a minute, then try again.',
  not_found: 'Use the list_id that submit_list has returned in this session.',
};

/** Rejects with what is no error of ours. */
function toldOf(error: unknown): object {
  if (!(error instanceof MailproofError)) throw error;
  const code: ErrorCode = error.code;
  // The message of the library is for those who can add credits.
  const message =
    error instanceof InsufficientCredits
      ? `This session has ${creditsText(error.availableMilliCredits)} left, and this costs ${creditsText(error.requiredMilliCredits)}.`
      : error.message;
  return { code, message, advice: advice[code] ?? message };
}

function resultOf(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

const stages = ['greeting', 'hello', 'starttls', 'mail', 'rcpt', 'reset'] as const satisfies readonly Stage[];

/** Says what a reply means, whom it is about, and why. Throws InvalidArgument (`reply`) for what is no reply. */
function explainReply(given: { reply: string; stage: Stage; recipient?: string | undefined }) {
  const { stage, recipient } = given;
  const reply = parseReply(given.reply);
  const classification = classify(reply, { stage, ...(recipient !== undefined && { recipient }) });
  const { meaning, certainty, reach, wordless = false } = classification;
  const enhanced = parseEnhancedCode(reply);
  const code = enhanced === undefined ? null : `${enhanced.class}.${enhanced.subject}.${enhanced.detail}`;
  const { status, substatus, explanation } = judge(
    { kind: 'answer', answer: { kind: 'reply', stage, reply, classification } },
    unknownContext,
  );
  const reasons = [
    `${reply.code} is ${natureOf(reply.code)}.`,
    ...(code === null ? [] : [`The enhanced status code is ${code} (RFC 3463).`]),
    certainty === 'explicit'
      ? 'The codes or the words of the reply state this meaning.'
      : 'Neither the enhanced status code nor the words state a meaning: it follows from the reply code alone.',
    ...(wordless ? ['The reply has no words that say anything.'] : []),
    ...(reach === undefined ? [] : [`The cause reaches no further than this ${reach}.`]),
    ...(stage === 'rcpt' ? [] : ['The server does not know the recipient yet at this stage.']),
  ];
  return {
    ...{ meaning, certainty, enhanced_code: code, about: subjectByMeaning[meaning], reasons },
    verdict: { status, substatus, explanation },
  };
}

function parseReply(text: string): { readonly code: number; readonly lines: readonly string[] } {
  const parsed = text
    .trim()
    .split(/\r?\n/)
    .map((line) => /^(\d{3})(?:[ -](.*))?$/.exec(line.trim()));
  const [first] = parsed;
  const lines = parsed.flatMap((line) => (line === null || line[1] !== first?.[1] ? [] : [line[2] ?? '']));
  if (first != null && lines.length === parsed.length) return { code: Number(first[1]), lines };
  throw new InvalidArgument(
    'reply',
    'Give the reply as the server sent it: each line begins with the same code, as in "550 5.1.1 User unknown".',
  );
}

function natureOf(code: number): string {
  if (code >= 500) return 'a permanent refusal';
  if (code >= 400) return 'a temporary refusal';
  return code >= 200 && code < 300 ? 'an acceptance' : 'no final reply';
}
