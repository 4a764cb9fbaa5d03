/**
 * Verdicts that were worked out for one caller who has not paid yet. Other callers get them once they are published:
 * otherwise, a caller could leave at the last moment, and then get them free of charge.
 */
export class UnpublishedVerdicts {
  readonly #publish: (() => Promise<void>)[] = [];

  /** Keeps a verdict. `publish` stores it for all callers. */
  add(publish: () => Promise<void>): void {
    this.#publish.push(publish);
  }

  /** Publishes all of them. Never rejects: a verdict that is lost only costs work. */
  async publishAll(): Promise<void> {
    await Promise.all(this.#publish.splice(0).map((publish) => publish().catch(() => {})));
  }
}
