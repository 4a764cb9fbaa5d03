import { foldCase } from '../address/fold-case.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { textDigest } from '../text-digest.ts';

/** Longer than any request may take, with some difference between the clocks of processes. */
export const rememberedMs = 1_800_000;

/**
 * Marks addresses as forgotten for half an hour, so that work which began before does not bring them back. The mark is
 * set before anything is removed, and a writer looks for it after it has stored: one of the two sees the other. A mark
 * names the address by a short digest only. Others that share it are merely not cached meanwhile.
 */
export class ForgottenAddresses {
  readonly #cache: Cache;
  readonly #clock: Clock;

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** `key`: that of the address, as `addressKey` returns it. */
  async mark(key: string): Promise<void> {
    await this.#setMark(forgottenMarkOf(key));
    // Last: whoever sees the mark of the domain looks for those of its addresses.
    await this.#setMark(domainMarkOf(partsOf(key).domain));
  }

  has(key: string): Promise<boolean> {
    return this.#isMarked(forgottenMarkOf(key));
  }

  /** Returns the digests of local parts at a domain that belong to no forgotten address. */
  async withoutForgotten(domain: string, digests: readonly string[]): Promise<readonly string[]> {
    if (digests.length === 0 || !(await this.#isMarked(domainMarkOf(domain)))) return digests;
    const marked = await Promise.all(digests.map((digest) => this.#isMarked(markOf(digest, domain))));
    return digests.filter((_, index) => !marked[index]);
  }

  /**
   * Leaves a mark that lasts longer: the clock of this process may be behind that of the one that has set it, perhaps at
   * this moment.
   */
  async #setMark(mark: string): Promise<void> {
    const wanted = { value: '', expiresAt: this.#clock.now() + rememberedMs };
    const { expiresAt } = await this.#cache.add(mark, wanted);
    if (expiresAt < wanted.expiresAt) await this.#cache.set(mark, wanted);
  }

  async #isMarked(mark: string): Promise<boolean> {
    return (await this.#cache.get(mark)) !== undefined;
  }
}

/** Returns the digest by which an address is remembered at its domain. Letters count without their case. */
export function localPartDigest(localPart: string): string {
  return textDigest(foldCase(localPart));
}

/** Returns the key in the cache that marks the address with this key as forgotten. */
export function forgottenMarkOf(key: string): string {
  const { localPart, domain } = partsOf(key);
  return markOf(localPartDigest(localPart), domain);
}

function markOf(digest: string, domain: string): string {
  return `forgotten:${textDigest(`${digest}@${domain}`)}`;
}

function domainMarkOf(domain: string): string {
  return `forgotten-at:${textDigest(domain)}`;
}

/** Text that is no address is a local part without a domain. */
function partsOf(key: string): { readonly localPart: string; readonly domain: string } {
  const at = key.lastIndexOf('@');
  return at < 0 ? { localPart: key, domain: '' } : { localPart: key.slice(0, at), domain: key.slice(at + 1) };
}
