import { addressKey } from '../../../src/address/address-key.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import { onRequests } from '../../simulation/invariants/answers.ts';
import type { LookupOutcome, RequestOutcome } from '../../simulation/story/happening.ts';
import type { Story } from '../../simulation/story/story.ts';
import { houseAccount } from './account-keys.ts';
import { serverName } from './kills.ts';

/** Something that was asked of a process, or that happened to one. */
interface Moment {
  readonly process: string;
  /** How much had happened before. The time of the clients tells no order: it often stands still. */
  readonly order: number;
}

/** What came of a single request. */
export interface ToldAnswer {
  readonly request: number;
  readonly account: string;
  /** Of the result, as in the cache. */
  readonly key: string;
  readonly domain: string;
  readonly outcome: RequestOutcome | LookupOutcome;
  readonly asked: Moment;
  readonly answered: Moment;
}

/** What came of the submissions of one list. */
export interface ToldSubmissions {
  readonly name: string;
  readonly account: string;
  readonly asked: Moment[];
  readonly accepted: Set<string>;
  /** Why it was not accepted. */
  readonly refused: string[];
}

/** All that the clients of a service were told. */
export class ToldToClients {
  /** By account, in milli-credits. */
  readonly bought = new Map<string, number>();
  readonly answers: ToldAnswer[] = [];
  /** By the name of the list. */
  readonly submissions = new Map<string, ToldSubmissions>();
  /** Of processes and of the server of the storage. */
  readonly #deaths: Moment[] = [];
  readonly #starts: Moment[] = [];
  readonly #asked = new Map<number, Moment>();
  #moments = 0;

  constructor(story: Story) {
    story.on('process-killed', ({ process }) => this.#deaths.push(this.#now(process)));
    story.on('process-started', ({ process }) => this.#starts.push(this.#now(process)));
    story.on('granted', ({ account, milliCredits }) => {
      this.bought.set(account, (this.bought.get(account) ?? 0) + milliCredits);
    });
    onRequests(story, ({ request, process }) => this.#asked.set(request, this.#now(process)));
    story.on('single-answered', ({ email, ...answer }) => {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      this.#addAnswer(answer, { key: `verification:${addressKey(email)}`, domain });
    });
    story.on('lookup-answered', ({ row, ...answer }) => {
      this.#addAnswer(answer, { key: `lookup:${rowKey(row)}`, domain: row.domain });
    });
    story.on('job-submitted', ({ job: name, process, account = houseAccount }) => {
      const told = this.submissions.get(name) ?? {
        name,
        account,
        asked: [],
        accepted: new Set(),
        refused: [],
      };
      told.asked.push(this.#now(process));
      this.submissions.set(name, told);
    });
    story.on('job-accepted', ({ job, jobId }) => {
      this.submissions.get(job)?.accepted.add(jobId);
    });
    story.on('job-refused', ({ job, why }) => {
      this.submissions.get(job)?.refused.push(why);
    });
  }

  /** Whether the process that gave an answer had seen the storage fail before, and was killed later. */
  mayHaveForgotten({ asked, answered }: ToldAnswer): boolean {
    const start = this.#starts.findLast(
      ({ process, order }) => process === asked.process && order < asked.order,
    );
    const storageFailed = this.#deaths.some(
      ({ process, order }) => process === serverName && order > (start?.order ?? 0) && order < answered.order,
    );
    return storageFailed && this.hasDiedAfter(asked);
  }

  /** Whether a process was killed after something: it then forgot what it had to undo. */
  hasDiedAfter({ process, order }: Moment): boolean {
    return this.#deaths.some((death) => death.process === process && death.order > order);
  }

  #addAnswer(
    { request, process, account = houseAccount, outcome }: AnsweredCall,
    result: Pick<ToldAnswer, 'key' | 'domain'>,
  ): void {
    const answered = this.#now(process);
    const asked = this.#asked.get(request) ?? answered;
    this.answers.push({ request, account, outcome, asked, answered, ...result });
  }

  #now(process: string): Moment {
    this.#moments += 1;
    return { process, order: this.#moments };
  }
}

interface AnsweredCall {
  readonly request: number;
  readonly process: string;
  readonly account: string | undefined;
  readonly outcome: RequestOutcome | LookupOutcome;
}
