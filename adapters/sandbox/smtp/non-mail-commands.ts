/** Exim has the same list, besides AUTH, which nobody may say here. */
const nonMailVerbs: ReadonlySet<string> = new Set([
  'HELO',
  'EHLO',
  'STARTTLS',
  'RSET',
  'NOOP',
  'VRFY',
  'EXPN',
  'ETRN',
  'HELP',
]);

/** The commands that are no part of sending mail, as Exim counts them for `smtp_accept_max_nonmail`. */
export class NonMailCommands {
  #count = 0;
  /** HELO and EHLO are free together, and so is what comes first after STARTTLS. */
  #helloIsFree = true;
  #startTlsIsFree = true;
  #resetIsFree = true;

  /** Counts a command, unless it is free. Returns how many there were. */
  record(verb: string): number {
    if (nonMailVerbs.has(verb) && !this.#isFree(verb)) this.#count += 1;
    if (verb === 'HELO' || verb === 'EHLO') this.#helloIsFree = false;
    if (verb === 'RSET') this.#resetIsFree = false;
    if (verb === 'STARTTLS') {
      this.#startTlsIsFree = false;
      this.#helloIsFree = true;
    }
    return this.#count;
  }

  #isFree(verb: string): boolean {
    if (verb === 'HELO' || verb === 'EHLO') return this.#helloIsFree;
    if (verb === 'STARTTLS') return this.#startTlsIsFree;
    return verb === 'RSET' && this.#resetIsFree;
  }
}
