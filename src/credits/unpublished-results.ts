/**
 * Results that were worked out for a caller who has not paid yet, or whose list may still be cancelled. Others get them once they
 * are published: otherwise, a caller could leave at the last moment, and then get them free of charge.
 */
export class UnpublishedResults {
  readonly #publish: (() => Promise<void>)[] = [];

  /** Keeps a result. `publish` stores it for all callers. */
  add(publish: () => Promise<void>): void {
    this.#publish.push(publish);
  }

  /** Publishes all of them. Never rejects: a result that is lost only costs work. */
  async publishAll(): Promise<void> {
    await Promise.all(this.#publish.splice(0).map((publish) => publish().catch(() => {})));
  }
}
