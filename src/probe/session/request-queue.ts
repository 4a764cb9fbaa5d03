import { singlesInARow, type WorkShare } from '../../concurrency/work-share.ts';
import type { ProbeRequest } from './probe-request.ts';

export interface GroupLimits {
  /** Returns how many may be asked in the group that this request begins. */
  readonly mostBeside: (first: ProbeRequest) => number;
  /** True if the session has asked about nobody yet. */
  readonly isUnused: boolean;
  /** Returns false if the recipient of a request may not be asked about now. */
  readonly claim: (request: ProbeRequest) => boolean;
  /** Returns whether two requests may be asked in one group. */
  readonly fitsBeside: (request: ProbeRequest, first: ProbeRequest) => boolean;
}

/**
 * The requests that wait for a session: single requests first, then bulk work, which is not put off for ever by them
 * (`takeGroup`). Of each kind, accounts take turns, and those of one account are in order.
 */
export class RequestQueue {
  #single: ProbeRequest[] = [];
  #bulk: ProbeRequest[] = [];
  /** How many single requests were taken since bulk work was. */
  #singlesInARow = 0;

  get length(): number {
    return this.#single.length + this.#bulk.length;
  }

  get first(): ProbeRequest | undefined {
    return this.#single[0] ?? this.#bulk[0];
  }

  get hasSingle(): boolean {
    return this.#single.length > 0;
  }

  /** How many of them each need a new session, as its first. */
  get freshSessionsNeeded(): number {
    let needed = 0;
    for (const list of [this.#single, this.#bulk])
      for (const { needsFreshSession } of list) if (needsFreshSession) needed += 1;
    return needed;
  }

  /** When the last caller stops waiting. 0 if the queue is empty. */
  get latestDeadlineAt(): number {
    return Math.max(0, ...Array.from(this, ({ deadlineAt }) => deadlineAt));
  }

  /** Until when a short pause may be waited out. 0 if all requests could be asked through another egress. */
  get waitUntil(): number {
    return [...this].some(({ waitsOutPauses }) => waitsOutPauses) ? this.latestDeadlineAt : 0;
  }

  /** The share that would get a connection first: of the single requests, or of the first bulk one if there are none. */
  shareServedFirst(goesBefore: (share: WorkShare, other: WorkShare) => boolean): WorkShare | undefined {
    let best = this.first?.share;
    for (const { share } of this.#single) if (best !== undefined && goesBefore(share, best)) best = share;
    return best;
  }

  add(request: ProbeRequest): void {
    addRoundRobin(this.#listOf(request), request);
  }

  /** Puts requests back before those of their kind, to be asked again. */
  putBack(requests: readonly ProbeRequest[]): void {
    this.#single.unshift(...requests.filter(({ share }) => share.kind === 'single'));
    this.#bulk.unshift(...requests.filter(({ share }) => share.kind === 'bulk'));
  }

  remove(request: ProbeRequest): boolean {
    const list = this.#listOf(request);
    const position = list.indexOf(request);
    if (position >= 0) list.splice(position, 1);
    return position >= 0;
  }

  /**
   * Returns the first request that a session can take. Bulk requests that need a new session leave the others to used
   * ones meanwhile; a used one ends for the sake of a single request.
   */
  firstFor({ isUnused }: Pick<GroupLimits, 'isUnused'>): ProbeRequest | undefined {
    const [single] = this.#single;
    if (single !== undefined) return isUnused || !single.needsFreshSession ? single : undefined;
    return this.#bulk.find(({ needsFreshSession }) => isUnused || !needsFreshSession);
  }

  takeAll(): readonly ProbeRequest[] {
    return [...this.#single.splice(0), ...this.#bulk.splice(0)];
  }

  /** Takes the requests for which `isTaken` is true, and leaves the others in their order. */
  takeIf(isTaken: (request: ProbeRequest) => boolean): readonly ProbeRequest[] {
    const taken: ProbeRequest[] = [];
    for (const list of [this.#single, this.#bulk])
      for (const request of list) if (isTaken(request)) taken.push(request);
    return this.#take(taken);
  }

  #take(taken: readonly ProbeRequest[]): readonly ProbeRequest[] {
    for (const request of taken) this.remove(request);
    return taken;
  }

  /**
   * Takes the requests of the next group. Those that must be asked alone, or first in a session, are a group each. After four
   * single requests in a row, it is the turn of bulk work once. Whoever waits for a single request does not wait for bulk work:
   * a session is new for the sake of the first one.
   */
  takeGroup({ mostBeside, isUnused, claim, fitsBeside }: GroupLimits): readonly ProbeRequest[] {
    if (this.hasSingle && this.firstFor({ isUnused }) === undefined) return [];
    const taken: ProbeRequest[] = [];
    let [most, singles, bulk] = [1, 0, 0];
    while (taken.length < most) {
      const isTurnOfBulk = singles >= this.#single.length || this.#singlesInARow >= singlesInARow;
      const isBulk = isTurnOfBulk && bulk < this.#bulk.length;
      const request = isBulk ? this.#bulk[bulk++] : this.#single[singles++];
      if (request === undefined) break;
      const [first] = taken;
      const { needsFreshSession } = request;
      const isAlone = needsFreshSession || request.askedHow !== 'among-others';
      if (needsFreshSession && !isUnused) continue;
      if (first !== undefined && (isAlone || !fitsBeside(request, first))) continue;
      if (!claim(request)) continue;
      if (first === undefined && !isAlone) most = mostBeside(request);
      taken.push(request);
      this.#singlesInARow = isBulk ? 0 : this.#singlesInARow + 1;
    }
    return this.#take(taken);
  }

  /** Those that wait now, whatever comes meanwhile. */
  [Symbol.iterator](): Iterator<ProbeRequest> {
    return [...this.#single, ...this.#bulk].values();
  }

  #listOf({ share }: ProbeRequest): ProbeRequest[] {
    return share.kind === 'single' ? this.#single : this.#bulk;
  }
}

/** Adds a request behind those of its account, and behind one more of each other account. */
function addRoundRobin(requests: ProbeRequest[], request: ProbeRequest): void {
  const { account } = request.share;
  let index = requests.findLastIndex(({ share }) => share.account === account) + 1;
  const before = new Set<string | null>();
  for (; index < requests.length; index += 1) {
    const other = requests[index]?.share.account ?? null;
    if (before.has(other)) break;
    before.add(other);
  }
  requests.splice(index, 0, request);
}
