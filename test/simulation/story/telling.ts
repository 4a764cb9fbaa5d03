import type { LookupRow } from '../../../src/resources.ts';
import { lengthOf } from '../clients/client-list.ts';
import type { ConnectionView, ForgetOutcome, Happening, LookupOutcome, RequestOutcome } from './happening.ts';

type ShortText = (value: unknown) => string;

const sentences: {
  readonly [Kind in Happening['kind']]: (
    happening: Extract<Happening, { kind: Kind }>,
    shortText: ShortText,
  ) => string;
} = {
  'process-started': ({ process }) => `${process} starts`,
  'process-killed': ({ process, how }) =>
    `${process} is killed; its connections are ${how === 'reset' ? 'reset' : 'left half open'}`,
  'process-paused': ({ process, ms }) => `${process} stands still for ${ms} ms`,
  'process-resumed': ({ process }) => `${process} moves again`,
  'process-closing': ({ process }) => `${process} is told to close`,
  'process-closed': ({ process, left }) =>
    `${process} is closed${left.length === 0 ? '' : `, and leaves ${left.join(', ')}`}`,
  'clock-stepped': ({ process, byMs }) => `the clock of ${process} is set by ${byMs} ms`,
  'fault-began': ({ fault }) => `FAULT ${fault}`,
  'fault-ended': ({ fault }) => `FAULT over: ${fault}`,
  calm: () => 'the storm is over: nothing fails any more',
  'store-call': ({ process, method, args, outcome }, shortText) =>
    `${process}: ${method}(${args.map(shortText).join(', ')}) ${outcomeText(outcome, shortText)}`,
  'store-trouble': ({ process, method, trouble }) => `${process}: ${method}: ${trouble}`,
  'dns-answered': ({ process, question, answer }) => `${process}: DNS ${question}: ${answer}`,
  'connect-failed': ({ process, host, why }) => `${process}: no connection to ${host}: ${why}`,
  'connection-opened': ({ connection }) =>
    `${connectionText(connection)} is opened by ${connection.egress} from ${connection.clientAddress}`,
  'connection-closed': ({ connection, how }) => `${connectionText(connection)} is closed: ${how}`,
  'hung-up': ({ connection, phase }) => `${connectionText(connection)} is closed by us: ${phase}`,
  commands: ({ connection, lines }) => `${connectionText(connection)} > ${lines.join(' | ')}`,
  replies: ({ connection, text, trouble, isSplit }) =>
    `${connectionText(connection)} < ${JSON.stringify(text)}${troubleText({ trouble, isSplit })}`,
  'recipient-answered': ({ connection, code, address, inSession, refusals }) =>
    `${connectionText(connection)} answers ${code} for ${address} (recipient ${inSession}, refusal ${refusals})`,
  'rule-broken': ({ connection, rule, line }) =>
    `${connectionText(connection)} BREAKS A RULE: ${rule}: ${line}`,
  'call-failed': ({ process, call, tookMs, code, message }) =>
    `${process}: ${call} fails after ${tookMs} ms with ${code}: ${message}`,
  granted: ({ account, milliCredits }) => `${account} buys ${milliCredits} milli-credits`,
  subtracted: ({ milliCredits, account, id, outcome }) =>
    `${milliCredits} milli-credits are to be taken from ${account}, as ${id}: ${outcome}`,
  'single-asked': ({ request, process, account, email, timeoutMs }) =>
    `request ${request} at ${process}: ${account ?? 'nobody'} asks about ${email}, for ${timeoutMs} ms`,
  'single-answered': ({ request, process, email, outcome, tookMs }) =>
    `request ${request} at ${process}: ${email}: ${requestText(outcome)} after ${tookMs} ms`,
  'check-asked': ({ process, account, email, level }) =>
    `${process}: ${account ?? 'nobody'} asks about ${email}, at the level ${level}`,
  'check-answered': ({ process, email, level, outcome, tookMs }) =>
    `${process}: ${email}, at the level ${level}: ${requestText(outcome)} after ${tookMs} ms`,
  'lookup-asked': ({ request, process, account, row, timeoutMs }) =>
    `request ${request} at ${process}: ${account ?? 'nobody'} looks for ${rowText(row)}, for ${timeoutMs} ms`,
  'lookup-answered': ({ request, process, row, outcome, tookMs }) =>
    `request ${request} at ${process}: ${rowText(row)}: ${requestText(outcome)} after ${tookMs} ms`,
  'job-submitted': ({ job, account, list, process, key }) =>
    `${job}: ${account ?? 'nobody'} submits ${lengthOf(list)} entries to ${process}${key === undefined ? '' : ` under the key ${key}`}`,
  'job-accepted': ({ job, total, credits }) =>
    `${job} is accepted (${total} different entries, for ${credits} credits)`,
  'job-refused': ({ job, why }) => `${job} is refused: ${why}`,
  'key-reused': ({ key, job, process, outcome }) =>
    `another list under the key ${key} of ${job} at ${process}: ${outcome}`,
  'job-cancelled': ({ job }) => `${job} is cancelled`,
  'credits-checked': ({ job, account, outcome }) =>
    `${job}: are there credits of ${account ?? 'nobody'}? ${outcome}`,
  'deletion-asked': ({ job }) => `${job} is to be deleted`,
  'deletion-answered': ({ job, outcome, tookMs }) => `${job}: deletion: ${outcome} after ${tookMs} ms`,
  'job-sought': ({ job, call, keyId, why, outcome }) =>
    `${job} is sought (${call}) with ${keyId ?? 'no key'}, ${why === 'deleted' ? 'after it was deleted' : 'which is not its own'}: ${outcome}`,
  'jobs-listed': ({ filter, jobs }) =>
    `jobs of ${JSON.stringify(filter)} are listed: ${jobs.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'}`,
  'job-described': ({ job, summary }) =>
    `${job} is described: ${summary.status}, ${summary.processed} of ${summary.total}`,
  'usage-read': ({ account, rows }) => `usage of ${account}: ${JSON.stringify(rows)}`,
  'job-read': ({ state, results, job, process }) => {
    const { status, emails_processed: processed, total_emails: total } = state;
    const read = results === undefined ? '' : `; ${results.length} results are read`;
    return `${job} at ${process}: ${status}, ${processed} of ${total}${read}`;
  },
  'people-read': ({ state, job, process }) => {
    const { status, total_processed: processed, total_rows: total } = state;
    return `${job} at ${process}: ${status}, ${processed} of ${total}`;
  },
  'forget-asked': ({ process, email }) => `${process} is to forget ${email}`,
  'forget-answered': ({ process, email, outcome, tookMs }) =>
    `${process}: ${email}: ${requestText(outcome)} after ${tookMs} ms`,
  'event-of-engine': ({ process, text }) => `${process}: ${text}`,
  'error-escaped': ({ from, text }) => `an error escapes from ${from}: ${text}`,
};

/** Tells a happening in one line. Arguments and results of calls are cut after `longest` characters. */
export function tell(happening: Happening, longest = 300): string {
  const sentence = sentences[happening.kind] as (happening: Happening, shortText: ShortText) => string;
  return sentence(happening, (value) => shorten(value, longest));
}

function connectionText({ number, process, host }: ConnectionView): string {
  return `connection ${number} (${process} to ${host})`;
}

function troubleText({ trouble, isSplit }: { readonly trouble: string; readonly isSplit: boolean }): string {
  if (trouble === '') return '';
  return isSplit ? ` (${trouble}, in two packets)` : ` (${trouble})`;
}

function rowText({ first_name: first, last_name: last, domain }: LookupRow): string {
  return `${first} ${last} at ${domain}`;
}

function requestText(outcome: RequestOutcome | LookupOutcome | ForgetOutcome): string {
  switch (outcome.kind) {
    case 'forgotten':
      return `forgotten: ${outcome.cached} cached, ${outcome.jobItems} in finished jobs, unfinished jobs ${outcome.unfinishedJobs.join(', ') || 'none'}`;
    case 'finding':
      return `${outcome.email ?? outcome.substatus}, for ${outcome.credits} credits`;
    case 'verdict':
      return `${outcome.status} ${outcome.substatus}${outcome.catchAll === null ? '' : outcome.catchAll ? ', catch-all' : ', no catch-all'}`;
    case 'error':
      return `error ${outcome.code}: ${outcome.message}`;
    case 'client-left':
      return 'the client leaves';
    case 'connection-lost':
      return 'the process dies, the client gets no answer';
  }
}

function outcomeText(
  outcome: { readonly value: unknown } | { readonly error: unknown },
  shortText: ShortText,
): string {
  if ('value' in outcome) return outcome.value === undefined ? '' : `= ${shortText(outcome.value)}`;
  return `fails: ${outcome.error instanceof Error ? outcome.error.message : String(outcome.error)}`;
}

function shorten(value: unknown, longest: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
