/** A session that keeps its connection for the conversations that it is part of. */
export interface ConversationSession {
  leave(conversation: Conversation): void;
}

/**
 * A piece of work that asks one question after another, such as a verification with its catch-all probe, or a lookup with
 * its candidates. The session that has answered it stays open for the next question, until the conversation ends, asks
 * elsewhere, or is silent for too long.
 */
export class Conversation {
  #session: ConversationSession | undefined;

  /** It has been answered by this session. */
  stayWith(session: ConversationSession): void {
    if (this.#session === session) return;
    this.#session?.leave(this);
    this.#session = session;
  }

  /** It asks another server, or nobody any more. */
  end(): void {
    this.#session?.leave(this);
    this.#session = undefined;
  }
}
