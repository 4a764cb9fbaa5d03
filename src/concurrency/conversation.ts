/** A session that keeps its connection for the conversations that it is part of. */
export interface ConversationSession {
  readonly address: string;
  leave(conversation: Conversation): void;
}

/**
 * A piece of work that asks one question after another, such as a verification with its catch-all probe, or a lookup with
 * its candidates. The session that has answered it stays open for the next question, until the conversation ends, asks
 * elsewhere, or is silent for too long.
 */
export class Conversation {
  #session: ConversationSession | undefined;
  #hasEnded = false;

  /** It has been answered by this session. Returns whether the session is to stay open for it. */
  stayWith(session: ConversationSession): boolean {
    if (this.#hasEnded) return false;
    if (this.#session !== session) this.#session?.leave(this);
    this.#session = session;
    return true;
  }

  /** Its next question goes to this address: a session with another one is not needed any more. */
  askAt(address: string): void {
    if (this.#session?.address !== address) this.leaveSession();
  }

  leaveSession(): void {
    this.#session?.leave(this);
    this.#session = undefined;
  }

  /** It asks nobody any more. */
  end(): void {
    this.#hasEnded = true;
    this.leaveSession();
  }
}
