import { addressKey } from '../../../src/address/address-key.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import type { JobRecord, JobResult } from '../../../src/ports/job-store.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { keysOf } from '../../simulation/clients/client-list.ts';
import { isUndetermined } from '../../simulation/invariants/results/truth.ts';
import { itemsOf } from '../bulk-audit.ts';
import { type AccountBook, type Charge, readAccountBook } from './account-book.ts';
import { houseAccount } from './account-keys.ts';
import type { Receipt } from './receipts.ts';
import type { ServiceRun } from './service-run.ts';
import type { ServiceWorld, Truth } from './service-world.ts';
import type { ToldSubmissions, ToldToClients } from './told-to-clients.ts';

/** What is wrong, and the names that the story is searched for. */
export interface Complaint {
  readonly message: string;
  readonly subjects: readonly string[];
}

interface StoredJob {
  readonly record: JobRecord;
  /** Keys of its addresses. */
  readonly keys: ReadonlySet<string>;
  readonly verdicts: readonly JobVerdict[];
}

interface JobVerdict {
  readonly email: string;
  readonly status: string;
  readonly substatus: string;
  readonly confidence: number | null;
  readonly catchAll: boolean | null;
}

interface Audited {
  readonly stores: Stores;
  readonly told: ToldToClients;
  readonly receipts: ReadonlyMap<string, Receipt>;
  readonly charges: readonly Charge[];
  readonly jobs: readonly StoredJob[];
  readonly truths: ReadonlyMap<string, Truth>;
}

const price = 200;

/**
 * Compares what the clients of a service were told with what its store says, when all work has ended and all holds have
 * expired. Returns what does not fit; nothing, if every promise was kept.
 */
export async function auditService(
  { stores, operator }: { readonly stores: Stores; readonly operator: Pick<Engine, 'verify'> },
  { told, receipts, actions, wrongItems }: ServiceRun,
  { truths }: ServiceWorld,
): Promise<Complaint[]> {
  const books = await Promise.all(
    [...told.bought.keys()].map((account) => readAccountBook(stores.ledger, account)),
  );
  const audited: Audited = {
    stores,
    told,
    receipts: new Map(receipts.map((receipt) => [receipt.holdId, receipt])),
    charges: books.flatMap(({ charges }) => [...charges.values()]),
    jobs: await storedJobs(stores),
    truths,
  };
  const lists = new Map(
    actions.flatMap((action) =>
      action.kind === 'job'
        ? [[listKey(action.account ?? houseAccount, keysOf(action.list)), action.name]]
        : [],
    ),
  );
  return [
    ...books.flatMap((book) => wrongBalances(book, told)),
    ...(await wrongCharges(audited)),
    ...unpaidAnswers(audited),
    ...wrongJobCharges(audited, lists),
    ...wrongItems.map((message) => ({ message, subjects: [message.split(' ', 2).join(' ')] })),
    ...wrongVerdicts(audited),
    ...unexpectedErrors(told),
    ...(await forgottenAnswers(told, operator)),
  ];
}

function wrongBalances({ account, bought, available, held, charges }: AccountBook, told: ToldToClients) {
  const confirmed = told.bought.get(account) ?? 0;
  const spent = [...charges.values()].reduce((sum, { milliCredits }) => sum + milliCredits, 0);
  const complaint = (message: string): Complaint => ({
    message: `${account}: ${message}`,
    subjects: [account],
  });
  return [
    ...(bought === confirmed
      ? []
      : [complaint(`bought ${confirmed}, of which ${bought} are in the journal`)]),
    ...(available === bought - spent ? [] : [complaint(`has ${available} after ${bought} less ${spent}`)]),
    ...(held === 0 ? [] : [complaint(`${held} are still held`)]),
  ];
}

/** Every charge belongs to a job, or to one answer that somebody got, or that was on its way when a process died. */
async function wrongCharges({ stores, told, receipts, charges, jobs }: Audited): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const jobIds = new Set(jobs.map(({ record }) => record.id));
  const paid = new Map<string, Charge>();
  for (const charge of charges) {
    const { holdId, account, milliCredits } = charge;
    if (jobIds.has(holdId)) continue;
    const receipt = receipts.get(holdId);
    const complain = (message: string) =>
      complaints.push({
        message: `${account} is charged ${milliCredits} for ${receipt?.key ?? 'nothing'}: ${message}`,
        subjects: subjectsOf(receipt?.key),
      });
    if (receipt === undefined) {
      complain('there is neither a job nor a result');
      continue;
    }
    const { key, conclusive } = receipt;
    if (milliCredits !== (key.startsWith('lookup:') ? 1_000 : price)) complain('that is not the price');
    const asked = told.answers.filter((answer) => answer.key === key);
    const own = asked.filter((answer) => answer.account === account);
    if (own.length === 0) complain('it has never asked');
    else if (own.every(({ outcome }) => outcome.kind === 'error')) {
      // What another caller has used stays paid, and a process that dies forgets what it has to undo.
      const isUsed = (await stores.cache.get(`fate:${holdId}`))?.value === 'used';
      if (!isUsed && !own.some((answer) => told.mayHaveForgotten(answer))) complain('it got errors only');
    }
    if (!conclusive) continue;
    const other = paid.get(key);
    if (other !== undefined) complain(`${other.account} has paid for the same`);
    paid.set(key, charge);
  }
  return complaints;
}

/** Every answer was paid for by somebody: for itself, as part of a job, or as a by-product of a lookup. */
function unpaidAnswers({ told, receipts, charges, jobs }: Audited): Complaint[] {
  const paidKeys = new Set(charges.flatMap(({ holdId }) => receipts.get(holdId)?.key ?? []));
  for (const { record, keys } of jobs)
    if (charges.some(({ holdId }) => holdId === record.id))
      for (const key of keys) paidKeys.add(`verification:${key}`);
  const searched = new Set(
    [...paidKeys].flatMap((key) => (key.startsWith('lookup:') ? [key.slice(7).split(' ', 1)[0]] : [])),
  );
  return told.answers.flatMap(({ request, key, domain, outcome }): Complaint[] => {
    if (outcome.kind !== 'verdict' && outcome.kind !== 'finding') return [];
    // Of a caller whose time ended while it waited for another one.
    if (outcome.substatus === 'timeout' || paidKeys.has(key)) return [];
    if (outcome.kind === 'verdict' && searched.has(domain)) return [];
    return [
      {
        message: `nobody has paid for ${key}, the answer to request ${request}`,
        subjects: [`request ${request} `, ...subjectsOf(key)],
      },
    ];
  });
}

/** Each job is charged for the items that have a result, and a list under a key at most once. */
function wrongJobCharges({ told, charges, jobs }: Audited, lists: ReadonlyMap<string, string>): Complaint[] {
  const complaints: Complaint[] = [];
  const stored = new Map<string, StoredJob[]>();
  for (const job of jobs) {
    const name = lists.get(listKey(job.record.account, [...job.keys])) ?? 'an unknown list';
    stored.set(name, [...(stored.get(name) ?? []), job]);
  }
  for (const name of stored.keys())
    if (!told.submissions.has(name))
      complaints.push({ message: `${name} was never submitted`, subjects: [name] });
  for (const submissions of told.submissions.values()) {
    const { name, account } = submissions;
    const costs = (stored.get(name) ?? []).map(({ record }) => ({
      record,
      cost: charges.find(({ holdId }) => holdId === record.id)?.milliCredits ?? 0,
    }));
    for (const message of wrongCosts(submissions, costs, told))
      complaints.push({ message: `${name}: ${message}`, subjects: [name, account] });
  }
  return complaints;
}

/** What is wrong with the jobs of one list. */
function wrongCosts(
  { asked, accepted, refused }: ToldSubmissions,
  jobs: readonly { readonly record: JobRecord; readonly cost: number }[],
  told: ToldToClients,
): string[] {
  const missing = [...accepted].filter((jobId) => !jobs.some(({ record }) => record.id === jobId));
  const isUnknown = refused.includes('connection_lost') || asked.some((moment) => told.hasDiedAfter(moment));
  const wrong = jobs.flatMap(({ record: { id, total, processed, failedAt }, cost }) => {
    const due = (failedAt === null ? total : processed) * price;
    if (accepted.has(id)) return cost === due ? [] : [`${due} are due, and ${cost} were charged`];
    if (cost > due) return [`${due} are due, and ${cost} were charged`];
    const isRefused = failedAt === null && cost > 0 && !isUnknown;
    return isRefused ? [`it was refused, and ${cost} were charged`] : [];
  });
  return [
    ...missing.map(() => 'it was accepted, and does not exist'),
    ...(accepted.size > 1 ? ['it was accepted as several jobs'] : []),
    ...(jobs.filter(({ cost }) => cost > 0).length > 1 ? ['it was charged more than once'] : []),
    ...wrong,
  ];
}

/** Nothing is called invalid that exists, or safe that does not, and the final result of an item is the true one. */
function wrongVerdicts({ told, jobs, truths }: Audited): Complaint[] {
  const given = [
    ...told.answers.flatMap(({ key, outcome }) =>
      outcome.kind === 'verdict' ? [{ email: key.slice('verification:'.length), ...outcome }] : [],
    ),
    // An address that was found is a mailbox.
    ...told.answers.flatMap(({ outcome }) =>
      outcome.kind === 'finding' && outcome.email !== null
        ? [
            {
              email: outcome.email,
              status: 'safe',
              substatus: 'deliverable',
              confidence: null,
              catchAll: false,
            },
          ]
        : [],
    ),
    ...jobs.flatMap(({ verdicts }) => verdicts),
  ];
  return given.flatMap(({ email, status, substatus, confidence, catchAll }): Complaint[] => {
    const truth = truths.get(addressKey(email));
    if (status === 'unknown' || (truth?.status === status && truth.substatus === substatus)) return [];
    const isCatchAll = truth?.substatus === 'catch_all';
    if (isCatchAll && status === 'safe' && isUndetermined({ catchAll, confidence })) return [];
    return [
      {
        message: `${email} is called ${status} ${substatus} at ${confidence} %, and is ${truth?.status} ${truth?.substatus}`,
        subjects: [email],
      },
    ];
  });
}

/** Whoever asks again has no need of credits. */
async function forgottenAnswers(
  { answers }: ToldToClients,
  operator: Pick<Engine, 'verify'>,
): Promise<Complaint[]> {
  const given = answers.flatMap(({ key, outcome }) =>
    outcome.kind === 'verdict' && outcome.status !== 'unknown' ? [key.slice('verification:'.length)] : [],
  );
  const complaints = await Promise.all(
    [...new Set(given)].map((email) =>
      operator.verify(email, { account: 'without credits' }).then(
        () => [],
        (error: unknown) => [{ message: `the answer about ${email} is lost: ${error}`, subjects: [email] }],
      ),
    ),
  );
  return complaints.flat();
}

function unexpectedErrors({ answers, submissions }: ToldToClients): Complaint[] {
  const failed = answers.flatMap(({ request, outcome }) =>
    outcome.kind === 'error' && outcome.code.startsWith('unexpected')
      ? [{ message: `request ${request}: ${outcome.message}`, subjects: [`request ${request} `] }]
      : [],
  );
  const refused = [...submissions.values()].flatMap(({ name, refused: reasons }) =>
    reasons
      .filter((why) => why.startsWith('unexpected'))
      .map((why) => ({ message: `${name}: ${why}`, subjects: [name] })),
  );
  return [...failed, ...refused];
}

/** Reads all jobs, which have all ended. */
async function storedJobs(stores: Stores): Promise<StoredJob[]> {
  const jobs: StoredJob[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await stores.jobs.finished({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    for (const record of page.jobs) {
      const items = await itemsOf(stores, record.id);
      const keys = items.flatMap(({ item }) => ('email' in item ? [addressKey(item.email)] : []));
      const verdicts = items.flatMap(({ result }) => verdictOf(result) ?? []);
      jobs.push({ record, keys: new Set(keys), verdicts });
    }
    cursor = page.cursor;
  }
  return jobs;
}

function verdictOf(result: JobResult | undefined): JobVerdict | undefined {
  if (result === undefined || !('mx_record' in result) || 'credits_consumed' in result) return undefined;
  const { email, status, substatus, confidence, is_domain_catch_all: catchAll } = result;
  return { email, status, substatus, confidence, catchAll };
}

/** Two accounts may have the same list. */
function listKey(account: string | null, keys: readonly string[]): string {
  return [account, ...[...keys].sort()].join();
}

/** Returns the address, or the names, that a line of the story about a result contains. */
function subjectsOf(key: string | undefined): string[] {
  if (key === undefined) return [];
  const [kind, ...rest] = key.split(':');
  const subject = rest.join(':');
  if (kind === 'verification') return [subject];
  const [domain, first, last] = subject.split(' ');
  return [`${first} ${last} at ${domain}`];
}
