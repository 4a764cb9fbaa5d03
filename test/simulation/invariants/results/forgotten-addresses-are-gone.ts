import { createAddressKeyFunction } from '../../../../src/address/address-key.ts';
import { forgottenMarkOf, localPartDigest } from '../../../../src/credits/forgotten-addresses.ts';
import type { CacheEntry, JobItem, NewJob } from '../../../../src/ports/index.ts';
import { addressOf } from '../../clients/person-row.ts';
import type { Fault } from '../../faults/fault.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';

/** How long it is kept in mind that an address was forgotten, at least; half an hour is said. */
const leastMarkedMs = 25 * 60_000;
/** A result that was stored meanwhile is removed again by its writer. */
const graceMs = 30_000;
const pageSize = 500;

interface ForgottenAddress {
  readonly email: string;
  readonly key: string;
  /** What was stored before is removed by the one that forgets. */
  readonly markedAt: number;
  /** Until then nothing that names it is stored for long. */
  readonly until: number;
}

/** The whole store, as it is after an address was forgotten, and for as long as work may bring it back. */
export const forgottenAddressesAreGone: Invariant = {
  name: 'forgotten addresses are gone',
  promise:
    'Once an address is forgotten, no cached answer and no finished job names it, and work under way does not bring it back.',
  watch({ story, stores, service, time, faults, fail }) {
    /** Since when each entry of the cache names each address. */
    const namesOf = new Map<string, ReadonlyMap<string, number>>();
    /** Entries that have ever named an address. */
    const naming = new Map<string, Set<string>>();
    const marks = new Map<string, { readonly at: number; readonly until: number }[]>();
    const jobsOf = new Map<string, { readonly id: string; readonly at: number }[]>();
    const forgotten: ForgottenAddress[] = [];
    story.onCall(['cache.set', 'cache.add', 'jobs.create'], ({ process, method, args, outcome }, at) => {
      if (!('value' in outcome)) return;
      if (method === 'cache.set' || method === 'cache.add') {
        const [key, { value, expiresAt: wanted }] = args as readonly [string, CacheEntry];
        const added = method === 'cache.add' ? (outcome.value as CacheEntry) : undefined;
        if (key.startsWith('forgotten:')) {
          const expiresAt = added?.expiresAt ?? wanted;
          const aheadMs = service.process(process)?.machine.aheadMs ?? 0;
          // The clock may have been set since the process has read it.
          const wasSet = faults.during(at - graceMs, at).some(({ kind }) => kind === 'clock-set');
          // A mark that is there for less time is set anew.
          const isSet = added === undefined || expiresAt === wanted;
          if (isSet && expiresAt - aheadMs - at < leastMarkedMs && !wasSet)
            fail(`${process} keeps in mind for ${expiresAt - aheadMs - at} ms only what is to be forgotten`);
          marks.set(key, [...(marks.get(key) ?? []), { at, until: expiresAt }]);
        }
        if (added !== undefined) return;
        const before = isKnowledge(key) ? namesOf.get(key) : undefined;
        const names = namesIn(key, value);
        namesOf.set(key, new Map(names.map((name) => [name, before?.get(name) ?? at])));
        for (const name of names) naming.set(name, (naming.get(name) ?? new Set()).add(key));
      } else if (method === 'jobs.create' && (outcome.value as { created: boolean }).created) {
        const [{ id }, items] = args as readonly [NewJob, readonly JobItem[]];
        for (const item of items) {
          const key = addressKey('email' in item ? item.email : addressOf(item));
          jobsOf.set(key, [...(jobsOf.get(key) ?? []), { id, at }]);
        }
      }
    });

    const checkCache = async ({ email, key, markedAt, until }: ForgottenAddress) => {
      for (const name of [key, digestNameOf(key)]) {
        for (const storeKey of naming.get(name) ?? []) {
          const at = namesOf.get(storeKey)?.get(name);
          if (at === undefined || at >= until || (at >= markedAt && time.now <= at + graceMs)) continue;
          const value = (await stores.cache.get(storeKey))?.value ?? '';
          if (!namesIn(storeKey, value).includes(name)) continue;
          if (at >= markedAt && faults.during(at, at + graceMs).some(keepsFromRemoving)) continue;
          const when = at < markedAt ? 'from before' : `brought back ${at - markedAt} ms later`;
          fail(`${email} was forgotten, but ${storeKey} names it, ${when}`, [email, key, storeKey]);
        }
      }
    };
    const checkJobs = async (email: string, key: string, unfinished: readonly string[], before: number) => {
      for (const { id, at } of jobsOf.get(key) ?? []) {
        if (at >= before || unfinished.includes(id)) continue;
        // It may have been deleted.
        if ((await stores.jobs.get(id)) === undefined) continue;
        for (let offset = 0; ; offset += pageSize) {
          const page = await stores.jobs.page(id, { offset, limit: pageSize });
          const keyOf = createAddressKeyFunction();
          for (const { item, result } of page)
            if (
              ('email' in item && keyOf(item.email) === key) ||
              (typeof result?.email === 'string' && keyOf(result.email) === key)
            )
              fail(`${email} was forgotten, but ${story.nameOf(id)} still has it`, [email, story.nameOf(id)]);
          if (page.length < pageSize) break;
        }
      }
    };
    story.on('forget-answered', ({ email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'forgotten') return;
      const key = addressKey(email);
      const mark = marks.get(forgottenMarkOf(key))?.find((one) => one.at >= at - tookMs);
      if (mark === undefined)
        return fail(`${email} was forgotten, and nobody is told who works on it`, [email]);
      const address = { email, key, markedAt: mark.at, until: mark.until };
      forgotten.push(address);
      void checkCache(address);
      void checkJobs(email, key, outcome.unfinishedJobs, at - tookMs);
    });
    const checkAll = async () => {
      for (const address of forgotten) await checkCache(address);
    };
    return { regularly: checkAll, afterCalm: checkAll };
  },
};

/** The writer of a result finds out too late, or never, that it must remove it. */
function keepsFromRemoving({ kind }: Fault): boolean {
  return kind === 'killed' || kind === 'paused' || kind.startsWith('store');
}

const verdictPrefix = 'verification:';
const knowledgePrefix = 'lookup-patterns:';

function isKnowledge(key: string): boolean {
  return key.startsWith(knowledgePrefix);
}

/** Returns the keys of the addresses that an entry names. What is known of a domain has only digests of them. */
function namesIn(key: string, value: string): readonly string[] {
  if (value === '') return [];
  if (isKnowledge(key)) {
    const { found = [] } = JSON.parse(value) as { found?: readonly string[] };
    return found.map((digest) => `${digest} at ${key.slice(knowledgePrefix.length)}`);
  }
  const names = key.startsWith(verdictPrefix) ? [key.slice(verdictPrefix.length)] : [];
  // Texts in JSON: what stands between two quotation marks. A regular expression would take ten times as long.
  for (let at = value.indexOf('@'); at >= 0; at = value.indexOf('@', at + 1)) {
    const name = value.slice(value.lastIndexOf('"', at) + 1, value.indexOf('"', at)).toLowerCase();
    if (!names.includes(name)) names.push(name);
  }
  return names;
}

function digestNameOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `${localPartDigest(address.slice(0, at))} at ${address.slice(at + 1)}`;
}
