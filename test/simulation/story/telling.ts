import type { LookupRow } from '../../../src/resources.ts';
import { lengthOf } from '../clients/client-list.ts';
import type { ConnectionView, ForgetOutcome, Happening, LookupOutcome, RequestOutcome } from './happening.ts';

/** Tells a happening in one line. Arguments and results of calls are cut after `longest` characters. */
export function tell(happening: Happening, longest = 300): string {
  const shortText = (value: unknown) => shorten(value, longest);
  switch (happening.kind) {
    case 'process-started':
      return `${happening.process} starts`;
    case 'process-killed':
      return `${happening.process} is killed; its connections are ${happening.how === 'reset' ? 'reset' : 'left half open'}`;
    case 'process-paused':
      return `${happening.process} stands still for ${happening.ms} ms`;
    case 'process-resumed':
      return `${happening.process} moves again`;
    case 'process-closing':
      return `${happening.process} is told to close`;
    case 'process-closed':
      return `${happening.process} is closed${happening.left.length === 0 ? '' : `, and leaves ${happening.left.join(', ')}`}`;
    case 'clock-stepped':
      return `the clock of ${happening.process} is set by ${happening.byMs} ms`;
    case 'fault-began':
      return `FAULT ${happening.fault}`;
    case 'fault-ended':
      return `FAULT over: ${happening.fault}`;
    case 'calm':
      return 'the storm is over: nothing fails any more';
    case 'store-call':
      return `${happening.process}: ${happening.method}(${happening.args.map(shortText).join(', ')}) ${outcomeText(happening.outcome, shortText)}`;
    case 'store-trouble':
      return `${happening.process}: ${happening.method}: ${happening.trouble}`;
    case 'dns-answered':
      return `${happening.process}: DNS ${happening.question}: ${happening.answer}`;
    case 'connect-failed':
      return `${happening.process}: no connection to ${happening.host}: ${happening.why}`;
    case 'connection-opened':
      return `${connectionText(happening.connection)} is opened by ${happening.connection.egress} from ${happening.connection.clientAddress}`;
    case 'connection-closed':
      return `${connectionText(happening.connection)} is closed: ${happening.how}`;
    case 'hung-up':
      return `${connectionText(happening.connection)} is closed by us: ${happening.phase}`;
    case 'commands':
      return `${connectionText(happening.connection)} > ${happening.lines.join(' | ')}`;
    case 'replies':
      return `${connectionText(happening.connection)} < ${JSON.stringify(happening.text)}${troubleText(happening)}`;
    case 'recipient-answered':
      return `${connectionText(happening.connection)} answers ${happening.code} for ${happening.address} (recipient ${happening.inSession}, refusal ${happening.refusals})`;
    case 'rule-broken':
      return `${connectionText(happening.connection)} BREAKS A RULE: ${happening.rule}: ${happening.line}`;
    case 'call-failed':
      return `${happening.process}: ${happening.call} fails after ${happening.tookMs} ms with ${happening.code}: ${happening.message}`;
    case 'granted':
      return `${happening.account} buys ${happening.milliCredits} milli-credits`;
    case 'subtracted':
      return `${happening.milliCredits} milli-credits are to be taken from ${happening.account}, as ${happening.id}: ${happening.outcome}`;
    case 'single-asked':
      return `request ${happening.request} at ${happening.process}: ${happening.account ?? 'nobody'} asks about ${happening.email}, for ${happening.timeoutMs} ms`;
    case 'single-answered':
      return `request ${happening.request} at ${happening.process}: ${happening.email}: ${requestText(happening.outcome)} after ${happening.tookMs} ms`;
    case 'check-asked':
      return `${happening.process}: ${happening.account ?? 'nobody'} asks about ${happening.email}, at the level ${happening.level}`;
    case 'check-answered':
      return `${happening.process}: ${happening.email}, at the level ${happening.level}: ${requestText(happening.outcome)} after ${happening.tookMs} ms`;
    case 'lookup-asked':
      return `request ${happening.request} at ${happening.process}: ${happening.account ?? 'nobody'} looks for ${rowText(happening.row)}, for ${happening.timeoutMs} ms`;
    case 'lookup-answered':
      return `request ${happening.request} at ${happening.process}: ${rowText(happening.row)}: ${requestText(happening.outcome)} after ${happening.tookMs} ms`;
    case 'job-submitted':
      return `${happening.job}: ${happening.account ?? 'nobody'} submits ${lengthOf(happening.list)} entries to ${happening.process}${happening.key === undefined ? '' : ` under the key ${happening.key}`}`;
    case 'job-accepted':
      return `${happening.job} is accepted (${happening.total} different entries, for ${happening.credits} credits)`;
    case 'job-refused':
      return `${happening.job} is refused: ${happening.why}`;
    case 'key-reused':
      return `another list under the key ${happening.key} of ${happening.job} at ${happening.process}: ${happening.outcome}`;
    case 'job-cancelled':
      return `${happening.job} is cancelled`;
    case 'credits-checked':
      return `${happening.job}: are there credits of ${happening.account ?? 'nobody'}? ${happening.outcome}`;
    case 'deletion-asked':
      return `${happening.job} is to be deleted`;
    case 'deletion-answered':
      return `${happening.job}: deletion: ${happening.outcome} after ${happening.tookMs} ms`;
    case 'job-sought':
      return `${happening.job} is sought (${happening.call}) with ${happening.keyId ?? 'no key'}, ${happening.why === 'deleted' ? 'after it was deleted' : 'which is not its own'}: ${happening.outcome}`;
    case 'jobs-listed':
      return `jobs of ${JSON.stringify(happening.filter)} are listed: ${happening.jobs.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'}`;
    case 'job-described':
      return `${happening.job} is described: ${happening.summary.status}, ${happening.summary.processed} of ${happening.summary.total}`;
    case 'usage-read':
      return `usage of ${happening.account}: ${JSON.stringify(happening.rows)}`;
    case 'job-read': {
      const { status, emails_processed: processed, total_emails: total } = happening.state;
      const read = happening.results === undefined ? '' : `; ${happening.results.length} results are read`;
      return `${happening.job} at ${happening.process}: ${status}, ${processed} of ${total}${read}`;
    }
    case 'people-read': {
      const { status, total_processed: processed, total_rows: total } = happening.state;
      return `${happening.job} at ${happening.process}: ${status}, ${processed} of ${total}`;
    }
    case 'forget-asked':
      return `${happening.process} is to forget ${happening.email}`;
    case 'forget-answered':
      return `${happening.process}: ${happening.email}: ${requestText(happening.outcome)} after ${happening.tookMs} ms`;
    case 'event-of-engine':
      return `${happening.process}: ${happening.text}`;
    case 'error-escaped':
      return `an error escapes from ${happening.from}: ${happening.text}`;
  }
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
  shortText: (value: unknown) => string,
): string {
  if ('value' in outcome) return outcome.value === undefined ? '' : `= ${shortText(outcome.value)}`;
  return `fails: ${outcome.error instanceof Error ? outcome.error.message : String(outcome.error)}`;
}

function shorten(value: unknown, longest: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
